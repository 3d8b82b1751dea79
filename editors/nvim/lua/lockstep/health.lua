-- `:checkhealth lockstep`
local M = {}

function M.check()
  local health = vim.health
  health.start('lockstep')
  if vim.fn.has('nvim-0.11') == 1 then
    health.ok('Neovim ' .. tostring(vim.version()))
  else
    health.error('Neovim 0.11 or newer is needed')
    return
  end
  local config = vim.lsp.config['lockstep']
  if not config then
    health.error('the configuration `lsp/lockstep.lua` is not in the runtime path')
    return
  end
  local command = type(config.cmd) == 'table' and config.cmd[1] or nil
  if not command then
    health.info('`cmd` is a function')
  elseif vim.fn.executable(command) == 1 then
    local result = vim.system({ command, '--version' }, { text = true }):wait(5000)
    local version = result.code == 0 and vim.trim(result.stdout or '') or 'version unknown'
    health.ok(('%s: %s'):format(vim.fn.exepath(command), version))
  else
    health.error(('`%s` is not in PATH'):format(command), {
      'Build it with `cargo build --release`, and put `target/release/lockstep` into a folder of PATH.',
      "Or say where it is: vim.lsp.config('lockstep', { cmd = { '/path/to/lockstep', 'lsp' } })",
    })
  end
  local debounce = (config.flags or {}).debounce_text_changes
  if debounce == 0 then
    health.ok('every keystroke is sent at once')
  else
    health.warn('`flags.debounce_text_changes` is not 0: assistants see edits late')
  end
  if vim.lsp.is_enabled('lockstep') then
    for _, line in ipairs(require('lockstep').status()) do
      health.info(line)
    end
    local navigation = (config.init_options or {}).navigation
    for _, client in ipairs(vim.lsp.get_clients({ name = 'lockstep' })) do
      for bufnr in pairs(client.attached_buffers) do
        local others = require('lockstep.others').answered(bufnr)
        if navigation == 'auto' and #others > 0 then
          local name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(bufnr), ':~:.')
          health.info(('%s: left to other servers: %s'):format(name, table.concat(others, ', ')))
        end
      end
    end
  else
    health.warn("not enabled; say vim.lsp.enable('lockstep')")
  end
end

return M
