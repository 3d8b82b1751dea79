-- What other servers of a buffer answer: with `navigation = 'auto'` Lockstep leaves that to them, so that no list has
-- everything twice.
local M = {}

local NAME = 'lockstep'
local METHODS = {
  'textDocument/declaration',
  'textDocument/definition',
  'textDocument/typeDefinition',
  'textDocument/implementation',
  'textDocument/references',
  'textDocument/documentHighlight',
  'textDocument/documentSymbol',
  'textDocument/foldingRange',
  'textDocument/selectionRange',
  'textDocument/prepareCallHierarchy',
  'textDocument/prepareTypeHierarchy',
}
local OF_WORKSPACE = 'workspace/symbol'

-- client id -> { bufnr (0: the workspace) -> what it was told last }
local told = {}

--- The methods that other servers of a buffer answer, sorted.
--- @param bufnr integer
--- @param gone integer|nil a client that is just leaving the buffer
--- @return string[]
function M.answered(bufnr, gone)
  local methods = {}
  for _, client in ipairs(vim.lsp.get_clients({ bufnr = bufnr })) do
    if client.name ~= NAME and client.id ~= gone then
      for _, method in ipairs(METHODS) do
        if client:supports_method(method, bufnr) then
          methods[method] = true
        end
      end
    end
  end
  local list = vim.tbl_keys(methods)
  table.sort(list)
  return list
end

-- Searched in all files at once, it is left to others only if they cover every buffer.
local function answered_in_workspace(client, gone)
  for bufnr in pairs(client.attached_buffers) do
    local covered = false
    for _, other in ipairs(vim.lsp.get_clients({ bufnr = bufnr })) do
      covered = covered
        or (other.name ~= NAME and other.id ~= gone and other:supports_method(OF_WORKSPACE, bufnr))
    end
    if not covered then
      return {}
    end
  end
  return { OF_WORKSPACE }
end

local function say(client, key, uri, methods)
  local known = told[client.id] or {}
  told[client.id] = known
  local text = table.concat(methods, ' ')
  if (known[key] or '') ~= text then
    known[key] = text
    client:notify('lockstep/navigation', { uri = uri, others = methods })
  end
end

--- Tells Lockstep what the other servers of a buffer answer, if that has changed.
--- @param bufnr integer
--- @param gone integer|nil a client that is just leaving the buffer
function M.tell(bufnr, gone)
  if not vim.api.nvim_buf_is_loaded(bufnr) then
    return
  end
  for _, client in ipairs(vim.lsp.get_clients({ bufnr = bufnr, name = NAME })) do
    if client.id ~= gone then
      say(client, bufnr, vim.uri_from_bufnr(bufnr), M.answered(bufnr, gone))
      say(client, 0, nil, answered_in_workspace(client, gone))
    end
  end
end

local group = vim.api.nvim_create_augroup('lockstep.others', {})
vim.api.nvim_create_autocmd({ 'LspAttach', 'LspDetach', 'BufEnter' }, {
  group = group,
  callback = function(args)
    local client_id = args.data and args.data.client_id
    local gone = args.event == 'LspDetach' and client_id or nil
    if gone and told[gone] then
      -- Lockstep forgets a document when it is closed.
      told[gone][args.buf] = nil
    end
    M.tell(args.buf, gone)
  end,
})

return M
