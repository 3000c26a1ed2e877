"""What grows faster than its input and has neither a mend nor a limit yet: each is a debt, and goes from here when it is paid."""

SET = ("check", "build", "doc", "run", "why-not", "eval", "lsp")

#: Rows that overlap in several inputs are compared with all before them; rules of DMN are such rows.
ROWS = ("a table of booleans", "a table of numbers", "many rows of hit any", "many rows of hit collect", "many rows of intervals")

#: What leads to each truth is gone through for the lens above it.
LENSES = (
    "a chain of truths on facts",
    "a circle of truths on facts",
    "a circle both ways",
    "a chain of views",
    "misspelt guardrails",
    "misspelt facts that are produced",
)

#: A closing searches all that a run made before it: a view over all decisions is made anew by each.
VIEWS = "a history of decisions that are counted by a view"

#: By shape and command.
KNOWN = (
    {(shape, command) for shape in ROWS for command in SET}
    | {(shape, "lsp") for shape in LENSES}
    | {(shape, "diff with less") for shape in LENSES}
    | {(VIEWS, command) for command in ("verify", "replay", "replay --cascade")}
    | {(shape, command) for shape in ("nested list", "nested functions, called twice", "nested tables") for command in SET}
    | {("DMN: many rules", "import dmn")}
    | {("many wrong values of a large enum", command) for command in ("run", "run --format json", "why-not")}
)
