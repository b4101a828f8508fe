"""Whether an installed pyreason serves its page and API: PYTHON tests/served.py, with its own Python."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from urllib.request import Request, urlopen


def main() -> None:
    command = [str(Path(sys.executable).parent / "pyreason"), "serve", "--port", "0", "--workers", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = re.findall(r"http://\S+/", server.stdout.readline())[0]
            page = urlopen(address).read().decode()
            files = re.findall(r'"/(static/[^"]+)"', page)
            assert len(files) == 3, files
            for file in [*files, "static/board.js", "openapi.json", "api/questions"]:
                assert urlopen(address + file).status == 200
            assert len(json.load(urlopen(address + "api/examples"))) > 3
            scenario = {
                "players": ["alice"],
                "battlefield": [{"card": "Forest", "controller": "alice"}],
                "ask": {"could_produce": "forest"},
            }
            body = json.dumps(scenario).encode()
            asked = Request(address + "api/ask", body, {"content-type": "application/json"})
            assert json.load(urlopen(asked))["answer"] == ["G"]
        finally:
            server.terminate()
            server.wait(20)
    print("the page and the API are served")


if __name__ == "__main__":
    main()
