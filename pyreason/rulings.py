"""What comes back from a question: the answer, what it rests on, and what was not understood."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from pyreason.asks import Question
from pyreason.errors import InputError

if TYPE_CHECKING:
    from pyreason.explain import Evidence
    from pyreason.explain.proof import Proof


@dataclass(frozen=True, slots=True)
class Caveat:
    """A line of a card on the board that bears on the question and that the law did not take into account.

    `object` is the id on the board, `line` the number of the line on the card (None: the card as a whole),
    `text` the line itself where it is at hand, `why` a clause that says what is missing.
    """

    object: str
    card: str
    line: int | None
    why: str
    text: str | None = None

    def __str__(self) -> str:
        place = f"{self.card} ({self.object})" + (f", line {self.line}" if self.line is not None else "")
        quote = f' "{self.text}"' if self.text else ""
        return f"{place}{quote}: {self.why}"


@dataclass(frozen=True, slots=True)
class Reason:
    """One part of the answer and where it comes from.

    `part` is the part of the answer ("G"), `object` and `card` say whose ability gives it, `ability` is that
    ability's place among the object's abilities (from 1) and `text` its wording, rendered from the term.
    `through` has the ids of the permanents that the ability took this part from ("any type that a land you
    control could produce"), in board order; it is empty where the ability itself says the part.
    """

    part: str
    object: str
    card: str
    ability: int
    text: str
    through: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LayerStep:
    """What one continuous effect changed of an object, and in which layer (CR 613)."""

    layer: str
    source: str
    card: str
    gained: tuple[str, ...]
    lost: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something that is no part of the answer, and the numbers of the rules that speak against it."""

    part: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decoded:
    """What a question reads off the atoms of its answer; the fields are those of `Ruling`.

    `rules` are CR numbers that the answer rests on beside those of its derivation.
    """

    answer: Any
    reasons: tuple[Reason, ...] = ()
    notes: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    complete: bool = True
    layers: tuple[LayerStep, ...] = ()
    refused: tuple[Refusal, ...] = ()
    count: int | None = None
    caveats: tuple[Caveat, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer to one question about one board.

    `answer` has the shape that `expect` has in a scenario for the same question. `rules` are the CR numbers
    the answer rests on, in the CR's own order. `complete` is False where a limit cut the answer.
    `notes` are remarks that change nothing ("no colour was chosen for ..."). `layers` tells, for the
    characteristics of an object, which effect changed what, in the order they were applied. `refused` tells,
    for where an Aura can go, which candidates the rules bar and by which numbers. `count` is the
    number of all outcomes where it is known without listing them.
    """

    question: Question
    answer: Any
    reasons: tuple[Reason, ...] = ()
    rules: tuple[str, ...] = ()
    caveats: tuple[Caveat, ...] = ()
    notes: tuple[str, ...] = ()
    complete: bool = True
    layers: tuple[LayerStep, ...] = ()
    refused: tuple[Refusal, ...] = ()
    count: int | None = None
    evidence: Evidence | None = field(default=None, compare=False, repr=False, kw_only=True)
    told: Proof | None = field(default=None, compare=False, repr=False, kw_only=True)

    @property
    def proof(self) -> Proof | None:
        """What the answer rests on, worked out on first use; None for a ruling without citations.

        A ruling that came from another process (`timeout`) has one only if asked with `explain`.
        """
        if self.told is not None or self.evidence is None:
            return self.told
        from pyreason.explain.ruling import proof_of

        return proof_of(self.question, self.evidence)

    def why(self, part: str) -> Proof:
        """The proof of one part of the answer: "G", "{G}{G}", "yes", an id.

        Raises InputError where the answer has no such part, or was made without citations.
        """
        from pyreason.explain.ruling import part_named

        proof = self.proof
        if proof is None:
            raise InputError("this ruling was made without citations, so there is no proof")
        return proof.only(part_named(proof, part))

    def _repr_html_(self) -> str:
        from pyreason.notebook import ruling_html

        return ruling_html(self)

    def to_dict(self) -> dict[str, Any]:
        """The ruling as plain JSON values, with the keys in a fixed order."""
        return {
            "ask": self.question.to_ask(),
            "answer": self.answer,
            "reasons": [
                {
                    "part": r.part,
                    "object": r.object,
                    "card": r.card,
                    "ability": r.ability,
                    "text": r.text,
                    "through": list(r.through),
                }
                for r in self.reasons
            ],
            "rules": list(self.rules),
            "caveats": [
                {"object": c.object, "card": c.card, "line": c.line, "why": c.why, "text": c.text}
                for c in self.caveats
            ],
            "notes": list(self.notes),
            "complete": self.complete,
            **({"layers": [asdict(step) for step in self.layers]} if self.layers else {}),
            **({"count": self.count} if self.count is not None else {}),
            **({"refused": {r.part: list(r.rules) for r in self.refused}} if self.refused else {}),
            **({"proof": self.told.to_dict()} if self.told is not None else {}),
        }
