"""Reads the JSON documents that the commands of pylos write, for plot.py and results.py.

A document's kind (solve, check, reachable, stats, line or compare) is known by its members, not by its
file's name. A *game file*, as results.py --condense writes it, holds several kinds of one game:
{"rules": R, "base": B, "documents": {"solve": {...}, "stats": {...}}}. Nothing here checks figures; a document
of an unknown kind is a fault. Needs the standard library only.
"""

import json
import sys

# What only a document of this kind has.
KINDS = {
    "stats": {"all", "reachable", "rules"},
    "compare": {"first", "second", "earliest"},
    "check": {"metric", "bytes", "checksum"},
    "reachable": {"domain", "share", "by_spheres"},
    "line": {"line", "end"},
    "solve": {"moves", "counts", "by_spheres", "checksum"},
}

FAMILIES = ["children", "standard", "advanced"]


class Fault(Exception):
    """Input that cannot be used; the text says which and why."""


def kind_of(document):
    """The command that wrote a document, or None."""
    if not isinstance(document, dict):
        return None
    for kind, members in KINDS.items():
        if members <= document.keys():
            return kind
    return None


class Game:
    """One rule set on one base side, with its documents by kind."""

    def __init__(self, rules, base):
        self.rules = rules
        self.base = base
        self.documents = {}

    @property
    def family(self):
        return self.rules.split("+")[0]

    @property
    def options(self):
        return self.rules.split("+")[1:]

    def order(self):
        """Children, standard, advanced; recovering as a duty first; the common end of the game first."""
        family = FAMILIES.index(self.family) if self.family in FAMILIES else len(FAMILIES)
        return ("mayraise" in self.options, family, "min0" in self.options, self.rules)


class Collection:
    """All documents read: games by rule set and base side, and comparisons."""

    def __init__(self):
        self.games = {}
        self.comparisons = []

    def add(self, document, path):
        if isinstance(document, dict) and isinstance(document.get("games"), list):
            for game in document["games"]:
                self.add(game, path)
            return
        if isinstance(document, dict) and isinstance(document.get("documents"), dict):
            for kind, part in document["documents"].items():
                part = {"rules": document.get("rules"), "base": document.get("base"), **part}
                if kind not in KINDS:
                    raise Fault(f"{path}: a game file cannot hold a document '{kind}'")
                self._game(part, path).documents[kind] = part
            return
        kind = kind_of(document)
        if kind is None:
            raise Fault(f"{path}: neither stats, reachable, solve, check, line nor compare wrote this")
        if kind == "compare":
            self.comparisons.append(document)
        else:
            self._game(document, path).documents[kind] = document

    def _game(self, document, path):
        rules, base = document.get("rules"), document.get("base")
        if not isinstance(rules, str) or not isinstance(base, int):
            raise Fault(f"{path}: a document without rules and base")
        return self.games.setdefault((rules, base), Game(rules, base))

    def sorted_games(self):
        return sorted(self.games.values(), key=Game.order)


def read(paths):
    """The documents of some files. Raises Fault, naming the file."""
    collection = Collection()
    for path in paths:
        try:
            with open(path, encoding="utf-8") as file:
                document = json.load(file)
        except OSError as error:
            raise Fault(f"{path}: {error.strerror}") from error
        except ValueError as error:
            raise Fault(f"{path}: not JSON: {error}") from error
        collection.add(document, path)
    return collection


def run(main):
    """Runs main() and ends the program: 2 and one line on standard error for a fault of the input."""
    try:
        main()
    except Fault as fault:
        print(f"{sys.argv[0].rsplit('/', 1)[-1]}: {fault}", file=sys.stderr)
        sys.exit(2)
    except (KeyError, TypeError, IndexError) as error:
        print(f"{sys.argv[0].rsplit('/', 1)[-1]}: a document lacks what its kind has: {error!r}", file=sys.stderr)
        sys.exit(2)
