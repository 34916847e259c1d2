"""Makes tests/data/pysol_cards.txt with the package pysol-cards, installing it where it is missing.

    python3 tests/pysol_cards.py           compares the data with what the package says
    python3 tests/pysol_cards.py --write   writes them
"""

import pathlib
import subprocess
import sys
import tempfile

DATA = pathlib.Path(__file__).parent / "data" / "pysol_cards.txt"
NUMBERS = [
    "1", "24", "617", "11982", "31999", "32001", "123456", "4294967295", "4294967296",
    "18446744073709551616", "99999999999999999999", "ms1", "ms32000", "ms123456",
    "ms2147483648", "ms4294967295", "ms4294967296", "ms8589934591",
]


def package():
    """The package's modules, from a throw-away folder if it is not installed."""
    try:
        import pysol_cards.cards
        import pysol_cards.random
    except ImportError:
        folder = tempfile.mkdtemp()
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", folder]
        subprocess.check_call(pip + ["pysol-cards"])
        sys.path.insert(0, folder)
        import pysol_cards.cards
        import pysol_cards.random
    return pysol_cards


def main():
    pysol = package()
    lines = ["# decks, PySolFC game number, cards in dealing order: made by tests/pysol_cards.py\n"]
    for decks in (1, 2):
        for text in NUMBERS:
            is_ms = text.startswith("ms")
            number = int(text[2:] if is_ms else text)
            base = pysol.random.RandomBase
            which = base.DEALS_MS if is_ms else base.DEALS_PYSOLFC
            cards = pysol.random.shuffle(pysol.cards.createCards(decks), number, which)
            names = pysol.cards.CardRenderer(False).render_l(reversed(cards))
            lines.append(f"{decks} {text} {' '.join(names)}\n")
    made = "".join(lines)
    if "--write" in sys.argv:
        DATA.write_text(made)
    elif DATA.read_text() != made:
        sys.exit("tests/data/pysol_cards.txt differs from what pysol-cards says")


main()
