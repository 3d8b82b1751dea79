-- What a user of Neovim does with the answers: hierarchies, jumps, highlights, folds, beside another server and without, and
-- several folders in one session.
--
--   LOCKSTEP_BIN=/path/to/lockstep nvim --headless --clean -l navigation.lua [empty folder for the world]
local S = dofile(vim.fs.joinpath(vim.fs.dirname(vim.fs.abspath(arg[0])), 'support.lua'))
local check, eventually, places, position = S.check, S.eventually, S.places, S.position

S.write('one/pyproject.toml', { '[project]', 'name = "one"' })
S.write('one/shapes.py', {
  'class Shape:',
  '    def area(self):',
  '        return 0',
  '',
  '',
  'class Square(Shape):',
  '    def area(self):',
  '        return side(self) * side(self)',
  '',
  '',
  'def side(shape: Square):',
  '    return shape.width',
})
S.write('one/app.py', {
  'from shapes import Square, side',
  '',
  '',
  'def total(boxes):',
  '    count = 0',
  '    for box in boxes:',
  '        count = count + side(box)',
  '    made = Square()',
  '    return count, made.area()',
})
S.write('two/pyproject.toml', { '[project]', 'name = "two"' })
S.write('two/other.py', { 'def elsewhere():', '    pass', '', '', 'elsewhere()' })

local app = S.open('one/app.py')
S.attached(app)

local function cursor(line, word)
  local text = vim.api.nvim_buf_get_lines(0, line - 1, line, false)[1]
  vim.api.nvim_win_set_cursor(0, { line, assert(text:find(word, 1, true), text) - 1 })
end

--- What ends up in the quickfix list: `file:line text` of each entry.
local function quickfix(name, act, expected)
  vim.fn.setqflist({}, 'r')
  act()
  local function listed()
    local lines = vim.tbl_map(function(item)
      return ('%s:%d'):format(vim.fs.basename(vim.fn.bufname(item.bufnr)), item.lnum)
    end, vim.fn.getqflist())
    table.sort(lines)
    return table.concat(lines, ' ')
  end
  eventually(name, function()
    return listed() == expected
  end, listed)
  vim.cmd('cclose')
  vim.api.nvim_set_current_buf(app)
end

--- Where a jump ends.
local function jump(name, act, expected)
  vim.api.nvim_set_current_buf(app)
  act()
  local function here()
    return ('%s:%d'):format(vim.fs.basename(vim.api.nvim_buf_get_name(0)), vim.api.nvim_win_get_cursor(0)[1])
  end
  eventually(name, function()
    return here() == expected
  end, here)
  vim.api.nvim_set_current_buf(app)
end

-- Alone ------------------------------------------------------------------------------------------------------------
cursor(7, 'side')
quickfix('vim.lsp.buf.incoming_calls', vim.lsp.buf.incoming_calls, 'app.py:7 shapes.py:8 shapes.py:8')
cursor(4, 'total')
-- Neovim shows the places of outgoing calls under the name of the called file.
quickfix('vim.lsp.buf.outgoing_calls', vim.lsp.buf.outgoing_calls, 'shapes.py:7 shapes.py:8 shapes.py:9')
cursor(1, 'Square')
local hierarchy
local handler = vim.lsp.handlers['typeHierarchy/supertypes']
vim.lsp.handlers['typeHierarchy/supertypes'] = function(err, result, ctx, ...)
  hierarchy = result
  return handler and handler(err, result, ctx, ...)
end
vim.lsp.buf.typehierarchy('supertypes')
eventually('vim.lsp.buf.typehierarchy', function()
  return hierarchy and #hierarchy == 1 and hierarchy[1].name == 'Shape'
end, function()
  return hierarchy
end)
vim.cmd('cclose')
vim.api.nvim_set_current_buf(app)
jump('vim.lsp.buf.type_definition', function()
  cursor(9, 'made')
  vim.lsp.buf.type_definition()
end, 'shapes.py:6')
jump('vim.lsp.buf.declaration', function()
  cursor(7, 'side')
  vim.lsp.buf.declaration()
end, 'app.py:1')
jump('vim.lsp.buf.implementation', function()
  cursor(9, 'area')
  vim.lsp.buf.implementation()
end, 'shapes.py:7')

cursor(7, 'count')
vim.lsp.buf.document_highlight()
local function highlighted()
  local lines = {}
  for _, space in pairs(vim.api.nvim_get_namespaces()) do
    for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(app, space, 0, -1, { details = true })) do
      local group = mark[4].hl_group
      if type(group) == 'string' and group:find('^LspReference') then
        lines[#lines + 1] = ('%d %s'):format(mark[2] + 1, group)
      end
    end
  end
  table.sort(lines)
  return table.concat(lines, ', ')
end
eventually('vim.lsp.buf.document_highlight', function()
  return highlighted()
    == '5 LspReferenceWrite, 7 LspReferenceRead, 7 LspReferenceWrite, 9 LspReferenceRead'
end, highlighted)
vim.lsp.buf.clear_references()

vim.wo.foldmethod = 'expr'
vim.wo.foldexpr = 'v:lua.vim.lsp.foldexpr()'
vim.wo.foldlevel = 0
local function folds()
  local closed, line = {}, 1
  while line <= vim.api.nvim_buf_line_count(app) do
    local last = vim.fn.foldclosedend(line)
    if last ~= -1 then
      closed[#closed + 1] = ('%d-%d'):format(line, last)
      line = last
    end
    line = line + 1
  end
  return table.concat(closed, ' ')
end
eventually('vim.lsp.foldexpr', function()
  vim.cmd('silent! normal! zx')
  vim.cmd('silent! normal! zM')
  return folds() == '4-9'
end, folds)
vim.wo.foldmethod = 'manual'
vim.cmd('silent! normal! zE')

local selections = S.request('textDocument/selectionRange', {
  textDocument = vim.lsp.util.make_text_document_params(app),
  positions = { position(app, 7, 'side').position },
}, app)
local outward = selections and selections[1]
check(
  'a selection grows from the word to the call',
  outward and outward.range['end'].character == 28 and outward.parent.parent.range['end'].character == 33,
  selections
)

-- Beside another server --------------------------------------------------------------------------------------------
local function definitions(params)
  return places(S.request('textDocument/definition', params, app))
end
local at = position(app, 7, 'side')
check('alone it answers', definitions(at) == 'shapes.py:11', definitions(at))
local other = vim.lsp.start({
  name = 'other',
  root_dir = S.world .. '/one',
  cmd = function(dispatchers)
    local stopped = false
    return {
      request = function(method, _, callback)
        local result = vim.NIL
        if method == 'initialize' then
          result = { capabilities = { definitionProvider = true, callHierarchyProvider = true } }
        end
        vim.schedule(function()
          callback(nil, result)
        end)
        return true, 1
      end,
      notify = function(method)
        if method == 'exit' then
          stopped = true
          dispatchers.on_exit(0, 0)
        end
        return true
      end,
      is_closing = function()
        return stopped
      end,
      terminate = function()
        stopped = true
      end,
    }
  end,
}, { bufnr = app })
eventually('what the other server answers is left to it', function()
  return definitions(at) == ''
end, function()
  return definitions(at)
end)
local function null(method, params)
  local result = S.request(method, params, app)
  return result == nil or result == vim.NIL
end
check('nor a call hierarchy', null('textDocument/prepareCallHierarchy', at))
local asked = vim.tbl_extend('force', at, { context = { includeDeclaration = false } })
check('what it does not answer is answered', places(S.request('textDocument/references', asked, app)):find('app.py:7') ~= nil)
local hover = S.request('textDocument/hover', at, app)
check('hover stays', hover and hover.contents.value:find('callers') ~= nil, hover)
local shapes = S.open('one/shapes.py')
S.attached(shapes)
local there = places(S.request('textDocument/definition', position(shapes, 8, 'side'), shapes))
check('a buffer without the other server is answered', there == 'shapes.py:11', there)
vim.api.nvim_set_current_buf(app)
cursor(7, 'side')
vim.fn.setqflist({}, 'r')
vim.cmd('LockstepReferences')
eventually(':LockstepReferences asks Lockstep all the same', function()
  return #vim.fn.getqflist() == 4
end, vim.fn.getqflist)
vim.cmd('cclose')
vim.api.nvim_set_current_buf(app)
vim.cmd('silent checkhealth lockstep')
local health = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
check(':checkhealth says what is left', S.has(health, 'app.py: left to other servers', 'textDocument/definition'), health)
vim.api.nvim_set_current_buf(app)
vim.lsp.buf_detach_client(app, other)
eventually('when the other server has left, all is answered again', function()
  return definitions(at) == 'shapes.py:11'
end, function()
  return definitions(at)
end)
S.client(app):notify('workspace/didChangeConfiguration', { settings = { lockstep = { navigation = 'off' } } })
check('switched off while it runs', definitions(at) == '', definitions(at))
S.client(app):notify('workspace/didChangeConfiguration', { settings = { lockstep = { navigation = 'on' } } })
check('and on', definitions(at) == 'shapes.py:11', definitions(at))

-- Several folders --------------------------------------------------------------------------------------------------
S.ready = nil
vim.lsp.buf.add_workspace_folder(S.world .. '/two')
eventually('a folder is added to the session', function()
  return S.ready ~= nil and vim.endswith(S.ready.root, '/two')
end)
local found = S.request('workspace/symbol', { query = 'elsewhere' }, app)
check('its symbols are found', found and #found == 1 and vim.endswith(found[1].location.uri, '/two/other.py'), found)
check('the status has a line for each', #require('lockstep').status() == 2, require('lockstep').status())
vim.lsp.buf.remove_workspace_folder(S.world .. '/two')
found = S.request('workspace/symbol', { query = 'elsewhere' }, app)
check('and are no more when it is removed', found and #found == 0, found)

S.finish()
