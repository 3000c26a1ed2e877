-- Run by neovim.py: opens a pack, sees its finding, applies the fix, hovers, completes, sees decisions, renames, formats. TEST_FILE names
-- the pack, TEST_INIT the configuration that the README proposes.

local function fail(text)
  io.stderr:write(text .. "\n")
  vim.cmd("cquit 1")
end

local function check(condition, text)
  if not condition then
    fail("neovim: " .. text)
  end
end

local function wait(condition, text)
  check(vim.wait(60000, condition, 20), text .. " did not come")
end

--- The line and column of a piece of the buffer, from 0.
local function place(piece, behind)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, true)) do
    local found = line:find(piece, 1, true)
    if found then
      return { line = number - 1, character = found - 1 + (behind or 0) }
    end
  end
  fail("neovim: there is no " .. piece)
end

--- Whether a text stands beside or above a line of the buffer: a lens.
local function drawn(text)
  return vim.iter(vim.api.nvim_buf_get_extmarks(0, -1, 0, -1, { details = true })):any(function(mark)
    return vim.inspect({ mark[4].virt_text, mark[4].virt_lines }):find(text, 1, true) ~= nil
  end)
end

local function main()
  if vim.fn.has("nvim-0.11") == 1 then
    dofile(vim.env.TEST_INIT)
  end
  vim.cmd.edit(vim.fn.fnameescape(vim.env.TEST_FILE))
  check(vim.bo.filetype == "truths", "the file type is " .. vim.bo.filetype)
  check(vim.bo.commentstring == "# %s", "comments are " .. vim.bo.commentstring)
  if vim.env.TEST_COLOURS then
    check(vim.treesitter.highlighter.active[vim.api.nvim_get_current_buf()], "tree-sitter does not colour")
    vim.treesitter.get_parser(0):parse(true)
    for piece, colour in pairs({ ["exists"] = "keyword.operator", ["ordering"] = "type", ["* 2"] = "operator", ["round"] = "function" }) do
      local at = place(piece)
      local found = vim.iter(vim.treesitter.get_captures_at_pos(0, at.line, at.character)):any(function(one)
        return one.lang == "truths_clause" and one.capture == colour
      end)
      check(found, piece .. " is not coloured as " .. colour)
    end
  end
  local list = vim.lsp.get_clients or vim.lsp.get_active_clients
  wait(function()
    return #list({ name = "truths" }) > 0
  end, "the server")
  local client = list({ name = "truths" })[1]
  local uri = vim.uri_from_bufnr(0)
  local function ask(method, parameters)
    local answer, fault
    local function taken(err, result)
      answer, fault = { result = result }, err
    end
    if vim.fn.has("nvim-0.11") == 1 then
      client:request(method, parameters, taken, 0)
    else
      client.request(method, parameters, taken, 0)
    end
    wait(function()
      return answer ~= nil
    end, method)
    check(not fault, method .. ": " .. vim.inspect(fault))
    return answer.result
  end
  local function at(piece, behind)
    return { textDocument = { uri = uri }, position = place(piece, behind) }
  end

  -- A finding
  wait(function()
    return #vim.diagnostic.get(0) > 0
  end, "a finding")
  local finding = vim.diagnostic.get(0)[1]
  check(finding.code == "T1001", "the finding is " .. tostring(finding.code))
  check(finding.lnum == place("amuont").line, "the finding is at line " .. finding.lnum)

  -- Its fix
  local start = place("amuont")
  local actions = ask("textDocument/codeAction", {
    textDocument = { uri = uri },
    range = { start = start, ["end"] = start },
    context = { diagnostics = {}, only = { "quickfix" } },
  })
  check(#actions > 0, "there is no action")
  vim.lsp.util.apply_workspace_edit(actions[1].edit, client.offset_encoding)
  check(place("amount > 0").line == start.line, "the fix is another one")
  wait(function()
    return #vim.diagnostic.get(0) == 0
  end, "the end of the finding")

  -- Hover, completion
  check(vim.inspect(ask("textDocument/hover", at("amount > 0", 1))):find("amount", 1, true), "the hover says nothing")
  local items = ask("textDocument/completion", at("amount > 0", 3)).items
  local labels = vim.tbl_map(function(item)
    return item.label
  end, items)
  check(vim.tbl_contains(labels, "amount"), "amount is not proposed")

  -- What each clause comes to, in the scratch proposal and in a fixture, as the editor shows it, after a change too
  if vim.fn.has("nvim-0.11") == 1 then
    local rules = vim.api.nvim_get_current_buf()
    local function shows(text, buffer)
      wait(function()
        return vim.iter(vim.lsp.inlay_hint.get({ bufnr = buffer or rules })):any(function(one)
          return one.inlay_hint.label == text
        end)
      end, text)
    end
    shows("✓ double 60")
    vim.cmd.split(".truths/scratch.json")
    local scratch = vim.api.nvim_get_current_buf()
    shows("✓ Accepted: 3 requirements hold", scratch)
    local amount = place("30")
    vim.api.nvim_buf_set_text(0, amount.line, amount.character, amount.line, amount.character + 2, { "70" })
    shows("✗ double 140")
    vim.cmd.close({ bang = true })

    -- The lens with the next case
    vim.api.nvim_win_set_cursor(0, { place("truth ordering").line + 1, 0 })
    wait(function()
      return drawn("beside it: .truths/scratch.json, Rejected (1 of 2, next)")
    end, "the lens of the scratch proposal")
    vim.ui.select = function(lenses, options, choose)
      for number, lens in ipairs(lenses) do
        if options.format_item(lens):find("next", 1, true) then
          return choose(lens, number)
        end
      end
    end
    vim.api.nvim_feedkeys("grx", "x", false)
    shows("✗ double 180")
    wait(function()
      return drawn("beside it: shop.small, Rejected (2 of 2, next)")
    end, "the lens of the fixture")
    local line = place("double: amount * 2")
    vim.api.nvim_buf_set_text(0, line.line, line.character + 17, line.line, line.character + 18, { "1" })
    shows("✓ double 90")
    vim.api.nvim_buf_set_text(0, line.line, line.character + 17, line.line, line.character + 18, { "2" })
    check(drawn("1 fixture"), "there is no lens of the fixture's outcome")
  end

  -- A proposal that is open is tried: its finding, its fix, and a rename of what it names
  vim.cmd.split("orders/first.json")
  local order = vim.api.nvim_get_current_buf()
  wait(function()
    return #vim.diagnostic.get(order) > 0
  end, "a finding of the proposal")
  check(vim.diagnostic.get(order)[1].code == "T8103", "the proposal has another finding")
  local wrong = place('"order_idd"')
  local fixes = ask("textDocument/codeAction", {
    textDocument = { uri = vim.uri_from_bufnr(order) },
    range = { start = wrong, ["end"] = wrong },
    context = { diagnostics = {} },
  })
  check(#fixes > 0 and fixes[1].title == "write `order_id`", "the near name is not proposed")
  vim.lsp.util.apply_workspace_edit(fixes[1].edit, client.offset_encoding)
  wait(function()
    return #vim.diagnostic.get(order) == 0
  end, "the end of the proposal's finding")
  vim.cmd.close({ bang = true })

  -- Renaming, as the editor does it
  local name = place("double: amount")
  vim.api.nvim_win_set_cursor(0, { name.line + 1, name.character })
  vim.lsp.buf.rename("twice")
  wait(function()
    return vim.fn.search("twice: amount", "nw") > 0 and vim.fn.search("round(twice", "nw") > 0
  end, "the new name")

  -- Formatting
  vim.api.nvim_buf_set_lines(0, -1, -1, true, { "enum   kind: [ a,b ]" })
  vim.lsp.buf.format({ timeout_ms = 60000 })
  check(vim.fn.search("^enum kind: \\[a, b\\]$", "nw") > 0, "it is not laid out")

  -- Colours
  local tokens = ask("textDocument/semanticTokens/full", { textDocument = { uri = uri } })
  check(#tokens.data > 100, "there are no tokens")
  vim.cmd("qall!")
end

local fine, fault = xpcall(main, debug.traceback)
if not fine then
  fail(tostring(fault))
end
