-- Neovim 0.11 or later; put it into init.lua.
vim.filetype.add({ extension = { traits = "traits", samples = "traits-samples", names = "traits-names" } })
vim.lsp.config("traitgen", { cmd = { "traitgen", "lsp" }, filetypes = { "traits", "traits-samples", "traits-names" }, root_markers = { "Package.swift", ".git" } })
vim.lsp.enable("traitgen")
