-- What the scripts of this folder share: results, a world, and the plugin as a user has it.
local S = { failures = 0 }

function S.check(name, ok, detail)
  local why = not ok and detail ~= nil and ('\n      ' .. vim.inspect(detail)) or ''
  io.stdout:write((ok and 'ok    ' or 'FAIL  ') .. name .. why .. '\n')
  if not ok then
    S.failures = S.failures + 1
  end
  return ok
end

-- Messages end without a line break here, which would glue the next result to them.
vim.notify = function(message)
  io.stdout:write('      note: ' .. message .. '\n')
end

function S.eventually(name, condition, detail)
  local ok = vim.wait(20000, condition, 10)
  return S.check(name, ok, not ok and detail and detail() or nil)
end

function S.finish()
  for _, client in ipairs(vim.lsp.get_clients()) do
    client:stop()
  end
  local stopped = vim.wait(5000, function()
    return #vim.lsp.get_clients() == 0
  end, 10)
  S.check('the client stops when told to', stopped)
  io.stdout:flush()
  os.exit(S.failures)
end

S.bin = assert(vim.env.LOCKSTEP_BIN, 'LOCKSTEP_BIN is not set')
local here = vim.fs.dirname(vim.fs.abspath(arg[0]))
local world = vim.fs.abspath(arg[1] or vim.fn.tempname())
vim.fn.mkdir(world, 'p')
S.world = vim.uv.fs_realpath(world)

function S.write(name, lines)
  local path = S.world .. '/' .. name
  vim.fn.mkdir(vim.fs.dirname(path), 'p')
  vim.fn.writefile(lines, path)
end

-- The plugin, as a user has it.
vim.opt.runtimepath:prepend(vim.fs.joinpath(here, '../../../editors/nvim'))
vim.cmd('filetype on')
vim.cmd('runtime! plugin/lockstep.lua')
vim.lsp.config('lockstep', { cmd = { S.bin, 'lsp' } })
local on_ready = vim.lsp.config['lockstep'].handlers['lockstep/ready']
vim.lsp.config('lockstep', {
  handlers = {
    ['lockstep/ready'] = function(err, figures, ctx)
      S.ready = figures
      return on_ready(err, figures, ctx)
    end,
  },
})

function S.open(name)
  vim.cmd.edit(vim.fn.fnameescape(S.world .. '/' .. name))
  return vim.api.nvim_get_current_buf()
end

--- Waits until Lockstep is attached to `bufnr` and has indexed its folder.
function S.attached(bufnr)
  local attached = S.eventually('opening a file attaches', function()
    return S.client(bufnr) ~= nil
  end)
  if not attached then
    S.finish()
  end
  S.eventually('lockstep/ready comes', function()
    return S.ready ~= nil
  end)
end

function S.client(bufnr)
  return vim.lsp.get_clients({ bufnr = bufnr, name = 'lockstep' })[1]
end

function S.request(method, params, bufnr)
  local answer, err = S.client(bufnr):request_sync(method, params, 10000, bufnr)
  if not answer or answer.err then
    return nil, err or answer.err
  end
  return answer.result
end

--- `file:line` of each location, one-based and sorted.
function S.places(locations)
  local list = vim.tbl_map(function(location)
    return ('%s:%d'):format(vim.fs.basename(vim.uri_to_fname(location.uri)), location.range.start.line + 1)
  end, locations or {})
  table.sort(list)
  return table.concat(list, ' ')
end

function S.position(bufnr, line, word)
  local text = vim.api.nvim_buf_get_lines(bufnr, line - 1, line, false)[1]
  return {
    textDocument = vim.lsp.util.make_text_document_params(bufnr),
    position = { line = line - 1, character = assert(text:find(word, 1, true), text) - 1 },
  }
end

function S.has(text, ...)
  for _, part in ipairs({ ... }) do
    if not text:find(part, 1, true) then
      return false
    end
  end
  return true
end

return S
