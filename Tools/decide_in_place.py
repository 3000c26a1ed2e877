"""The pictures of Neovim with what each clause of a rule comes to, beside it (docs/how-to/editor.md)."""

import json
import pathlib

import neovim_screen

PLUGIN = pathlib.Path(__file__).resolve().parent.parent / "editors/neovim"
COLUMNS, ROWS = 88, 25

RULES = """pack shop:
  version: 1.0.0

fact customer.blocked:
  key: [customer_id]
  external: true
  fields:
    customer_id: text

fact order.placed:
  key: [order_id]
  fields:
    order_id: text
    customer_id: text
    total: decimal in eur

policy limit:
  type: decimal in eur
  default: 100

intent place_order:
  fields:
    order_id: text
    customer_id: text
    amount: integer
    price: decimal in eur

truth ordering:
  summary: A customer in good standing orders
  when:
    - intent: place_order
  let:
    total: amount * price
  requires:
    - order_id exists
    - customer_id exists
    - amount between 1 and 100
    - price > 0
  invariants:
    - customer.blocked → reject("Please call us")
    - amount > 50 → warn("A large order")
    - total > limit → reject("Ask for an offer")
  produces:
    - fact.order.placed
    - trace.order.placed
"""
PROPOSAL = """{
  "action": "place_order",
  "order_id": "o1", "customer_id": "ann",
  "amount": 60, "price": 4
}
"""
# The decision of one order below the limit and one above.
FIXTURES = [
    {
        "id": f"shop.order.{name}",
        "proposal": {"action": "place_order", "order_id": "o1", "customer_id": "bob", "amount": amount, "price": 10},
        "expected": {"decision": decision},
    }
    for name, amount, decision in (("small", 3, "accepted"), ("large", 30, "halted"))
]
FILES = {
    "truths/shop/shop.truths": RULES, "Fixtures/shop/shop.order.json": json.dumps(FIXTURES), ".truths/scratch.json": PROPOSAL,
}

SET_UP = """
vim.o.swapfile = false
vim.o.laststatus = 2
vim.o.statusline = " %f %m"
vim.o.winborder = "rounded"
vim.o.showmode = false
vim.opt.fillchars = { eob = " " }
vim.opt.shortmess:append("F")
vim.lsp.inlay_hint.enable()
vim.api.nvim_set_hl(0, "LspInlayHint", { link = "Comment" })

vim.cmd.edit("truths/shop/shop.truths")
local rules = vim.api.nvim_get_current_buf()
local rule = vim.fn.search("^truth ")
vim.cmd("normal! zt")
vim.cmd("belowright 5split .truths/scratch.json")
local tried = vim.api.nvim_get_current_buf()
vim.cmd.wincmd("p")

local function shows(buffer, label)
  return vim.iter(vim.lsp.inlay_hint.get({ bufnr = buffer })):any(function(one) return one.inlay_hint.label == label end)
end
function Decided(clause, decision)
  local coloured = #(vim.lsp.semantic_tokens.get_at_pos(rules, rule - 1, 0) or {}) > 0
  return coloured and shows(rules, clause) and shows(tried, decision)
end
function Floats()
  return #vim.tbl_filter(function(window) return vim.api.nvim_win_get_config(window).relative ~= "" end, vim.api.nvim_list_wins())
end
"""


def pictures(program, folder, environment):
    """The pictures by their names."""
    for path, text in FILES.items():
        file = folder / path
        file.parent.mkdir(parents=True)
        file.write_text(text)
    arguments = ["--cmd", f"set runtimepath^={PLUGIN}"]
    with neovim_screen.NeovimScreen(program, arguments, COLUMNS, ROWS, folder, environment) as neovim:
        neovim.wait("vim.v.vim_did_enter == 1")
        neovim.lua(SET_UP)
        neovim.wait("Decided(unpack(given))", "✗ total 240 eur · limit 100 eur", "✗ Halted: Ask for an offer")
        yield "neovim", neovim.drawn("Neovim: what each clause of a rule comes to for the proposal below it")
        neovim.lua('vim.fn.search("> limit") vim.lsp.buf.hover()')
        neovim.wait("Floats() == 1")
        yield "neovim-hover", neovim.drawn("Neovim: what would have the proposal accepted")
