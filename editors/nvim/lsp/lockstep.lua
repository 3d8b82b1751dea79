-- The client's configuration; `vim.lsp.config('lockstep', { ... })` adds to it.
return {
  cmd = { 'lockstep', 'lsp' },
  filetypes = {
    'python', 'rust', 'go', 'typescript', 'typescriptreact', 'javascript', 'javascriptreact', 'java', 'cs', 'c', 'cpp', 'vue',
    'svelte', 'html', 'ruby', 'php', 'kotlin', 'swift', 'scala', 'lua', 'bash', 'sh', 'sql', 'dart', 'elixir', 'zig',
    'haskell', 'r', 'terraform', 'hcl', 'terraform-vars', 'proto', 'graphql', 'markdown', 'json', 'jsonc', 'yaml', 'toml',
  },
  root_markers = {
    '.git', 'Cargo.toml', 'pyproject.toml', 'setup.py', 'package.json', 'tsconfig.json', 'go.mod', 'pom.xml', 'build.gradle',
    'compile_commands.json',
  },
  -- A file without a project has no graph to be part of.
  workspace_required = true,
  -- Every keystroke is told at once: an assistant that asks in between sees it.
  flags = { debounce_text_changes = 0 },
  -- Neovim can refresh lenses and does not say so.
  capabilities = { workspace = { codeLens = { refreshSupport = true } } },
  init_options = { navigation = 'auto', lens = true },
  handlers = {
    ['workspace/codeLens/refresh'] = function(_, _, ctx)
      require('lockstep').refresh_all(ctx.client_id)
      return vim.NIL
    end,
    ['lockstep/ready'] = function(_, figures, ctx)
      require('lockstep').on_ready(ctx.client_id, figures)
    end,
  },
  on_exit = function(code, signal, client_id)
    require('lockstep').on_exit(code, signal, client_id)
  end,
}
