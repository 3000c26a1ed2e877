"""Neovim with editors/neovim, the configuration that its README proposes, and the real server, without a screen. NVIM names the editor (nvim), TRUTHS the program (truths); where one
of them is missing this says so and ends with 0. YAML_PARSER names the compiled parser of YAML, with which the tree-sitter grammar is tried.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

EDITORS = pathlib.Path(__file__).resolve().parents[1]

PACK = """pack shop:
  version: 1.0.0

fact order.placed:
  key: [order_id]
  fields:
    order_id: text

intent place_order:
  fields:
    order_id: text
    amount: decimal

truth ordering:
  when:
    - intent: place_order
  let:
    double: amount * 2
  requires:
    - order_id exists
    - amuont > 0
    - round(double, 2) < 100
  produces:
    - fact.order.placed
    - trace.shop.ordering
"""

FIXTURE = """{
  "id": "shop.small",
  "proposal": {"action": "place_order", "order_id": "o1", "amount": 90},
  "expected": {"decision": "rejected"}
}
"""

ORDER = '{"action": "place_order", "order_idd": "o3", "amount": 30}'

SCRATCH = '{"action": "place_order", "order_id": "o2", "amount": 30}'


def with_parsers(folder):
    """A folder for Neovim with both parsers."""
    (folder / "parser").mkdir(parents=True)
    (folder / "parser/yaml.so").symlink_to(pathlib.Path(os.environ["YAML_PARSER"]).resolve())
    sources = EDITORS / "tree-sitter/src"
    command = [os.environ.get("CC", "cc"), "-shared", "-fPIC", "-I", sources, sources / "parser.c"]
    subprocess.run([*command, "-o", folder / "parser/truths_clause.so"], check=True)
    return folder


def main():
    programs = {name: shutil.which(os.environ.get(name.upper(), name)) for name in ("nvim", "truths")}
    for name, path in programs.items():
        if not path:
            print(f"neovim: skipped, there is no {name} (set {name.upper()})")
            return 0
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve()
        pack = root / "project/truths/shop/shop.truths"
        pack.parent.mkdir(parents=True)
        pack.write_text(PACK, encoding="utf-8")
        fixture = root / "project/Fixtures/shop.json"
        fixture.parent.mkdir()
        fixture.write_text(FIXTURE, encoding="utf-8")
        scratch = root / "project/.truths/scratch.json"
        scratch.parent.mkdir()
        scratch.write_text(SCRATCH, encoding="utf-8")
        order = root / "project/orders/first.json"
        order.parent.mkdir()
        order.write_text(ORDER, encoding="utf-8")
        configuration = root / "init.lua"
        readme = (EDITORS / "neovim/README.md").read_text(encoding="utf-8")
        configuration.write_text(max(re.findall(r"```lua\n(.*?)```", readme, re.DOTALL), key=len), encoding="utf-8")
        # `truths` is found by its name, as a user has it.
        tools = root / "bin"
        tools.mkdir()
        (tools / "truths").symlink_to(pathlib.Path(programs["truths"]).resolve())
        environment = {**os.environ, "TEST_FILE": str(pack), "TEST_INIT": str(configuration), "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "HOME": folder,
                       **{f"XDG_{kind}_HOME": f"{folder}/{kind}" for kind in ("CONFIG", "DATA", "STATE", "CACHE")}}
        folders = [EDITORS / "neovim"]
        if "YAML_PARSER" in os.environ:
            folders += [EDITORS / "tree-sitter", with_parsers(root / "runtime")]
            environment["TEST_COLOURS"] = "1"
        command = [programs["nvim"], "--headless", "--clean", "--cmd", "set runtimepath^=" + ",".join(map(str, folders)),
                   "-c", f"luafile {EDITORS / 'tests/neovim.lua'}"]
        done = subprocess.run(command, cwd=root / "project", env=environment, timeout=300, check=False)
        coloured = "colours of tree-sitter, " if "YAML_PARSER" in os.environ else ""
        print("neovim: " + (f"{coloured}a finding, its fix, hover, completion, decisions beside the clauses and of a scratch proposal, the finding of an open proposal, lenses, renaming, layout" if done.returncode == 0 else "failed"))
        return done.returncode


if __name__ == "__main__":
    sys.exit(main())
