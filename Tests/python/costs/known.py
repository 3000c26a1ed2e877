"""What grows faster than its input and has neither a mend nor a limit yet: each is a debt, and goes from here when it is paid."""

#: By shape and command.
KNOWN = set()
