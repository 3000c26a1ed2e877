"""The package of the VS Code extension: the same bytes each time, whole, and with nothing else in it."""

import io
import json
import pathlib
import sys
import unittest
import xml.etree.ElementTree
import zipfile

EDITORS = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(EDITORS))
import icon  # noqa: E402
import package  # noqa: E402


class PackageTests(unittest.TestCase):
    def test_bytes_are_the_same(self):
        self.assertEqual(package.package(), package.package())

    def test_it_is_whole(self):
        archive = zipfile.ZipFile(io.BytesIO(package.package()))
        names = archive.namelist()
        self.assertEqual(names[:2], ["[Content_Types].xml", "extension.vsixmanifest"])
        self.assertEqual(len(names), len(set(names)))
        self.assertFalse([name for name in names[2:] if not name.startswith("extension/") or ".." in name])
        types = {one.get("Extension") for one in xml.etree.ElementTree.fromstring(archive.read(names[0]))}
        self.assertFalse({pathlib.PurePosixPath(name).suffix for name in names[1:]} - types)
        manifest = xml.etree.ElementTree.fromstring(archive.read(names[1]))
        space = "{http://schemas.microsoft.com/developer/vsx-schema/2011}"
        for asset in manifest.iter(f"{space}Asset"):
            self.assertIn(asset.get("Path"), names)
        self.assertEqual(archive.read("extension/icon.png"), icon.image())
        identity = next(manifest.iter(f"{space}Identity"))
        stated = json.loads(archive.read("extension/package.json"))
        self.assertEqual((identity.get("Id"), identity.get("Version")), (stated["name"], stated["version"]))
        # Every module of the extension is there.
        self.assertEqual({f"extension/src/{path.name}" for path in (EDITORS / "vscode/src").glob("*.js")} - set(names), set())


if __name__ == "__main__":
    unittest.main()
