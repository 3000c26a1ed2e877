#!/usr/bin/env python3
"""Packs the VS Code extension, or checks what stands in `editors/`. Python's library is all that it needs.

usage: package.py --output FILE.vsix    the same files give the same bytes
       package.py --check               JSON, TOML, paths, links, the grammar, snippets: exit status 1 where something is wrong
"""

import argparse
import io
import json
import pathlib
import re
import sys
import tomllib
import xml.sax.saxutils
import zipfile

EDITORS = pathlib.Path(__file__).resolve().parent
ROOT = EDITORS.parent
EXTENSION = EDITORS / "vscode"
# What a package holds: nothing that merely lies there comes in.
PACKED = ["package.json", "README.md", "icon.png", "language-configuration.json", "snippets/*.json", "src/*.js", "syntaxes/*.json"]
TYPES = {".json": "application/json", ".js": "application/javascript", ".md": "text/markdown", ".txt": "text/plain",
         ".png": "image/png", ".vsixmanifest": "text/xml"}
KINDS = "pack enum record role policy fact intent truth table invariant function calendar lifecycle source blueprint jtbd".split()


def package():
    """The bytes of the `.vsix`."""
    manifest = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    files = {"[Content_Types].xml": content_types().encode(), "extension.vsixmanifest": vsix_manifest(manifest).encode()}
    for pattern in PACKED:
        for path in sorted(EXTENSION.glob(pattern)):
            files["extension/" + path.relative_to(EXTENSION).as_posix()] = path.read_bytes()
    files["extension/LICENSE.txt"] = (ROOT / "LICENSE").read_bytes()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            # Files of one system, and not compressed: another zlib would give other bytes.
            entry.create_system = 3
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, content)
    return packed.getvalue()


def content_types():
    defaults = "".join(f'<Default Extension="{ending}" ContentType="{kind}"/>' for ending, kind in TYPES.items())
    return ('<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            f"{defaults}</Types>\n")


def vsix_manifest(manifest):
    def text(name):
        return xml.sax.saxutils.escape(manifest[name], {'"': "&quot;"})

    tags = ",".join(manifest["keywords"] + [f"__ext_{ending[1:]}" for ending in manifest["contributes"]["languages"][0]["extensions"]])
    return f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="{text("name")}" Version="{text("version")}" Publisher="{text("publisher")}"/>
    <DisplayName>{text("displayName")}</DisplayName>
    <Description xml:space="preserve">{text("description")}</Description>
    <Tags>{tags}</Tags>
    <Categories>{",".join(manifest["categories"])}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/{text("icon")}</Icon>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="{xml.sax.saxutils.escape(manifest["engines"]["vscode"])}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="{",".join(manifest["extensionKind"])}"/>
    </Properties>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Icons.Default" Path="extension/{text("icon")}" Addressable="true"/>
  </Assets>
</PackageManifest>
"""


# Checks: each gives what is wrong.

def unreadable():
    for path in sorted(EDITORS.rglob("*.json")):
        try:
            json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            yield f"{path.relative_to(ROOT)}: {error}"
    for path in sorted(EDITORS.rglob("*.toml")):
        try:
            tomllib.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            yield f"{path.relative_to(ROOT)}: {error}"


def missing():
    """Files that are named and not there: by the manifest, by modules, by pages."""
    manifest = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    named = [manifest["main"], manifest["icon"]]
    for kind in ("languages", "grammars", "snippets"):
        for one in manifest["contributes"][kind]:
            named += [value for key, value in one.items() if key in ("configuration", "path")]
    packed = {path.resolve() for pattern in PACKED for path in EXTENSION.glob(pattern)}
    for name in named:
        if (EXTENSION / name).resolve() not in packed:
            yield f"editors/vscode/package.json: {name} is not in the package"
    for path in sorted(EXTENSION.glob("src/*.js")):
        for name in re.findall(r'require\("(\.[^"]*)"\)', path.read_text(encoding="utf-8")):
            if not (path.parent / name).is_file():
                yield f"{path.relative_to(ROOT)}: there is no {name}"
    for path in sorted(EDITORS.rglob("*.md")):
        for target in re.findall(r"\]\(([^)#\s]+)", path.read_text(encoding="utf-8")):
            if not target.startswith("http") and not (path.parent / target).exists():
                yield f"{path.relative_to(ROOT)}: there is no {target}"


def disagreeing():
    """The manifest and the code: commands, settings, the version."""
    manifest = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    code = "".join(path.read_text(encoding="utf-8") for path in sorted(EXTENSION.glob("src/*.js")))
    commands = {one["command"] for one in manifest["contributes"]["commands"]}
    made = set(re.findall(r'command\("(truths\.\w+)",', code))
    for name in sorted(commands ^ made):
        yield f"editors/vscode: the command {name} is {'not registered' if name in commands else 'not in package.json'}"
    views = {one["id"] for kind in manifest["contributes"]["views"].values() for one in kind}
    for name in sorted(views ^ set(re.findall(r'registerTreeDataProvider\("([\w.]+)"', code))):
        yield f"editors/vscode: the view {name} is {'not registered' if name in views else 'not in package.json'}"
    version = re.search(r'version = "([^"]+)"', (ROOT / "Sources/TruthsFindings/Tool.swift").read_text(encoding="utf-8")).group(1)
    if manifest["version"] != version:
        yield f"editors/vscode/package.json: the version is {manifest['version']}, that of the tool {version}"
    settings = manifest["contributes"]["configuration"]["properties"]
    if settings["truths.path"]["scope"] != "machine":
        yield "editors/vscode/package.json: a workspace must not say which program is run (truths.path, scope)"
    guarded = manifest["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"]
    for name in sorted(set(settings) - set(guarded)):
        yield f"editors/vscode/package.json: {name} counts in workspaces that are not trusted"
    snippets = json.loads((EXTENSION / "snippets/truths.json").read_text(encoding="utf-8"))
    for kind in KINDS:
        if not any(one["body"][0].startswith(f"{kind} ") for one in snippets.values()):
            yield f"editors/vscode/snippets/truths.json: there is no snippet of {kind}"


def uncoloured():
    """What is wrong with the grammar, or with its tokens of the packs of this repository."""
    sys.path.insert(0, str(EDITORS / "tests"))
    import textmate

    try:
        grammar = textmate.Grammar(EXTENSION / "syntaxes/truths.tmLanguage.json")
    except ValueError as error:
        yield f"editors/vscode/syntaxes/truths.tmLanguage.json: {error}"
        return
    files = sorted((ROOT / "truths").rglob("*.truths")) + sorted((ROOT / "jtbd").rglob("*.jtbd"))
    for path in files:
        text = path.read_text(encoding="utf-8")
        for number, tokens in enumerate(grammar.tokens(text), 1):
            for written, scopes in tokens:
                if written.strip() and (len(scopes) < 2 or any(".unknown" in one or one.startswith("invalid") for one in scopes)):
                    yield f"{path.relative_to(ROOT)}:{number}: `{written.strip()}` has the scopes {' '.join(scopes)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=pathlib.Path, help="where the package is written")
    parser.add_argument("--check", action="store_true", help="check what stands here")
    options = parser.parse_args()
    if not options.check and not options.output:
        parser.error("--check or --output is needed")
    if options.check:
        faults = list(unreadable()) or [fault for check in (missing, disagreeing, uncoloured) for fault in check()]
        for fault in faults:
            print(fault)
        if faults:
            return 1
    if options.output:
        options.output.parent.mkdir(parents=True, exist_ok=True)
        options.output.write_bytes(package())
    return 0


if __name__ == "__main__":
    sys.exit(main())
