vim.bo.commentstring = "# %s"
vim.bo.expandtab = true
vim.bo.shiftwidth = 2
vim.bo.softtabstop = 2

-- Colours before the server has answered, where both parsers are: YAML's under another name has queries of its own (../tree-sitter).
local yaml = vim.api.nvim_get_runtime_file("parser/yaml.*", false)[1]
if vim.fn.has("nvim-0.11") == 1 and yaml and #vim.api.nvim_get_runtime_file("parser/truths_clause.*", false) > 0 then
  vim.treesitter.language.add("truths", { path = yaml, symbol_name = "yaml" })
  vim.treesitter.start(0, "truths")
end
