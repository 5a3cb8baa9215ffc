#!/usr/bin/env python3
"""Usage: openapi_test.py PYLOS

Starts `pylos serve` with small games and holds every answer against /api/v1/openapi.json, which the
server sends: each path is asked, well and badly, and status, content type and JSON must be as the
description says. Ends with 77 where python3-jsonschema is missing.
"""
import json
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is missing; the test is skipped")
    sys.exit(77)

faults = 0
asked = set()


def fault(text):
    global faults
    faults += 1
    print(text)


class Server:
    def __init__(self, pylos):
        self.process = subprocess.Popen(
            [pylos, "serve", "--rules", "children,standard,advanced+min0", "--base", "3", "--solve",
             "--port", "0", "--threads", "2"], stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.fullmatch(r"listening on (http://127\.0\.0\.1:\d+/)\n", line)
        assert found, f"the first line is {line!r}"
        self.url = found[1].rstrip("/")

    def ask(self, path, method="GET", body=None):
        request = urllib.request.Request(self.url + path, method=method, data=body)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as answer:
            return answer.code, answer.headers, answer.read()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=30)


def check(server, description, template, target, method="GET", body=None, status=200):
    """Asks, and holds the answer against what the description says of the path."""
    got, headers, bytes_ = server.ask(target, method, body)
    where = f"{method} {target}"
    if got != status:
        fault(f"{where}: status {got}, not {status}: {bytes_[:200]!r}")
        return None
    operations = description["paths"].get(template, {})
    operation = operations.get(method.lower()) or next(iter(operations.values()), None)
    asked.add(template)
    response = operation["responses"].get(str(got))
    if response is None:
        fault(f"{where}: the description has no status {got}")
        return None
    (type_, content), = response["content"].items()
    if headers["Content-Type"].split(";")[0] != type_:
        fault(f"{where}: content type {headers['Content-Type']}, not {type_}")
    value = json.loads(bytes_) if type_ == "application/json" else bytes_.decode()
    schema = {**content["schema"], "components": description["components"]}
    for error in jsonschema.Draft202012Validator(schema).iter_errors(value):
        fault(f"{where}: {error.json_path}: {error.message}")
    return value


def main():
    server = Server(sys.argv[1])
    try:
        description = json.loads(server.ask("/api/v1/openapi.json")[2])
        for name, schema in description["components"]["schemas"].items():
            jsonschema.Draft202012Validator.check_schema(schema)

        def ok(template, target, **more):
            return check(server, description, template, target, **more)

        ok("/healthz", "/healthz")
        ok("/metrics", "/metrics")
        ok("/api/v1/openapi.json", "/api/v1/openapi.json")
        for path in ("/api/v1/", "/api/v1/puzzles", "/healthz", "/uwapi/", "/uwapi/pylos/"):
            ok(path, path, method="POST", body=b"{}", status=405)
        games = ok("/api/v1/", "/api/v1/")["games"]
        if len(games) != 3:
            fault(f"{len(games)} games, not 3")
        if not ok("/api/v1/puzzles", "/api/v1/puzzles?rules=children"):
            fault("no puzzle")
        ok("/uwapi/", "/uwapi/")
        ok("/uwapi/pylos/", "/uwapi/pylos/")
        ok("/api/v1/compare", "/api/v1/compare", status=400)
        ok("/api/v1/compare", "/api/v1/compare?p=x", status=400)
        for game in games:
            rules = game["rules"].replace("+", "%2B")
            at = f"/api/v1/{rules}"
            ok("/api/v1/{rules}", at)
            ok("/uwapi/pylos/{rules}/", f"/uwapi/pylos/{rules}/")
            # A whole game: the first move, then the last one of each list, so that positions vary.
            position = "........._l"
            for ply in range(60):
                p = urllib.parse.quote(position.replace(" ", "_"))
                document = ok("/api/v1/{rules}/position", f"{at}/position?p={p}")
                ok("/api/v1/{rules}/line", f"{at}/line?p={p}")
                ok("/api/v1/compare", f"/api/v1/compare?p={p}")
                ok("/uwapi/pylos/{rules}/positions/", f"/uwapi/pylos/{rules}/positions/?p={p}")
                if not document["moves"]:
                    ok("/api/v1/{rules}/play", f"{at}/play?p={p}", status=400)
                    break
                for level in ("1", "12", "perfect"):
                    played = ok("/api/v1/{rules}/play", f"{at}/play?p={p}&level={level}&seed=7")
                    if played["move"] not in [m["move"] for m in document["moves"]]:
                        fault(f"{level} plays {played['move']}, which is not legal")
                    best = document["moves"][0]
                    made = next(m for m in document["moves"] if m["move"] == played["move"])
                    if level == "perfect" and made["result"] != best["result"]:
                        fault(f"perfect play gives the outcome away: {played['move']}")
                position = document["moves"][-1 if ply % 2 else 0]["position"]
            review = ok("/api/v1/{rules}/review", f"{at}/review", method="POST",
                        body=f"[rules {game['rules']}] [start ......... l]\n1b2 1a1".encode())
            if [m["move"] for m in review["moves"]] != ["1b2", "1a1"]:
                fault(f"another game was reviewed: {review}")
            for bad in (b"1b2 1b2", b"[rules nothing] 1b2", b"[base 4] 1b2", b"\xff", b"{"):
                ok("/api/v1/{rules}/review", f"{at}/review", method="POST", body=bad, status=400)
            ok("/api/v1/{rules}/review", f"{at}/review", status=405)
            ok("/api/v1/{rules}/play", f"{at}/play?p=........._l&level=13", status=400)
            body = json.dumps(["......... l", "x", 3, "L........ d"]).encode()
            batch = ok("/api/v1/{rules}/positions", f"{at}/positions", method="POST", body=body)
            if ["error" in one for one in batch] != [False, True, True, False]:
                fault(f"the batch has its errors elsewhere: {batch}")
            for bad in (b"", b"{}", b"[", b"\xff"):
                ok("/api/v1/{rules}/positions", f"{at}/positions", method="POST", body=bad,
                   status=400)
            many = json.dumps(["x"] * 1001).encode()
            ok("/api/v1/{rules}/positions", f"{at}/positions", method="POST", body=many, status=413)
            ok("/api/v1/{rules}/positions", f"{at}/positions", status=405)
            for path in ("position", "line"):
                ok(f"/api/v1/{{rules}}/{path}", f"{at}/{path}", status=400)
                ok(f"/api/v1/{{rules}}/{path}", f"{at}/{path}?p=LLx......_l", status=400)
            ok("/api/v1/{rules}/line", f"{at}/line?p=........._l&plies=-1", status=400)
            ok("/uwapi/pylos/{rules}/positions/", f"/uwapi/pylos/{rules}/positions/", status=400)
        for template in ("/api/v1/{rules}", "/api/v1/{rules}/position", "/api/v1/{rules}/line",
                         "/uwapi/pylos/{rules}/", "/uwapi/pylos/{rules}/positions/"):
            ok(template, template.replace("{rules}", "nonsense"), status=404)
        never = set(description["paths"]) - asked
        if never:
            fault(f"paths of the description that were not asked: {sorted(never)}")
    finally:
        status = server.stop()
    if status != 0:
        fault(f"the server ended with status {status}")
    print(f"{len(asked)} paths, {faults} faults")
    return 1 if faults else 0


sys.exit(main())
