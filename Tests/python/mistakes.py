"""Scores the findings of `truths check` on seeded mistakes: is the first finding on the right line, and does it mend the mistake?

    python3 Tests/python/mistakes.py .build/release/truths [--set seen|held] [--kind KIND] [--list] [--min-line 98] [--min-mended 80]

The mistakes are in Tests/Mistakes, whose README says how they are scored.
"""
import argparse
import collections
import concurrent.futures
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Mistakes")
STEPS = 4  # An edit may need several fixes, such as one for each `&&` of a clause: so many findings are followed.
SECONDS = 20

Score = collections.namedtuple("Score", "mistake is_on_line mended finding fault")


class Folder:
    """A copy of a base, in which files are changed and put back."""

    def __init__(self, tool, base, at):
        self.tool, self.at = tool, at
        shutil.copytree(os.path.join(ROOT, "bases", base), at)
        self.texts = {}
        for path in glob.glob("**/*.*", root_dir=at, recursive=True):
            with open(os.path.join(at, path), encoding="utf-8", newline="") as file:
                self.texts[path] = file.read()
        if self.call("check", "--strict").returncode != 0:
            raise RuntimeError(f"`truths check --strict` finds something in base {base}")
        self.hash = self.built()

    def write(self, texts):
        for path, text in {**self.texts, **texts}.items():
            with open(os.path.join(self.at, path), "w", encoding="utf-8", newline="") as file:
                file.write(text)

    def call(self, *arguments):
        done = subprocess.run([self.tool, *arguments], cwd=self.at, capture_output=True, timeout=SECONDS, check=False)
        if done.returncode not in (0, 1, 65):
            raise RuntimeError(f"`truths {' '.join(arguments)}` ended with {done.returncode}: {done.stderr.decode()[-300:]}")
        return done

    def findings(self, texts):
        self.write(texts)
        return json.loads(self.call("check", "--format", "json").stdout or b"[]")

    def built(self):
        done = self.call("build")
        return json.loads(done.stdout)["truths"] if done.returncode == 0 else None

    def is_original(self, texts):
        """Whether the files have the canonical form of the original: the layout of `fmt`, apart from comments, or the hash."""
        if all(self.texts[path] == text for path, text in texts.items()):
            return True
        if any(words(self.texts[path]) != words(text) for path, text in texts.items()):
            return False
        self.write(texts)
        if self.call("fmt", "--quiet").returncode != 0:
            return False
        for path in texts:
            with open(os.path.join(self.at, path), encoding="utf-8", newline="") as file:
                if without_comments(file.read()) != without_comments(self.texts[path]):
                    return self.built() == self.hash
        return True


def without_comments(text):
    return [line for line in text.split("\n") if line.strip() and not line.lstrip().startswith("#")]


def words(text):
    """How often each word and number stands in a file: layout changes none, so files that differ in these are not equal."""
    return collections.Counter(re.findall(r"\w+", "\n".join(without_comments(text))))


# Edits of texts. Lines and columns count from 1, columns in Unicode scalar values.


def offset(text, line, column):
    lines = text.split("\n")
    if line > len(lines):
        return len(text)
    return sum(len(other) + 1 for other in lines[: line - 1]) + min(column - 1, len(lines[line - 1]))


def span_of(text, place):
    return (offset(text, place["line"], place["column"]), offset(text, place["end_line"], place["end_column"]))


def replaced(text, span, by):
    return text[: span[0]] + by + text[span[1] :]


def with_fix(texts, originals, fix):
    """The files with the edits of a fix."""
    changed = dict(texts)
    by_file = collections.defaultdict(list)
    for edit in fix["edits"]:
        by_file[edit["file"]].append(edit)
    for path, edits in by_file.items():
        text = changed.get(path, originals.get(path, ""))
        for span, by in sorted(((span_of(text, edit), edit["replacement"]) for edit in edits), reverse=True):
            text = replaced(text, span, by)
        changed[path] = text
    return changed


def end_of_brackets(text, place):
    """Where the brackets end that stand right behind a place."""
    depth = 0
    for at in range(place, len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0 or text[at] == "\n":
            return at + 1 if text[at] == ")" else place
    return place


def line_parts(text, span):
    """What a quoted text may stand for besides the span: the call that the span begins, the text around it, its line, the entry of the
    line, and the value behind the line's key."""
    yield (span[0], end_of_brackets(text, span[1]))
    quote = text.rfind('"', text.rfind("\n", 0, span[0]) + 1, span[0]), text.find('"', span[1])
    if 0 <= quote[0] and "\n" not in text[quote[0] : quote[1]]:
        yield (quote[0], quote[1] + 1)
    start = text.rfind("\n", 0, span[0]) + 1
    end = text.find("\n", span[0])
    end = len(text) if end < 0 else end
    entry = start + len(re.match(r"\s*(?:- ?)?", text[start:end])[0])
    yield (start, end)
    yield (entry, end)
    for colon in re.finditer(r":\s*", text[entry:end]):
        yield (entry + colon.end(), end)
        break


def mends(texts, originals, finding):
    """The files as they become with each fix of a finding, then with what its help quotes; with what that was."""
    for fix in finding["fixes"]:
        yield "fix", with_fix(texts, originals, fix)
    path = finding["file"]
    text = texts.get(path, originals.get(path))
    if text is None:
        return
    span = span_of(text, finding)
    for note in finding["notes"]:
        places = [span]
        if note.get("file") == path and span_of(text, note) not in places:
            places.append(span_of(text, note))
        places += [place for place in line_parts(text, span) if place not in places]
        for quoted in re.findall(r"`([^`]+)`", note["message"]):
            for place in places:
                yield "help", {**texts, path: replaced(text, place, quoted)}
            if text[span[0] : span[0] + 1] == '"':
                yield "help", {**texts, path: replaced(text, span, f'"{quoted}"')}
            for place in (span[0], span[1]):
                yield "help", {**texts, path: replaced(text, (place, place), quoted)}
                yield "help", {**texts, path: replaced(text, (place, place), f" {quoted}" if place == span[1] else f"{quoted} ")}
        if "double quotes" in note["message"]:
            yield "help", {**texts, path: replaced(text, span, f'"{text[span[0]:span[1]]}"')}
        if re.search(r"\b(remove|leave (it )?out|delete)\b", note["message"]):
            line = (text.rfind("\n", 0, span[0]) + 1, (text + "\n").find("\n", span[1]) + 1)
            block = (line[0], line[0] + len(re.match(r" *(?=\S).*\n(?:(?: +.*)?\n)*", text[line[0] :] + "\n")[0]))
            for place in (span, (span[0], span[1] + 1), (span[0] - 1, span[1]), line, block):
                yield "help", {**texts, path: replaced(text, place, "")}


def first(findings):
    """The first error, else the first finding: what a person reads first."""
    return next((finding for finding in findings if finding["severity"] == "error"), findings[0] if findings else None)


def faulty(mistake, text):
    """The file with its mistake."""
    start = offset(text, mistake.get("from", mistake["line"]), 1)
    place = text.find(mistake["old"], start)
    if place < 0 or "\n" in text[start:place]:
        raise ValueError(f"{mistake['id']}: `old` does not stand at its line")
    return replaced(text, (place, place + len(mistake["old"])), mistake["new"])


def mended(folder, texts, finding):
    """How the mistake is mended, `None` where it is not. Where a fix leaves another finding, that one is mended next."""
    is_by_fixes = True
    for _ in range(STEPS):
        following, tried = None, []
        for how, changed in mends(texts, folder.texts, finding):
            if changed in tried:
                continue
            tried.append(changed)
            if folder.is_original(changed):
                return how if is_by_fixes else "help"
            if following is None or (how == "fix" and following[0] != "fix"):
                following = (how, changed)
        if following is None:
            return None
        is_by_fixes = is_by_fixes and following[0] == "fix"
        texts = following[1]
        finding = first(folder.findings(texts))
        if finding is None:
            return None
    return None


def score(folder, mistake):
    path = mistake["file"]
    texts = {path: faulty(mistake, folder.texts[path])}
    try:
        finding = first(folder.findings(texts))
        if finding is None:
            return Score(mistake, False, None, None, None)
        is_on_line = finding["file"] == path and finding["line"] == mistake["line"]
        return Score(mistake, is_on_line, mended(folder, texts, finding), finding, None)
    except (RuntimeError, subprocess.TimeoutExpired, ValueError) as fault:
        return Score(mistake, False, None, None, str(fault))


def scores(tool, mistakes, jobs):
    """Scores them in their order; each worker has folders of its own."""
    own = threading.local()
    with tempfile.TemporaryDirectory() as room:

        def work(mistake):
            folders = own.__dict__.setdefault("folders", {})
            base = mistake["base"]
            if base not in folders:
                folders[base] = Folder(tool, base, os.path.join(room, f"{threading.get_ident()}-{base}"))
            return score(folders[base], mistake)

        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            return list(pool.map(work, mistakes))


def share(part, whole):
    return f"{part / whole * 100:5.1f} %" if whole else "      -"


def show(results):
    """The table: each kind, then the totals of both sets."""
    kinds = collections.defaultdict(list)
    for result in results:
        kinds[result.mistake["kind"]].append(result)
    groups = sorted(kinds.items())
    for name in ("seen", "held"):
        groups.append((name, [result for result in results if result.mistake["set"] == name]))
    groups.append(("all", results))
    width = max(len(name) for name, _ in groups)
    print(f"{'kind':{width}}  count  right line   mended  by a fix")
    for name, group in groups:
        if name == "seen":
            print("-" * (width + 37))
        lines = sum(result.is_on_line for result in group)
        mends_ = sum(result.mended is not None for result in group)
        fixes = sum(result.mended == "fix" for result in group)
        count = len(group)
        print(f"{name:{width}}  {count:5}     {share(lines, count)}  {share(mends_, count)}   {share(fixes, count)}")


def show_failures(results):
    """What has its first finding on another line, or is not mended, with that finding."""
    for result in results:
        if result.is_on_line and result.mended:
            continue
        mistake, finding = result.mistake, result.finding
        wrong = [] if result.is_on_line else ["line"]
        wrong += [] if result.mended else ["mended"]
        print(f"\n{mistake['id']} ({mistake['set']}): not {' and not '.join(wrong)}")
        print(f"  {os.path.basename(mistake['file'])}:{mistake['line']}: {mistake['note']}")
        for sign, text in (("-", mistake["old"]), ("+", mistake["new"])):
            for line in text.split("\n"):
                print(f"  {sign} {line}")
        if result.fault:
            print(f"  FAULT {result.fault}")
        elif finding is None:
            print("  nothing is found")
        else:
            print(f"  {finding['code']} {os.path.basename(finding['file'])}:{finding['line']}: {finding['message']}")
            for note in finding["notes"]:
                print(f"    {note['message']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("truths")
    parser.add_argument("--set", choices=["seen", "held"])
    parser.add_argument("--kind")
    parser.add_argument("--list", action="store_true", help="list what fails, with its first finding; of the held ones only with `--set held`")
    parser.add_argument("--min-line", type=float, default=0, help="the least share of right lines, in per cent")
    parser.add_argument("--min-mended", type=float, default=0, help="the least share of mended mistakes, in per cent")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    mistakes = []
    for path in sorted(glob.glob(os.path.join(ROOT, "mistakes", "*", "*.jsonl"))):
        with open(path, encoding="utf-8") as file:
            mistakes += [json.loads(line) for line in file]
    mistakes = [
        mistake
        for mistake in mistakes
        if options.set in (None, mistake["set"]) and options.kind in (None, mistake["kind"])
    ]
    if not mistakes:
        parser.error("there is no such mistake")
    results = scores(os.path.abspath(options.truths), mistakes, options.jobs)
    show(results)
    if options.list:
        show_failures([result for result in results if result.mistake["set"] == (options.set or "seen")])
    faults = [result for result in results if result.fault]
    for result in faults:
        print(f"{result.mistake['id']}: {result.fault}", file=sys.stderr)
    lines = sum(result.is_on_line for result in results) / len(results) * 100
    mends_ = sum(result.mended is not None for result in results) / len(results) * 100
    return 1 if faults or lines < options.min_line or mends_ < options.min_mended else 0


if __name__ == "__main__":
    sys.exit(main())
