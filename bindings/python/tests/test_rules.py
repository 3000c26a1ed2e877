"""Rule sets: where they are read from, and what they say of themselves."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import truths
from shop import PATH, SHOP, order


def test_a_folder_is_read_at_any_depth(project: Path) -> None:
    rules = truths.load("truths")
    assert rules.packs == ["shop"]
    assert rules.warnings[0]["file"] == PATH


@pytest.mark.parametrize("path", ["truths", "./truths", "truths/", "truths/shop", PATH, Path("truths"), "."])
def test_all_paths_give_one_set(project: Path, rules: truths.Rules, path: os.PathLike[str]) -> None:
    assert truths.load(path).hash == rules.hash


def test_an_absolute_path_gives_the_same_set(project: Path, rules: truths.Rules) -> None:
    loaded = truths.load(project / "truths")
    assert loaded.hash == rules.hash
    assert loaded.warnings[0]["file"] == str(project / PATH)


def test_a_file_given_twice_counts_once(project: Path, rules: truths.Rules) -> None:
    assert truths.load("truths", PATH, "truths/shop").hash == rules.hash


def test_what_is_hidden_or_of_another_kind_is_passed_over(project: Path, rules: truths.Rules) -> None:
    (project / "truths/.drafts").mkdir()
    (project / "truths/.drafts/bad.truths").write_text("nonsense")
    (project / "truths/shop/.bad.truths").write_text("nonsense")
    (project / "truths/shop/notes.txt").write_text("nonsense")
    assert truths.load("truths").hash == rules.hash


def test_a_link_to_a_folder_is_read_or_refused(project: Path, rules: truths.Rules) -> None:
    (project / "truths/shop").rename(project / "elsewhere")
    (project / "truths/shop").symlink_to("../elsewhere", target_is_directory=True)
    assert truths.load("truths").hash == rules.hash
    for target in ("shop", "../elsewhere", ".", "../truths", ".."):
        (project / "truths/again").symlink_to(target, target_is_directory=True)
        with pytest.raises(OSError, match="which is read by that path already"):
            truths.load("truths")
        (project / "truths/again").unlink()
    (project / "truths/again").symlink_to("again")
    with pytest.raises(OSError):
        truths.load("truths")


def test_what_is_no_file_is_refused(project: Path) -> None:
    for name in ("truths/pipe", "truths/shop/shop.pipe.truths"):
        os.mkfifo(project / name)
        with pytest.raises(OSError, match="neither a file nor a folder"):
            truths.load("truths")
        (project / name).unlink()


def test_several_packs_are_one_set(project: Path) -> None:
    (project / "truths/trust").mkdir()
    (project / "truths/trust/trust.truths").write_text("pack trust:\n  version: 1.0.0\n  summary: Who may do what\n")
    assert sorted(truths.load("truths").packs) == ["shop", "trust"]
    assert sorted(truths.load("truths/trust", "truths/shop").packs) == ["shop", "trust"]


def test_text_and_bytes_give_one_set(rules: truths.Rules) -> None:
    assert truths.loads({PATH: SHOP.encode()}).hash == rules.hash


def test_a_bundle_gives_the_same_set(project: Path, rules: truths.Rules) -> None:
    (project / "shop.truthpack").write_bytes(rules.pack())
    loaded = truths.load("shop.truthpack")
    assert loaded.hash == rules.hash
    assert loaded.pack() == rules.pack()
    assert loaded.on(b"").outcome(order()) == "rejected"


def test_what_is_not_there(project: Path) -> None:
    with pytest.raises(FileNotFoundError):
        truths.load("nowhere")
    with pytest.raises(FileNotFoundError):
        truths.load("nowhere.truths")
    with pytest.raises(FileNotFoundError):
        truths.load("nowhere.truthpack")
    (project / "empty").mkdir()
    with pytest.raises(FileNotFoundError, match="no .truths or .jtbd file is found"):
        truths.load("empty")
    (project / "truths/gone.truths").symlink_to("nowhere.truths")
    with pytest.raises(FileNotFoundError):
        truths.load("truths")


def test_what_is_no_rules(project: Path) -> None:
    with pytest.raises(ValueError, match="context.jsonl: it is not a .truths, .jtbd or .truthpack file"):
        truths.load("context.jsonl")
    with pytest.raises(ValueError):
        truths.load()
    with pytest.raises(ValueError, match="a bundle is loaded by itself"):
        truths.load("truths", "shop.truthpack")


def test_a_bundle_that_was_tampered_with_is_not_opened(project: Path, rules: truths.Rules) -> None:
    (project / "shop.truthpack").write_bytes(rules.pack().replace(b"amount > 0", b"amount > 1"))
    with pytest.raises(truths.FindingsError):
        truths.load("shop.truthpack")
    (project / "shop.truthpack").write_bytes(b"")
    with pytest.raises(truths.FindingsError):
        truths.load("shop.truthpack")


def test_errors_are_findings_with_their_places() -> None:
    with pytest.raises(truths.FindingsError) as raised:
        truths.loads({PATH: SHOP.replace("amount > 0", "amnt > 0")})
    error = next(finding for finding in raised.value.findings if finding["severity"] == "error")
    assert (error["code"], error["file"]) == ("T1001", PATH)
    line = SHOP[: SHOP.index("amount > 0")].count("\n") + 1
    assert (error["line"], error["column"]) == (line, 7)
    assert str(raised.value).splitlines()[0] == f"{PATH}:{line}:7: nothing here is called `amnt` (T1001)"
    assert "  did you mean `amount`?" in str(raised.value).splitlines()


def test_many_errors_are_shown_in_part() -> None:
    lines = "".join(f"    - amnt_{number} > 0\n" for number in range(30))
    with pytest.raises(truths.FindingsError) as raised:
        truths.loads({PATH: SHOP.replace("    - order_id exists\n", lines)})
    errors = [finding for finding in raised.value.findings if finding["severity"] == "error"]
    assert len(errors) == 30
    assert str(raised.value).endswith("and 10 more")


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"\x00", b"pack", b"pack shop:\n\tversion: 1\n", b"\r\r\r"])
def test_bytes_that_are_no_rules_are_findings_or_an_empty_set(content: bytes) -> None:
    try:
        rules = truths.loads({PATH: content})
    except truths.FindingsError as error:
        assert error.findings
        assert str(error)
    else:
        assert dict(rules.intents) == {}


def test_a_zero_byte_does_not_end_a_file() -> None:
    with pytest.raises(truths.FindingsError):
        truths.loads({PATH: SHOP + "\x00\nnonsense\n"})


def test_no_files_are_an_empty_set() -> None:
    rules = truths.loads({})
    assert rules.packs == []
    assert rules.on().outcome(order()) == "rejected"


def test_the_order_of_files_does_not_matter() -> None:
    trust = "pack trust:\n  version: 1.0.0\n  summary: Who may do what\n"
    one = truths.loads({PATH: SHOP, "truths/trust/trust.truths": trust})
    other = truths.loads({"truths/trust/trust.truths": trust, PATH: SHOP})
    assert one.hash == other.hash
    assert one.pack() == other.pack()


def test_intents_have_typed_fields_and_clauses(rules: truths.Rules) -> None:
    assert list(rules.intents) == ["place_order", "note_values"] or sorted(rules.intents) == [
        "note_values",
        "place_order",
    ]
    intent = rules.intents["place_order"]
    assert (intent.name, intent.pack) == ("place_order", "shop")
    assert {name: field.type for name, field in intent.fields.items()} == {
        "order_id": "text",
        "customer": "text",
        "amount": "decimal",
    }
    assert all(field.optional for field in intent.fields.values())
    texts = [clause.text for clause in intent.clauses]
    assert any("amount > 0" in text for text in texts)
    clause = next(clause for clause in intent.clauses if "order_id exists" in clause.text)
    assert (clause.id, clause.declared_by, clause.name) == ("shop.placing", "shop.placing", "requires[0]")


def test_types_are_as_the_language_writes_them(rules: truths.Rules) -> None:
    types = {field.name: field.type for field in rules.intents["note_values"].fields.values()}
    assert types["lines"] == "list of line"
    assert types["labels"] == "map of text"
    assert types["size"] == "size"
    assert types["span"] == "duration"


def test_fields_are_known_by_their_names_in_json(rules: truths.Rules) -> None:
    field = rules.intents["note_values"].fields["app.kubernetes.io/tag"]
    assert (field.name, field.json_name) == ("tag", "app.kubernetes.io/tag")


def test_facts_have_keys_and_fields(rules: truths.Rules) -> None:
    fact = rules.facts["order.placed"]
    assert (fact.type, fact.pack, fact.key, fact.view) == ("order.placed", "shop", ("order_id",), False)
    assert fact.fields["amount"].optional is False
    assert rules.facts["values.noted"].fields["number"].optional is True


def test_what_a_set_says_of_itself(rules: truths.Rules) -> None:
    assert rules.hash.startswith("sha256:") and len(rules.hash) == 71
    assert rules.language == 3
    assert rules.packs == ["shop"]
    assert [warning["code"] for warning in rules.warnings] == ["T5019", "T5022", "T5021"]
    assert rules.hash in repr(rules)


def test_a_closed_set_opens_nothing_more_and_its_gates_remain(rules: truths.Rules) -> None:
    with truths.loads({PATH: SHOP}) as closing:
        gate = closing.on(b'{"type": "customer.known", "customer": "ada"}\n')
        assert not closing.closed
    assert closing.closed
    closing.close()
    with pytest.raises(truths.MisuseError, match="closed"):
        closing.on()
    with pytest.raises(truths.MisuseError, match="closed"):
        closing.pack()
    with pytest.raises(truths.MisuseError, match="closed"):
        truths.verify(b"", closing)
    assert closing.hash == rules.hash
    assert "place_order" in closing.intents
    assert gate.decide(order())
    verdict = gate.verdict(order(amount=-1))
    assert verdict.clause is not None and "amount > 0" in verdict.clause.text
