"""Makes the Swift code of proto/ anew, in Server/Generated (`make proto`), or checks that it is of proto/ as it is.

    python3 Tools/proto.py FOLDER     # with protoc-gen-swift and protoc-gen-grpc-swift-2 in the folder
    python3 Tools/proto.py --check    # compiles proto/ and compares; no plugin is needed

The files are described in `descriptors.swift`, which the server's reflection tells, with the hash of each other file that was made
with it. grpcio-tools has the compiler.
"""

import base64
import hashlib
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROTO = ROOT / "proto"
GENERATED = ROOT / "Server/Generated"
OPTIONS = "Visibility=Package,FileNaming=PathToUnderscores,UseAccessLevelOnImports=true"


def protoc(files, *arguments):
    command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTO}", *arguments, *map(str, files)]
    subprocess.run(command, check=True)


def sources():
    return sorted(PROTO.rglob("*.proto"))


def description():
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "set"
        protoc(sources(), f"--descriptor_set_out={file}")
        return base64.b64encode(file.read_bytes()).decode()


def descriptors():
    """The text of `descriptors.swift`."""
    made = [path for path in sorted(GENERATED.glob("*.swift")) if path.name != "descriptors.swift"]
    sums = [f"// {path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}" for path in made]
    text = description()
    lines = [text[start:start + 120] for start in range(0, len(text), 120)]
    return "\n".join([
        "// Made by Tools/proto.py, with:", *sums, "", "/// The files of proto/, as a compiler describes them.",
        "package enum DescriptorSet {", "  /// A `google.protobuf.FileDescriptorSet`.", '  package static let base64 = """',
        *[f"    {line}\\" for line in lines[:-1]], f"    {lines[-1]}", '    """', "}", ""])


def make(plugins):
    for path in GENERATED.glob("*.swift"):
        path.unlink()
    for path in sources():
        # Clients of ours call no other services.
        client = "true" if "converge" in path.parts else "false"
        protoc(
            [path], f"--plugin={plugins}/protoc-gen-swift", f"--plugin={plugins}/protoc-gen-grpc-swift-2",
            f"--swift_out={GENERATED}", f"--swift_opt={OPTIONS}", f"--grpc-swift-2_out={GENERATED}",
            f"--grpc-swift-2_opt={OPTIONS},Client={client}")
    (GENERATED / "descriptors.swift").write_text(descriptors())


def main():
    if sys.argv[1:] != ["--check"]:
        make(Path(sys.argv[1]).resolve())
    elif (GENERATED / "descriptors.swift").read_text() != descriptors():
        sys.exit("proto: Server/Generated is not made of proto/ as it is; run `make proto`")


main()
