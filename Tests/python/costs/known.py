"""What grows faster than its input and has neither a mend nor a limit yet: each is a debt, and goes from here when it is paid."""

SET = ("check", "build", "doc", "run", "why-not", "eval", "lsp")

#: Rows that overlap in several inputs are compared with all before them; so are the rules of DMN.
ROWS = ("a table of booleans", "a table of numbers", "many rows of hit any")

#: The lens above each truth goes through all that leads to it. Why `diff` takes more than 10 s for 10,000 was not looked into.
CHAINS = ("a chain of truths on facts", "a circle of truths on facts", "a circle both ways", "a chain of views")

#: A view over all decisions is made anew for each.
COUNTED = "a history of decisions that are counted by a view"

#: By shape and command.
KNOWN = (
    {(shape, command) for shape in ROWS for command in SET}
    | {(shape, command) for shape in CHAINS for command in ("lsp", "diff with less")}
    | {(COUNTED, command) for command in ("verify", "replay", "replay --cascade")}
    | {("nested list", command) for command in ("run", "why-not", "eval")}
    | {("DMN: many rules", "import dmn")}
)
