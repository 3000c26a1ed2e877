-- The language server `truths lsp`. What differs is set with `vim.lsp.config("truths", { … })`.

--- The nearest folder upwards that holds `truths.yaml` or a folder `truths`.
local function root(path)
  for folder in vim.fs.parents(path) do
    local file = vim.uv or vim.loop
    local set = file.fs_stat(folder .. "/truths")
    if file.fs_stat(folder .. "/truths.yaml") or (set and set.type == "directory") then
      return folder
    end
  end
end

--- Whether a buffer is a proposal, or the context beside one.
local function is_tried(buffer, path)
  if vim.fs.basename(path) == "context.jsonl" then
    return true
  end
  local text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, 2000, false), "\n")
  local fine, value = pcall(vim.json.decode, text)
  return fine and type(value) == "table" and type(value.action) == "string"
end

return {
  cmd = { "truths", "lsp" },
  filetypes = { "truths", "json", "jsonl" },
  -- Of JSON files those of `Fixtures` beside a set, and proposals with what is known then.
  root_dir = function(buffer, start)
    local path = vim.api.nvim_buf_get_name(buffer)
    local found = root(path)
    if vim.bo[buffer].filetype == "truths" then
      start(found or vim.fs.dirname(path))
    elseif
      found
      and (
        vim.startswith(path, found .. "/Fixtures/")
        or path == found .. "/.truths/scratch.json"
        or path == found .. "/.truths/context.jsonl"
        or is_tried(buffer, path)
      )
    then
      start(found)
    end
  end,
}
