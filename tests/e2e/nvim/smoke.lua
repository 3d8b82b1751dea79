-- A real Neovim with the real plugin, and an assistant's question from a second process.
--
--   LOCKSTEP_BIN=/path/to/lockstep nvim --headless --clean -l smoke.lua [empty folder for the world]
--
-- The exit status is the number of failures. The host that is started is that of the environment's runtime folder: set
-- XDG_RUNTIME_DIR, XDG_STATE_HOME and XDG_CACHE_HOME to keep it apart.
local failures = 0

local function check(name, ok, detail)
  local why = not ok and detail ~= nil and ('\n      ' .. vim.inspect(detail)) or ''
  io.stdout:write((ok and 'ok    ' or 'FAIL  ') .. name .. why .. '\n')
  if not ok then
    failures = failures + 1
  end
  return ok
end

-- Messages end without a line break here, which would glue the next result to them.
vim.notify = function(message)
  io.stdout:write('      note: ' .. message .. '\n')
end

local function eventually(name, condition, detail)
  local ok = vim.wait(20000, condition, 10)
  return check(name, ok, not ok and detail and detail() or nil)
end

local function finish()
  for _, client in ipairs(vim.lsp.get_clients()) do
    client:stop()
  end
  local stopped = vim.wait(5000, function()
    return #vim.lsp.get_clients() == 0
  end, 10)
  check('the client stops when told to', stopped)
  io.stdout:flush()
  os.exit(failures)
end

local bin = assert(vim.env.LOCKSTEP_BIN, 'LOCKSTEP_BIN is not set')
local here = vim.fs.dirname(vim.fs.abspath(arg[0]))
local world = vim.fs.abspath(arg[1] or vim.fn.tempname())
vim.fn.mkdir(world, 'p')
world = vim.uv.fs_realpath(world)

local function write(name, lines)
  vim.fn.writefile(lines, world .. '/' .. name)
end
write('pyproject.toml', { '[project]', 'name = "shop"' })
write('billing.py', {
  '# °名😀 prices in €',
  'def total(items):',
  '    """Adds the prices up."""',
  '    return sum(items)',
  '',
  '',
  'def receipt(items):',
  '    return total(items)',
})
write('app.py', {
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

-- The plugin, as a user has it.
vim.opt.runtimepath:prepend(vim.fs.joinpath(here, '../../../editors/nvim'))
vim.cmd('filetype on')
vim.cmd('runtime! plugin/lockstep.lua')
vim.lsp.config('lockstep', { cmd = { bin, 'lsp' } })
local ready
local on_ready = vim.lsp.config['lockstep'].handlers['lockstep/ready']
vim.lsp.config('lockstep', {
  handlers = {
    ['lockstep/ready'] = function(err, figures, ctx)
      ready = figures
      return on_ready(err, figures, ctx)
    end,
  },
})

local function open(name)
  vim.cmd.edit(vim.fn.fnameescape(world .. '/' .. name))
  return vim.api.nvim_get_current_buf()
end

local app = open('app.py')
local function client()
  return vim.lsp.get_clients({ bufnr = app, name = 'lockstep' })[1]
end
if not eventually('opening a file attaches', function()
  return client() ~= nil
end) then
  finish()
end
eventually('lockstep/ready comes', function()
  return ready ~= nil
end)
check('ready says what was indexed', ready and ready.files >= 2 and ready.symbols >= 4, ready)
check('the status line says it', require('lockstep').status()[1]:find('ready: %d+ files') ~= nil, require('lockstep').status())
check('UTF-8 columns are agreed on', client().offset_encoding == 'utf-8', client().offset_encoding)

local function request(method, params, bufnr)
  local answer, err = client():request_sync(method, params, 10000, bufnr or app)
  if not answer or answer.err then
    return nil, err or answer.err
  end
  return answer.result
end

--- `file:line` of each location, one-based and sorted.
local function places(locations)
  local list = vim.tbl_map(function(location)
    return ('%s:%d'):format(vim.fs.basename(vim.uri_to_fname(location.uri)), location.range.start.line + 1)
  end, locations or {})
  table.sort(list)
  return table.concat(list, ' ')
end

local function position(bufnr, line, word)
  local text = vim.api.nvim_buf_get_lines(bufnr, line - 1, line, false)[1]
  return {
    textDocument = vim.lsp.util.make_text_document_params(bufnr),
    position = { line = line - 1, character = assert(text:find(word, 1, true), text) - 1 },
  }
end

local function references(bufnr, line, word)
  local params = position(bufnr, line, word)
  params.context = { includeDeclaration = false }
  local found, err = request('textDocument/references', params, bufnr)
  return err and vim.inspect(err) or places(found)
end

--- What an assistant is told, in a process of its own. Everything typed so far is published before it is asked.
local function callers(symbol)
  assert(request('lockstep/revision', vim.empty_dict()))
  local result = vim.system({ bin, 'call', 'find_callers', 'symbol=' .. symbol }, { cwd = world, text = true }):wait(30000)
  return (result.stdout or '') .. (result.stderr or '')
end

local function has(text, ...)
  for _, part in ipairs({ ... }) do
    if not text:find(part, 1, true) then
      return false
    end
  end
  return true
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
