"""Names of cards as people type them: the look-up key."""

from __future__ import annotations

import re
import unicodedata

_LETTERS = {
    "Æ": "AE", "æ": "ae", "Œ": "OE", "œ": "oe", "Ø": "O", "ø": "o", "Đ": "D", "đ": "d", "Ð": "D", "ð": "d",
    "Þ": "Th", "þ": "th", "Ł": "L", "ł": "l", "ı": "i", "ſ": "s",
}  # fmt: skip
_MARKS = {
    **dict.fromkeys("‘’‚‛ʼʹ′`´＇", "'"),
    **dict.fromkeys("“”„‟″", '"'),
    **dict.fromkeys("‐‑‒–—―−﹘", "-"),
    "꞉": ":",
    "®": "",
    "™": "",
}
_PLAIN = str.maketrans(_LETTERS | _MARKS)
_HALVES = re.compile(r" ?// ?")


def key(name: str) -> str:
    """The form in which two spellings of one card's name are the same.

    Case and accents are dropped, ligatures spelt out, curly quotes and dashes made plain, runs of spaces made
    one, and `//` stands between single spaces. `key(key(name)) == key(name)` for every name.
    """
    text = name
    if not text.isascii():
        text = _plain(text)
    text = " ".join(text.casefold().split())
    return _HALVES.sub(" // ", text).strip() if "//" in text else text


def _plain(text: str) -> str:
    """`text` without accents, ligatures and typographic marks; done again until nothing changes."""
    while True:
        parts = unicodedata.normalize("NFKD", text.translate(_PLAIN))
        bare = "".join(c for c in parts if not unicodedata.combining(c))
        folded = bare.translate(_PLAIN).casefold()
        if folded == text:
            return text
        text = folded
