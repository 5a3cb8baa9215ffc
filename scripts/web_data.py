#!/usr/bin/env python3
"""Makes the data that the page carries, tools/web/first.js and tools/web/answers.json, from the
condensed results in data/results.

    scripts/web_data.py            writes both files
    scripts/web_data.py --check    exit status 1 when either differs from what would be written

first.js holds the values of the empty board and of its first moves under each rule set, so that the
page shows them before any request. answers.json holds what the page of answers tells.
"""

import argparse
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "data" / "results"
PAGE = ROOT / "tools" / "web"
RULE_SETS = [
    "children", "children+mayraise",
    "standard", "standard+min0", "standard+mayraise", "standard+min0+mayraise",
    "advanced", "advanced+min0", "advanced+mayraise", "advanced+min0+mayraise",
]


def read(name):
    """The condensed result of that name, or None where there is none."""
    path = RESULTS / f"{name}.json"
    return json.loads(path.read_text()) if path.exists() else None


def solved():
    """Rule set and its documents, for each that has an answer for the real board."""
    for rules in RULE_SETS:
        result = read(rules)
        if result and result["base"] == 4 and "solve" in result["documents"]:
            yield rules, result["documents"]


def first():
    """Value and plies of the empty board, and of the position after each first move."""
    games = {}
    for rules, documents in solved():
        solve = documents["solve"]
        moves = [[m["move"], m["value"], m["plies"]] for m in solve["moves"]]
        games[rules] = {"value": solve["value"], "plies": solve["plies"], "moves": moves}
    rows = ",\n".join(f"  {json.dumps(rules)}: {json.dumps(game, separators=(',', ':'))}" for rules, game in games.items())
    return (
        "// Made by scripts/web_data.py from data/results; do not edit. The empty board under each rule\n"
        "// set: its value for the side to move, and the position after each first move likewise.\n\n"
        "/** @type {Record<string, {value: string, plies: number | null, moves: [string, string, number | null][]}>} */\n"
        f"export const FIRST = {{\n{rows},\n}};\n"
    )


def spheres_of(game):
    """Shares of positions that can arise, by spheres on the board."""
    rows = []
    for row in game["by_spheres"]:
        counts = row["counts"]
        if counts["total"]:
            shares = [round(counts[k] / counts["total"], 4) for k in ("win", "draw", "loss")]
            rows.append([row["spheres"], *shares, round(row["one_winning_move"]["share_of_wins"], 4)])
    return rows


def answers():
    """What the page of answers tells about each rule set."""
    games = []
    for rules, documents in solved():
        solve = documents["solve"]
        game = {
            "rules": rules,
            "value": solve["value"],
            "plies": solve["plies"],
            "winner": solve["winner"],
            "counts": solve["counts"],
            "longest": solve["longest"],
        }
        line = documents.get("line")
        if line:
            game["line"] = [ply["move"] for ply in line["line"]]
            game["line_end"] = line["end"]
        stats = documents.get("stats", {}).get("reachable")
        if stats:
            game["reachable"] = {
                "counts": stats["counts"],
                "moves": stats["moves"],
                "one_winning_move": stats["one_winning_move"]["share_of_wins"],
                "zugzwang": stats["zugzwang"]["full_share_of_losses"],
                "longest_win": stats["longest_win"],
                "longest_loss": stats["longest_loss"],
                "by_spheres": spheres_of(stats),
            }
        if "reachable" in documents:
            longest = documents["reachable"]["longest"]
            game["farthest"] = {"plies": longest["plies"], "position": longest["position"]}
        games.append(game)
    answer = {"games": games}
    comparison = read("compare-advanced-advanced+min0")
    if comparison:
        both = comparison["reachable"]
        outcomes = both["outcomes"]
        same = sum(outcomes[k][k] for k in ("win", "draw", "loss"))
        answer["must_recover"] = {
            "first": comparison["first"],
            "second": comparison["second"],
            "positions": both["positions"],
            "differ": both["positions"] - same,
        }
    return json.dumps(answer, separators=(",", ":")) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only compare, write nothing")
    check = parser.parse_args().check
    stale = False
    for name, text in (("first.js", first()), ("answers.json", answers())):
        path = PAGE / name
        if check:
            if not path.exists() or path.read_text() != text:
                print(f"web_data.py: {path.relative_to(ROOT)} is not what data/results gives: run scripts/web_data.py", file=sys.stderr)
                stale = True
        else:
            path.write_text(text)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
