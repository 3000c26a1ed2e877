"""Every snippet, with what it proposes in its places, is laid out as `truths fmt` lays it out, and can be read. TRUTHS names the program."""

import json
import os
import pathlib
import re
import subprocess
import unittest

SNIPPETS = pathlib.Path(__file__).resolve().parents[1] / "vscode/snippets/truths.json"
TRUTHS = os.environ.get("TRUTHS")


def expanded(body):
    text = "\n".join(body).replace("$CURRENT_YEAR", "2030")
    return re.sub(r"\$\{\d+:([^{}]*)\}", r"\1", text).replace("$0", "")


class SnippetTests(unittest.TestCase):
    def test_places_of_one_number_propose_one_thing(self):
        for name, snippet in json.loads(SNIPPETS.read_text(encoding="utf-8")).items():
            proposed = {}
            for number, text in re.findall(r"\$\{(\d+):([^{}]*)\}", "\n".join(snippet["body"])):
                self.assertEqual(proposed.setdefault(number, text), text, name)
            self.assertNotRegex(expanded(snippet["body"]), r"\$", name)

    @unittest.skipUnless(TRUTHS and os.path.exists(TRUTHS), "TRUTHS names no program")
    def test_snippets_are_read_and_laid_out(self):
        for name, snippet in json.loads(SNIPPETS.read_text(encoding="utf-8")).items():
            text = expanded(snippet["body"])
            if name == "ignore":
                text += "\npack shop:\n  version: 1.0.0\n"
            done = subprocess.run([TRUTHS, "fmt", "-"], input=text, capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, text, ""), name)


if __name__ == "__main__":
    unittest.main()
