"""Checks what a server says of itself by the tools of others: its OpenAPI document by a validator and by schemathesis, which
sends what the document allows and what it does not, and its metrics by Prometheus' own parser.

    check.py SERVER [EXAMPLES]    # the executable truths-server; how many requests are tried of each operation
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

from openapi_spec_validator import OpenAPIV31SpecValidator
from prometheus_client.parser import text_string_to_metric_families

sys.path.insert(0, str(pathlib.Path(__file__).absolute().parent.parent))

from served_shop import ServedShop  # noqa: E402

# All but one: the document cannot say which well-formed bodies are refused, such as a number above 10^15, an actor who is not who
# speaks, or a key that the header names otherwise.
CHECKS = ["--checks", "all", "--exclude-checks", "positive_data_acceptance"]


def get(url):
    with urllib.request.urlopen(url) as answer:
        return answer.read().decode()


def main():
    server, examples = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "50"
    with tempfile.TemporaryDirectory() as folder:
        shop = ServedShop(pathlib.Path(server), pathlib.Path(folder))
        try:
            return check("http://" + shop.address, examples, folder)
        finally:
            shop.end()


def check(address, examples, folder):
    document = json.loads(get(address + "/openapi.json"))
    faults = list(OpenAPIV31SpecValidator(document).iter_errors())
    for fault in faults:
        print("openapi:", fault.message[:500], list(fault.absolute_path))
    command = [str(pathlib.Path(sys.executable).absolute().with_name("st")), "run", address + "/openapi.json", *CHECKS]
    command += ["--max-examples", examples, "--seed", "1"]
    # It keeps what it found where it runs.
    hooks = pathlib.Path(__file__).absolute().with_name("hooks.py")
    place = {"cwd": folder, "env": {**os.environ, "SCHEMATHESIS_HOOKS": str(hooks)}}
    # The session is paused once the other operations were tried.
    tries = [[*command, option, "/control"] for option in ("--exclude-path", "--include-path")]
    status = [subprocess.run(words, check=False, **place).returncode for words in tries]
    families = list(text_string_to_metric_families(get(address + "/metrics")))
    print(f"metrics: {len(families)} families")
    return 1 if faults or any(status) or not families else 0


sys.exit(main())
