-- Truths in Neovim: the file type, and the language server for its files, fixtures and a proposal that is tried.

if vim.g.loaded_truths then
  return
end
vim.g.loaded_truths = true

vim.filetype.add({ extension = { truths = "truths", jtbd = "truths" } })

if vim.fn.has("nvim-0.11") == 1 then
  -- Reads lsp/truths.lua of this folder.
  vim.lsp.enable("truths")
  return
end

-- Older versions: the same configuration, started for each buffer.
vim.api.nvim_create_autocmd("FileType", {
  pattern = { "truths", "json", "jsonl" },
  callback = function(event)
    local file = vim.api.nvim_get_runtime_file("lsp/truths.lua", false)[1]
    local config = vim.tbl_extend("force", dofile(file), { name = "truths" })
    local find = config.root_dir
    find(event.buf, function(root)
      config.root_dir = root
      vim.lsp.start(config, { bufnr = event.buf })
    end)
  end,
})
