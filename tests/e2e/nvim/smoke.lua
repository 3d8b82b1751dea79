-- A real Neovim with the real plugin, and an assistant's question from a second process.
--
--   LOCKSTEP_BIN=/path/to/lockstep nvim --headless --clean -l smoke.lua [empty folder for the world]
--
-- The exit status is the number of failures. The host that is started is that of the environment's runtime folder: set
-- XDG_RUNTIME_DIR, XDG_STATE_HOME and XDG_CACHE_HOME to keep it apart.
local S = dofile(vim.fs.joinpath(vim.fs.dirname(vim.fs.abspath(arg[0])), 'support.lua'))
local check, eventually, finish, open, has = S.check, S.eventually, S.finish, S.open, S.has
local bin, world, places, position = S.bin, S.world, S.places, S.position

S.write('pyproject.toml', { '[project]', 'name = "shop"' })
S.write('billing.py', {
  '# °名😀 prices in €',
  'def total(items):',
  '    """Adds the prices up."""',
  '    return sum(items)',
  '',
  '',
  'def receipt(items):',
  '    return total(items)',
})
S.write('app.py', {
  'from billing import total',
  '',
  '',
  'def checkout(items):',
  '    return "😀", total(items)',
  '',
  '',
  'def idle():',
  '    return None',
})

local app = open('app.py')
S.attached(app)
local function client()
  return S.client(app)
end
local ready = S.ready
check('ready says what was indexed', ready and ready.files >= 2 and ready.symbols >= 4, ready)
check('the status line says it', require('lockstep').status()[1]:find('ready: %d+ files') ~= nil, require('lockstep').status())
check('UTF-8 columns are agreed on', client().offset_encoding == 'utf-8', client().offset_encoding)

local function request(method, params, bufnr)
  return S.request(method, params, bufnr or app)
end

local function references(bufnr, line, word)
  local params = position(bufnr, line, word)
  params.context = { includeDeclaration = false }
  local found, err = request('textDocument/references', params, bufnr)
  return err and vim.inspect(err) or places(found)
end

--- What an assistant is told, in a process of its own. Everything typed so far is published before it is asked.
local function tool(...)
  assert(request('lockstep/revision', vim.empty_dict()))
  local result = vim.system({ bin, 'call', ... }, { cwd = world, text = true }):wait(30000)
  return (result.stdout or '') .. (result.stderr or '')
end

local function callers(symbol)
  return tool('find_callers', 'symbol=' .. symbol)
end

-- Reading ----------------------------------------------------------------------------------------------------------
local before = 'app.py:1 app.py:5 billing.py:8'
local found = references(app, 5, 'total')
check('references, behind an emoji on the line', found == before, found)
local definition = places(request('textDocument/definition', position(app, 5, 'total')))
check('definition', definition == 'billing.py:2', definition)
local hover = request('textDocument/hover', position(app, 5, 'total'))
local hovered = hover and hover.contents.value or ''
check('hover', has(hovered, 'def total(items)', 'Adds the prices up', 'billing.py:2', '2 callers', '3 references'), hovered)
local told = callers('total')
check('the assistant sees both callers', has(told, 'checkout', 'receipt') and not has(told, 'idle'), told)

-- Lenses -----------------------------------------------------------------------------------------------------------
local billing = open('billing.py')
local function lens(bufnr, line)
  for _, one in ipairs(vim.lsp.codelens.get(bufnr)) do
    if one.range.start.line == line - 1 and one.command then
      return one.command.title
    end
  end
end
eventually('a lens counts callers', function()
  return (lens(billing, 2) or ''):find('^2 callers · ') ~= nil
end, function()
  return vim.lsp.codelens.get(billing)
end)
vim.api.nvim_win_set_cursor(0, { 2, 0 })
vim.lsp.codelens.run()
eventually('running it fills the quickfix list', function()
  return #vim.fn.getqflist() == 2
end, vim.fn.getqflist)
vim.cmd('cclose')

-- Typing, without saving -------------------------------------------------------------------------------------------
vim.api.nvim_set_current_buf(app)
vim.api.nvim_win_set_cursor(0, { 9, 0 })
vim.cmd('normal! cc    return total([])')
check('the buffer is not saved', vim.bo[app].modified)
found = references(app, 5, 'total')
check('references see the new call', found == 'app.py:1 app.py:5 app.py:9 billing.py:8', found)
told = callers('total')
check('the assistant sees the new caller', has(told, 'checkout', 'receipt', 'idle'), told)
eventually('the lens of the other buffer counts it', function()
  return (lens(billing, 2) or ''):find('^3 callers · ') ~= nil
end, function()
  return vim.lsp.codelens.get(billing)
end)

vim.cmd('silent undo')
check('undo takes it back', vim.api.nvim_buf_get_lines(app, 8, 9, false)[1] == '    return None')
found = references(app, 5, 'total')
check('references see the undo', found == before, found)
told = callers('total')
check('the assistant sees the undo', has(told, 'checkout', 'receipt') and not has(told, 'idle'), told)

-- Renaming a definition in its buffer ------------------------------------------------------------------------------
vim.api.nvim_set_current_buf(billing)
vim.api.nvim_win_set_cursor(0, { 2, 4 })
vim.cmd('normal! cwsum_up')
found = references(billing, 2, 'sum_up')
check('nobody refers to the new name', found == '', found)
told = callers('sum_up')
check('the assistant sees it without callers', not has(told, 'checkout') and not has(told, 'receipt'), told)
definition = places(request('textDocument/definition', position(app, 5, 'total')))
check('the old name is defined no more', definition == '' or definition == 'app.py:1', definition)

-- Closing unsaved --------------------------------------------------------------------------------------------------
vim.api.nvim_set_current_buf(app)
vim.cmd('bwipeout! ' .. billing)
found = references(app, 5, 'total')
check('after closing unsaved the disk counts again', found == before, found)
told = callers('total')
check('for the assistant too', has(told, 'checkout', 'receipt'), told)

-- The cursor -------------------------------------------------------------------------------------------------------
-- Without a user there is no main loop that would notice a move.
local function moved(line, column)
  vim.api.nvim_win_set_cursor(0, { line, column })
  vim.api.nvim_exec_autocmds('CursorMoved', { buffer = app })
end
moved(5, 11)
eventually('the assistant sees where the cursor rests', function()
  told = tool('editor_context')
  return has(told, 'app.py:5:12')
end, function()
  return told
end)
vim.cmd('normal! v')
moved(5, 15)
eventually('and what is selected', function()
  told = tool('editor_context')
  return has(told, 'selected 5:12-5:14')
end, function()
  return told
end)
vim.cmd('normal! \27')

-- Commands ---------------------------------------------------------------------------------------------------------
vim.api.nvim_win_set_cursor(0, { 5, 20 })
vim.fn.setqflist({}, 'r')
vim.cmd('LockstepReferences')
eventually(':LockstepReferences fills the quickfix list', function()
  return #vim.fn.getqflist() == 3
end, vim.fn.getqflist)
vim.cmd('cclose')
vim.api.nvim_set_current_buf(app)

local first = client().id
vim.cmd('LockstepRestart')
eventually(':LockstepRestart attaches again', function()
  return client() ~= nil and client().id ~= first
end)
found = references(app, 5, 'total')
check('and answers as before', found == before, found)

vim.cmd('silent checkhealth lockstep')
local health = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
check(':checkhealth finds nothing wrong', has(health, 'OK') and not has(health, 'ERROR') and not has(health, 'WARNING'), health)
vim.api.nvim_set_current_buf(app)

-- A server that dies -----------------------------------------------------------------------------------------------
local dying = client().id
local pids = vim.fn.systemlist({ 'pgrep', '-P', tostring(vim.fn.getpid()), '-f', vim.fs.basename(bin) .. ' lsp' })
check('one server process', #pids == 1, pids)
if pids[1] then
  vim.uv.kill(tonumber(pids[1]), 'sigkill')
  eventually('a killed server is started again', function()
    return client() ~= nil and client().id ~= dying
  end)
  found = references(app, 5, 'total')
  check('and knows the buffer', found == before, found)
end

finish()
