-- Where the cursor is and what is selected, for an assistant that is asked about "this". Said when the cursor comes to
-- rest, not at each of its steps.
local M = {}

local NAME = 'lockstep'
local REST_MS = 100

local timer = assert(vim.uv.new_timer())
-- client id -> what it was told last
local told = {}

-- A byte of a line (0-based) as the protocol counts it.
local function position(bufnr, line, byte, encoding)
  local text = vim.api.nvim_buf_get_lines(bufnr, line, line + 1, false)[1] or ''
  return { line = line, character = vim.str_utfindex(text, encoding, math.min(byte, #text), false) }
end

-- The byte behind the character at `byte` of a line.
local function behind(bufnr, line, byte)
  local text = vim.api.nvim_buf_get_lines(bufnr, line, line + 1, false)[1] or ''
  return byte < #text and byte + vim.str_utf_end(text, byte + 1) + 1 or #text
end

local function selection(bufnr, encoding)
  local mode = vim.fn.mode():sub(1, 1)
  if mode ~= 'v' and mode ~= 'V' and mode ~= '\22' then
    return nil
  end
  local from, to = vim.fn.getpos('v'), vim.fn.getpos('.')
  if to[2] < from[2] or (to[2] == from[2] and to[3] < from[3]) then
    from, to = to, from
  end
  local first, last = from[2] - 1, to[2] - 1
  if mode == 'V' then
    return { start = position(bufnr, first, 0, encoding), ['end'] = position(bufnr, last, math.huge, encoding) }
  end
  return {
    start = position(bufnr, first, from[3] - 1, encoding),
    ['end'] = position(bufnr, last, behind(bufnr, last, to[3] - 1), encoding),
  }
end

--- Tells where the cursor is, if that has changed.
function M.tell()
  local bufnr = vim.api.nvim_get_current_buf()
  for _, client in ipairs(vim.lsp.get_clients({ bufnr = bufnr, name = NAME })) do
    local cursor = vim.api.nvim_win_get_cursor(0)
    local params = {
      textDocument = vim.lsp.util.make_text_document_params(bufnr),
      position = position(bufnr, cursor[1] - 1, cursor[2], client.offset_encoding),
      selection = selection(bufnr, client.offset_encoding),
    }
    if not vim.deep_equal(told[client.id], params) then
      told[client.id] = params
      client:notify('lockstep/didChangeFocus', params)
    end
  end
end

vim.api.nvim_create_autocmd({ 'BufEnter', 'CursorMoved', 'CursorMovedI', 'LspAttach', 'ModeChanged' }, {
  group = vim.api.nvim_create_augroup('lockstep.focus', {}),
  callback = function()
    timer:start(REST_MS, 0, vim.schedule_wrap(M.tell))
  end,
})

return M
