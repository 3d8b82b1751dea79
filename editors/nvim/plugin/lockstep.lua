if vim.g.loaded_lockstep then
  return
end
vim.g.loaded_lockstep = true

if vim.fn.has('nvim-0.11') == 0 then
  vim.notify_once('lockstep: Neovim 0.11 or newer is needed', vim.log.levels.WARN)
  return
end

-- Before anything attaches: it watches who does.
require('lockstep.others')
require('lockstep.focus')
vim.lsp.enable('lockstep')

vim.lsp.commands['lockstep.showReferences'] = function(command, ctx)
  require('lockstep').show_references(command, ctx)
end

local group = vim.api.nvim_create_augroup('lockstep', {})
vim.api.nvim_create_autocmd('LspAttach', {
  group = group,
  callback = function(args)
    require('lockstep').refresh(args.buf)
  end,
})
vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'TextChanged', 'TextChangedI' }, {
  group = group,
  callback = function(args)
    if vim.bo[args.buf].buftype == '' then
      require('lockstep').refresh(args.buf)
    end
  end,
})

vim.api.nvim_create_user_command('LockstepReferences', function()
  require('lockstep').references()
end, { desc = 'References of the word under the cursor, unsaved edits included' })
vim.api.nvim_create_user_command('LockstepStatus', function()
  require('lockstep').show_status()
end, { desc = 'What Lockstep serves, and how far it is' })
vim.api.nvim_create_user_command('LockstepRestart', function()
  require('lockstep').restart()
end, { desc = 'Attach to Lockstep again' })
