"""Scores the moves of a position while it evaluates others: python3 client.py PROGRAM"""
import json
import subprocess
import sys

emilia = subprocess.Popen([sys.argv[1], "--protocol", "json"], text=True,
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE)
requests = {
    "deep": {"ask": "analyze", "position": "f5d6c3", "lines": 2, "depth": 10},
    "quick": {"ask": "evaluate", "positions": ["f5d6", "f5f6", "f5f4"]},
}
for name, request in requests.items():
    print(json.dumps({"id": name, **request}), file=emilia.stdin)
emilia.stdin.close()  # Emilia answers all, and ends
for line in emilia.stdout:
    reply = json.loads(line)
    if "error" in reply:
        sys.exit(f"{reply['id']}: {reply['error']['message']}")
    print(reply["id"], json.dumps(reply["result"].get("scores") or reply["result"]["moves"]))
