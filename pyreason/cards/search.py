"""Names of cards for what somebody has typed so far."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from itertools import islice

from pyreason.cards import names
from pyreason.errors import nearest

_SLIP = 4
"""From how many letters on a name that begins otherwise is offered as well."""


class Completer:
    """Completes names: those that begin with what was typed, then those with words that do, then slips.

    Args:
        known: every name.
    """

    def __init__(self, known: Iterable[str]) -> None:
        keyed = sorted({(names.key(name), name) for name in known})
        self._keys = [key for key, _ in keyed]
        self._names = [name for _, name in keyed]
        self._words = [f" {key.replace('-', ' ')}" for key in self._keys]

    def complete(self, text: str, limit: int = 10) -> list[str]:
        """At most `limit` names, best first; empty where nothing is near, and for an empty text."""
        key = names.key(text[:200])
        if not key:
            return []
        found: dict[str, None] = {}
        at = bisect_left(self._keys, key)
        while at < len(self._keys) and self._keys[at].startswith(key) and len(found) < limit:
            found[self._names[at]] = None
            at += 1
        if len(found) < limit:
            found |= dict.fromkeys(islice(self._by_words(key), limit))
        if not found and len(key) >= _SLIP:
            found = dict.fromkeys(nearest(text[:200], self._names, limit))
        return list(found)[:limit]

    def _by_words(self, key: str) -> Iterable[str]:
        """Names in which every typed word begins a word, in that order."""
        typed = [f" {word}" for word in key.replace("-", " ").split()]
        for name, words in zip(self._names, self._words, strict=True):
            at = 0
            for word in typed:
                at = words.find(word, at) + 1
                if not at:
                    break
            else:
                yield name
