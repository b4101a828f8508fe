"""Why something is no answer: what bars it, or which condition of each law that could have made it so fails.

From the atom that the outcome would be, each rule that could give it is tried: how far does its body hold,
and what is the first condition that fails? A condition that should not hold and does is proved; one that
should and does not is asked after in turn. Rules that speak of nothing on the board are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from clingo.ast import AST, ASTType, Sign
from clingo.control import Control
from clingo.symbol import Symbol, SymbolType

from pyreason.explain.absence import ANY, denial, instance, unify
from pyreason.explain.derivations import Derivations
from pyreason.explain.evidence import ANSWER, Evidence, Node
from pyreason.explain.matching import Matcher
from pyreason.explain.proof import Builder, Leaf, Proof, Step
from pyreason.explain.recording import Recorder, is_atom, recorders
from pyreason.explain.sentences import TRAITS, Sentences, small
from pyreason.layers import World
from pyreason.situation import Situation

MAX_DEPTH = 16
MAX_WAYS = 4
"""How many ways in which a body holds up to the condition that fails are followed."""

_FORM = frozenset(
    {
        *(
            "seen",
            "part",
            "alone",
            "cost",
            "limit",
            "price",
            "clause",
            "cost_object",
            "instruction",
            "effect",
        ),
        *(
            "viewpoint",
            "about_source",
            "slot",
            "effect_change",
            "effect_filter",
            "targets",
            "basic_land_type",
        ),
    }
)
"""Predicates that tell of the form of abilities: a rule that fails there speaks of nothing on the board."""


_PLAIN = frozenset({"o", "pl", "m", "e", "t", ""}) | TRAITS
"""Functors of terms that are no part of the language of abilities."""

WORDS = {
    "offers": "mana of the kind {0} is never {2}",
    "sat": "{2} does not fit the description '{0}'",
    "holds": "{2} does not fit '{0}'",
    "true": "the condition '{0}' does not hold",
    "base": "{1} has not {2}",
    "game_from": "no effect was applied",
    "gain": "no effect gives {2} {3}",
    "controller": "{0} is not under the control of {1}",
    "card_type": "{0} is not of type {1}",
    "subtype": "{0} has not the subtype {1}",
}
"""What the lack of an atom of these predicates means; numbers are places of arguments."""


@dataclass(slots=True)
class _Failed:
    """A rule that could have made something so and does not; or, without a rule, a condition."""

    recorder: Recorder | None
    text: str
    below: list[_Failed] = field(default_factory=list)
    witnesses: list[Symbol] = field(default_factory=list)


def why_not_any(
    control: Control,
    names: Sequence[str],
    situation: Situation,
    patterns: Sequence[Symbol],
    heading: str,
    world: World | None,
    about: str | None = None,
) -> Proof:
    """Why no atom of these forms holds.

    Args:
        control: the question's grounding; can't be used for anything else afterwards.
        names: its law files.
        situation: the board.
        patterns: the atoms that the outcome would be, with `ANY` for what is open.
        heading: what the step at the top says.
        world: the walk through the layers, kept with its stages.
        about: the id of the object asked about: what effects took from it is told too.
    """
    search = _Search(control, names, Sentences(situation))
    failed = [each for pattern in patterns for each in search.asked(pattern, 0)]
    witnesses = [atom for each in _all(failed) for atom in each.witnesses]
    derivations = Derivations(control, names, witnesses)
    evidence = Evidence([(derivations, {heading: witnesses})], situation, world, about)
    builder = Builder(evidence, search.sentences)
    places = tuple(dict.fromkeys(place for each in failed for place in _placed(each, builder)))
    places = tuple(dict.fromkeys((*places, *builder.places(evidence.beside))))
    if not places:
        places = (builder.add(Leaf("No rule of the law gives such an answer here", "absent")),)
    root = builder.add(Step(None, heading, places))
    return Proof(tuple(builder.nodes), (("", root),))


def _all(failed: Sequence[_Failed]) -> Iterator[_Failed]:
    for each in failed:
        yield each
        yield from _all(each.below)


def _placed(failed: _Failed, builder: Builder) -> tuple[int, ...]:
    """The places of a failure's step and of all below it; those of what it passes on, if it is a helper."""
    below = [place for each in failed.below for place in _placed(each, builder)]
    below += builder.places(Node(ANSWER, atom) for atom in failed.witnesses)
    premises = tuple(dict.fromkeys(below))
    if failed.recorder is None:
        return premises or (builder.add(Leaf(failed.text, "absent")),)
    if not (numbers := failed.recorder.rule.numbers):
        return premises
    return (builder.add(Step(numbers[0], failed.text, premises, also=numbers[1:])),)


class _Search:
    def __init__(self, control: Control, names: Sequence[str], sentences: Sentences) -> None:
        self._names = tuple(names)
        self.sentences = sentences
        self._control = control
        self._matcher = Matcher(control)
        self._known: dict[Symbol, list[_Failed]] = {}
        self._by_head: dict[tuple[str, int], list[Recorder]] = {}
        for name in names:
            for each in recorders(name):
                for signature in each.gives:
                    self._by_head.setdefault(signature, []).append(each)

    def asked(self, pattern: Symbol, depth: int) -> list[_Failed]:
        """Why no atom fits the pattern: a failure for each rule that could give one."""
        if pattern in self._known:
            return self._known[pattern]
        self._known[pattern] = []
        found: list[_Failed] = []
        tried = []
        for each in self._by_head.get((pattern.name, len(pattern.arguments)), ()):
            values: dict[str, Symbol] = {}
            if unify(each.head, pattern, values):
                whole = {name: value for name, value in values.items() if not _gap(value)}
                tried.append((each, whole))
        bodies = [(each.rule.ast.body, values) for each, values in tried]
        for (each, _), failure in zip(tried, self._matcher.failures(bodies), strict=True):
            if failure is None or _of_form(failure.literal):
                continue
            if each.rule.sentence is None:
                ways = failure.bindings[:MAX_WAYS]
                found += (way for b in ways for way in self._condition(failure.literal, b, depth))
                continue
            for binding in failure.bindings[:MAX_WAYS]:
                text = self._sentence(each.rule.sentence, binding)
                if below := self._condition(failure.literal, binding, depth):
                    found.append(_Failed(each, text, below))
        found = [way for number, way in enumerate(found) if way not in found[:number]]
        self._known[pattern] = found
        return found

    def _condition(self, literal: AST, binding: dict[str, Symbol], depth: int) -> list[_Failed]:
        """Why one condition does not hold, under some values."""
        if is_atom(literal, Sign.Negation):
            pattern = instance(literal.atom.symbol, binding)
            witnesses = [
                atom.symbol
                for atom in self._control.symbolic_atoms.by_signature(pattern.name, len(pattern.arguments))
                if fits(pattern, atom.symbol)
            ]
            return [_Failed(None, f"{self.sentences.word(pattern)} holds", [], witnesses[:MAX_WAYS])]
        if not is_atom(literal, Sign.NoSign):
            return [_Failed(None, f"This does not hold: {_written(literal, binding, self.sentences)}")]
        pattern = instance(literal.atom.symbol, binding)
        below = self.asked(pattern, depth + 1) if depth < MAX_DEPTH else []
        if below or self._of_form(pattern):
            return below
        return [_Failed(None, self._missing(pattern))]

    def _of_form(self, pattern: Symbol) -> bool:
        """Whether a derived atom is lacking only for what abilities look like, or rests on itself alone."""
        rules = self._by_head.get((pattern.name, len(pattern.arguments)), ())
        return pattern.name not in WORDS and any(unify(each.head, pattern, {}) for each in rules)

    def _missing(self, pattern: Symbol) -> str:
        if (words := WORDS.get(pattern.name)) is not None:
            said = [self._word(argument) for argument in pattern.arguments]
            return words.format(*said)[:1].upper() + words.format(*said)[1:]
        if (text := denial(pattern, self._names, self.sentences)) is not None:
            return text[:1].upper() + text[1:]
        what = " ".join(
            "something" if argument == ANY else self.sentences.word(argument)
            for argument in pattern.arguments
        )
        return f"There is nothing of this kind: {pattern.name.replace('_', ' ')} {what}".strip()

    def _word(self, argument: Symbol) -> str:
        return "something" if _gap(argument) else self.sentences.word(argument)

    def _sentence(self, sentence: str, binding: dict[str, Symbol]) -> str:
        open_names = set(re.findall(r"\{(\w+'*)\}", sentence)) - binding.keys()
        for name in open_names:
            sentence = sentence.replace(f"{{{name}}}", "something")
        return f"It is not so that {small(self.sentences.filled(sentence, binding))}"


def _of_form(literal: AST) -> bool:
    """Whether a condition only asks what abilities on the board look like."""
    if literal.ast_type is not ASTType.Literal:
        return False
    if literal.atom.ast_type is ASTType.Comparison:
        return any(
            term.ast_type in (ASTType.Function, ASTType.Pool)
            for term in (literal.atom.term, *(guard.term for guard in literal.atom.guards))
        )
    if not is_atom(literal, Sign.NoSign):
        return False
    symbol = literal.atom.symbol
    if symbol.name in _FORM or symbol.name.startswith("ask_"):
        return True
    return any(_shaped(argument) for argument in getattr(symbol, "arguments", ()))


def _shaped(argument: AST) -> bool:
    """Whether an argument asks for a term of a certain form."""
    return argument.ast_type is ASTType.Function and bool(argument.arguments) and argument.name not in _PLAIN


def _gap(value: Symbol) -> bool:
    if value == ANY:
        return True
    return value.type is SymbolType.Function and any(map(_gap, value.arguments))


def fits(pattern: Symbol, atom: Symbol) -> bool:
    """Whether an atom is of the form of a pattern with gaps."""
    if pattern in (ANY, atom):
        return True
    return (
        pattern.type is SymbolType.Function
        and atom.type is SymbolType.Function
        and pattern.name == atom.name
        and len(pattern.arguments) == len(atom.arguments)
        and all(map(fits, pattern.arguments, atom.arguments))
    )


def _written(literal: AST, binding: dict[str, Symbol], sentences: Sentences) -> str:
    """A comparison or count as the law writes it, with values."""

    def said(match: re.Match[str]) -> str:
        value = binding.get(match[0])
        return match[0] if value is None else sentences.word(value, match[0])

    return re.sub(r"\b[A-Z]\w*'*", said, str(literal))
