-- Lenses, lists, status and restarts. No analysis: the server has it.
local M = {}

local NAME = 'lockstep'
-- After so many unexpected exits in a row it is left to `:LockstepRestart`.
local MAX_RESTARTS = 6
local FIRST_DELAY_MS = 500
local LONGEST_DELAY_MS = 15000
-- A client that lived so long starts counting afresh.
local STEADY_MS = 60000

-- client id -> { started = ms, figures = root -> table }
local clients = {}
-- bufnr -> { running = client id|nil, again = boolean }
local refreshes = {}
local restarts = 0

local function client_of(bufnr)
  return vim.lsp.get_clients({ bufnr = bufnr, name = NAME })[1]
end

local function warn(message)
  vim.notify('lockstep: ' .. message, vim.log.levels.WARN)
end

-- Lenses ---------------------------------------------------------------------------------------------------------

local function display(client, bufnr, lenses)
  if vim.api.nvim_buf_is_loaded(bufnr) and client.attached_buffers[bufnr] then
    vim.lsp.codelens.save(lenses, bufnr, client.id)
    vim.lsp.codelens.display(lenses, bufnr, client.id)
  end
end

-- Lenses are shown once all of them are resolved, so none flickers while somebody types; one that cannot be resolved
-- is left out until the next time.
local function resolve(client, bufnr, lenses, done)
  local left, resolved = #lenses, {}
  if left == 0 then
    return done(resolved)
  end
  for index, lens in ipairs(lenses) do
    local sent = client:request('codeLens/resolve', lens, function(_, result)
      resolved[index] = result
      left = left - 1
      if left == 0 then
        local list = {}
        for at = 1, #lenses do
          list[#list + 1] = resolved[at]
        end
        done(list)
      end
    end, bufnr)
    if not sent then
      return
    end
  end
end

--- Asks for the lenses of a buffer again. At most one is under way per buffer, and the last wish is never lost.
--- @param bufnr integer
function M.refresh(bufnr)
  local client = client_of(bufnr)
  if not client or not client:supports_method('textDocument/codeLens', bufnr) then
    return
  end
  if vim.lsp.codelens.enable then
    -- From 0.12 on Neovim does all this itself.
    return vim.lsp.codelens.enable(true, { bufnr = bufnr })
  end
  local state = refreshes[bufnr] or {}
  refreshes[bufnr] = state
  if state.running == client.id then
    state.again = true
    return
  end
  state.running, state.again = client.id, false
  local function finished()
    if refreshes[bufnr] == state and state.running == client.id then
      state.running = nil
      if state.again then
        M.refresh(bufnr)
      end
    end
  end
  local params = { textDocument = vim.lsp.util.make_text_document_params(bufnr) }
  local sent = client:request('textDocument/codeLens', params, function(err, lenses)
    if err or not lenses then
      return finished()
    end
    resolve(client, bufnr, lenses, function(resolved)
      display(client, bufnr, resolved)
      finished()
    end)
  end, bufnr)
  if not sent then
    state.running = nil
  end
end

--- @param client_id integer
function M.refresh_all(client_id)
  local client = vim.lsp.get_client_by_id(client_id)
  for bufnr in pairs(client and client.attached_buffers or {}) do
    M.refresh(bufnr)
  end
end

-- Lists ----------------------------------------------------------------------------------------------------------

local function to_quickfix(client, title, locations)
  if #locations == 0 then
    return vim.notify('lockstep: no references')
  end
  local items = vim.lsp.util.locations_to_items(locations, client.offset_encoding)
  vim.fn.setqflist({}, ' ', { title = title, items = items })
  vim.cmd('botright copen')
end

--- What a lens does: its places, in the quickfix list.
function M.show_references(command, ctx)
  local client = vim.lsp.get_client_by_id(ctx.client_id)
  if client then
    to_quickfix(client, command.title, (command.arguments or {})[3] or {})
  end
end

--- References of the word under the cursor, in the quickfix list.
function M.references()
  local bufnr = vim.api.nvim_get_current_buf()
  local client = client_of(bufnr)
  if not client then
    return warn('not attached to this buffer')
  end
  local word = vim.fn.expand('<cword>')
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  params.context = { includeDeclaration = false }
  -- Who says Lockstep means Lockstep, whoever else answers references.
  params['lockstep/always'] = true
  client:request('textDocument/references', params, function(err, locations)
    if err then
      return warn(err.message)
    end
    to_quickfix(client, 'References of ' .. word, locations or {})
  end, bufnr)
end

-- Status ---------------------------------------------------------------------------------------------------------

function M.on_ready(client_id, figures)
  clients[client_id] = clients[client_id] or { started = vim.uv.now() }
  local known = clients[client_id].figures or {}
  known[figures.root or ''] = figures
  clients[client_id].figures = known
  M.refresh_all(client_id)
end

--- One line per folder of an attached client: for a status line or `:LockstepStatus`.
--- @return string[]
function M.status()
  local lines = {}
  for _, client in ipairs(vim.lsp.get_clients({ name = NAME })) do
    local known = (clients[client.id] or {}).figures or {}
    for root, figures in vim.spairs(known) do
      local state = 'ready: %d files, %d symbols, %d references'
      lines[#lines + 1] = root .. ': ' .. state:format(figures.files, figures.symbols, figures.references)
    end
    if not next(known) then
      lines[#lines + 1] = ('%s: indexing'):format(client.root_dir or '?')
    end
  end
  if #lines == 0 then
    lines[1] = 'not attached'
  end
  return lines
end

function M.show_status()
  local config = vim.lsp.config[NAME]
  local command = type(config.cmd) == 'table' and config.cmd[1] or NAME
  local lines = M.status()
  if vim.fn.executable(command) == 0 then
    lines[#lines + 1] = ('`%s` is not to be found; see :checkhealth lockstep'):format(command)
    return vim.notify(table.concat(lines, '\n'))
  end
  vim.system({ command, 'status' }, { text = true, timeout = 5000 }, function(result)
    vim.schedule(function()
      if result.code == 0 and result.stdout ~= '' then
        lines[#lines + 1] = vim.trim(result.stdout)
      end
      vim.notify(table.concat(lines, '\n'))
    end)
  end)
end

-- Restarts -------------------------------------------------------------------------------------------------------

local function start_again(config, buffers)
  for _, bufnr in ipairs(buffers) do
    if vim.api.nvim_buf_is_loaded(bufnr) then
      vim.lsp.start(config, { bufnr = bufnr })
    end
  end
end

--- An LSP connection cannot be carried over to another host, so its process ends with the host, and is started again
--- here. On purpose means: `exit` (code 0), or a signal somebody sent.
function M.on_exit(code, signal, client_id)
  local client = vim.lsp.get_client_by_id(client_id)
  local buffers = vim.tbl_keys(client and client.attached_buffers or {})
  vim.schedule(function()
    local since = clients[client_id] and clients[client_id].started
    clients[client_id] = nil
    if not client or (code == 0 and signal == 0) or signal == 15 or vim.v.exiting ~= vim.NIL then
      return
    end
    if not vim.lsp.is_enabled(NAME) or #buffers == 0 then
      return
    end
    if since and vim.uv.now() - since > STEADY_MS then
      restarts = 0
    end
    if restarts >= MAX_RESTARTS then
      return warn('gave up after ' .. restarts .. ' restarts; :LockstepRestart tries again')
    end
    local delay = math.min(FIRST_DELAY_MS * 2 ^ restarts, LONGEST_DELAY_MS)
    restarts = restarts + 1
    vim.defer_fn(function()
      if vim.v.exiting == vim.NIL then
        start_again(client.config, buffers)
      end
    end, delay)
  end)
end

--- Ends the attached clients and attaches again.
function M.restart()
  restarts = 0
  local stopped = {}
  for _, client in ipairs(vim.lsp.get_clients({ name = NAME })) do
    stopped[#stopped + 1] = { client = client, buffers = vim.tbl_keys(client.attached_buffers) }
    client:stop()
  end
  if #stopped == 0 then
    -- Nothing to take over from: as if each buffer had just been opened.
    vim.lsp.enable(NAME)
    return
  end
  local tries = 0
  local function when_stopped()
    tries = tries + 1
    for _, entry in ipairs(stopped) do
      if not entry.client:is_stopped() then
        if tries > 50 then
          entry.client:stop(true)
        end
        return vim.defer_fn(when_stopped, 50)
      end
    end
    for _, entry in ipairs(stopped) do
      start_again(entry.client.config, entry.buffers)
    end
  end
  when_stopped()
end

vim.api.nvim_create_autocmd({ 'LspDetach', 'BufWipeout' }, {
  group = vim.api.nvim_create_augroup('lockstep.state', {}),
  callback = function(args)
    local state = refreshes[args.buf]
    if state and (not args.data or state.running == args.data.client_id) then
      refreshes[args.buf] = nil
    end
  end,
})
vim.api.nvim_create_autocmd('LspAttach', {
  group = 'lockstep.state',
  callback = function(args)
    local id = args.data.client_id
    local client = vim.lsp.get_client_by_id(id)
    if client and client.name == NAME and not clients[id] then
      clients[id] = { started = vim.uv.now() }
    end
  end,
})

return M
