-- Edits a script in Neovim with the files of editors/nvim, and checks what its own client makes of the language server:
-- nvim --headless --clean --cmd 'set rtp^=editors/nvim' -S check.lua FILE

local function check(condition, message)
  if condition then return end
  io.stderr:write('failed: ' .. message .. '\n')
  vim.cmd('cquit')
end

local function lines() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n') end

-- The syntax name at a place, from 1; the language server's tokens are something else.
local function syntax(line, column)
  return vim.fn.synIDattr(vim.fn.synID(line, column, 1), 'name')
end

local function main()
  vim.api.nvim_buf_set_lines(0, 0, -1, false, {
    '# a comment', 'repeat 2', 'add "😀 Milk" $n', '| output', 'end', '.clear(id: 12)', 'toggle 0 --all', "nonsense 'x'",
  })
  check(vim.bo.filetype == 'todoscript', 'the file type is ' .. vim.bo.filetype)
  check(vim.bo.commentstring == '# %s' and vim.bo.shiftwidth == 2, 'the settings of the file type')
  for _, case in ipairs({
    { 1, 3, 'Comment' }, { 2, 1, 'Block' }, { 3, 1, 'Command' }, { 3, 5, 'String' }, { 4, 1, 'Output' }, { 5, 1, 'Block' },
    { 6, 2, 'Case' }, { 6, 12, 'Number' }, { 7, 1, 'Command' }, { 7, 8, 'Number' }, { 7, 11, 'Option' }, { 8, 1, 'Command' },
    { 8, 10, 'String' }, { 3, 18, 'Variable' },
  }) do
    local name = syntax(case[1], case[2])
    check(name == 'todoscript' .. case[3], ('syntax at %d:%d is %q, not %s'):format(case[1], case[2], name, case[3]))
  end

  -- The server is started by the file type. Each wait ends as soon as its condition holds.
  local function wait(message, condition) check(vim.wait(60000, condition, 10), 'waited for ' .. message) end
  wait('the server', function() return #vim.lsp.get_clients({ bufnr = 0, name = 'todoscript' }) == 1 end)
  local client = vim.lsp.get_clients({ bufnr = 0 })[1]
  wait('its start', function() return client.initialized end)
  local function request(method, params)
    params.textDocument = vim.lsp.util.make_text_document_params(0)
    local answer = client:request_sync(method, params, 60000, 0)
    check(answer and not answer.err, method .. ' failed')
    return answer.result
  end
  local function diagnostics()
    local found = {}
    for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
      found[#found + 1] = ('%d:%d'):format(diagnostic.lnum, diagnostic.col)
    end
    table.sort(found)
    return table.concat(found, ' ')
  end
  wait('the errors', function() return diagnostics():find('7:0') end)
  check(vim.lsp.buf_is_attached(0, client.id), 'the client is attached')

  -- An edit behind an emoji, as if typed.
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'let n = 1', 'add "😀"', 'repeat 2', 'add $n', 'end' })
  wait('no errors', function() return diagnostics() == '' end)
  vim.api.nvim_buf_set_text(0, 1, 10, 1, 10, { " 'x" })
  wait('the error behind the emoji', function() return diagnostics() == '1:11' end)
  vim.api.nvim_buf_set_text(0, 1, 10, 1, 13, { '' })
  wait('its end', function() return diagnostics() == '' end)

  local hover = request('textDocument/hover', { position = { line = 1, character = 1 } })
  check(hover.contents.value:find('add [TEXT]', 1, true), 'hover: ' .. vim.inspect(hover))
  local completion = request('textDocument/completion', { position = { line = 3, character = 5 } })
  check(completion.items[1].textEdit.newText == '$n', 'completion: ' .. vim.inspect(completion))
  local definition = request('textDocument/definition', { position = { line = 3, character = 6 } })
  check(definition.range.start.line == 0, 'definition: ' .. vim.inspect(definition))

  vim.lsp.buf.format({ async = false, timeout_ms = 60000 })
  check(lines() == 'let n = 1\nadd "😀"\nrepeat 2\n  add $n\nend', 'formatted: ' .. lines())
  wait('tokens', function()
    local tokens = vim.lsp.semantic_tokens.get_at_pos(0, 1, 1)
    return tokens and #tokens == 1 and tokens[1].type == 'keyword'
  end)
  client:stop()
  wait('the end of the server', function() return client:is_stopped() end)
  print('ok')
  vim.cmd('qall!')
end

local isFine, message = xpcall(main, debug.traceback)
check(isFine, tostring(message))
