"""What bears on the targets of a spell or ability and was not taken into account."""

from __future__ import annotations

from collections.abc import Iterator

from clingo.symbol import Symbol, SymbolType

from pyreason.assembly import world_of
from pyreason.board import StackObject
from pyreason.cards.model import Card, Line
from pyreason.guests import COUNTED, actor, stack_row
from pyreason.layers import has_effects
from pyreason.program import COPYING, LAYERS, TARGETS, unspoken
from pyreason.rulings import Caveat
from pyreason.situation import Situation
from pyreason.terms import asked_of, signature, slots, statement, subterms, target_phrases, unwrapped, words

_BEARING = frozenset({"grants", "loses", "types", "colors", "control", "copy", "forbids"})
_NUMBERS = frozenset({"power/2", "toughness/2"})
_RESOLVING = frozenset({"spell/1", "mode/1", "rolled/2"})
_NO_WORDS = frozenset({"", "you/0", "any/0", "x/0", "le/0", "ge/0", "eq/0", "who/1", "card/2"})
_SIZES = frozenset({"pt", "base_pt", "base_power", "base_toughness", "cda", "opaque", "switch_pt"})


def target_caveats(situation: Situation, row: StackObject) -> tuple[Caveat, ...]:
    """What the text asks for and was not understood; then lines on the board that bear on it."""
    asked = tuple(_own_terms(situation, row))
    found = [*situation.caveats, *_own(situation, row)]
    about = frozenset().union(*(_target_words(term) for term in asked))
    for obj in situation.board.battlefield:
        card = situation.cards[obj.id]
        for line in card.lines:
            if why := _bears(line, bool(about & _NUMBERS)):
                found.append(Caveat(obj.id, card.name, line.number, why, line.text))
    return tuple(dict.fromkeys(found))


def source_of(situation: Situation, row: StackObject) -> tuple[str, Card]:
    """The id and the card of a spell, or of an ability's source."""
    id = row.id if row.ability_of is None else row.ability_of
    return id, situation.cards[id]


def _own_terms(situation: Situation, row: StackObject) -> Iterator[Symbol]:
    return (term for _, term in own_lines(situation, row))


def own_lines(situation: Situation, row: StackObject) -> Iterator[tuple[Line | None, Symbol]]:
    """The lines that a spell or ability on the stack follows; None for an ability that is not printed."""
    id, card = source_of(situation, row)
    printed = [(line, unwrapped(line.term)) for line in card.lines if line.term is not None]
    if row.ability_of is None:
        for line, term in printed:
            if signature(term) in _RESOLVING or term.match("keyword", 2):
                yield line, term
        return
    counted: list[tuple[Line | None, Symbol]] = [pair for pair in printed if pair[1].name in COUNTED]
    counted += ((None, term) for _, term in situation.granted.get(id, ()) if term.name in COUNTED)
    if has_effects(situation):
        kept = [t.arguments[1] for at, t in world_of(situation).base if at == id and t.match("ability", 2)]
        counted = [pair for pair in counted if pair[1] in kept]
    number = (row.ability or 1) - 1
    if number < len(counted):
        yield counted[number]


def _own(situation: Situation, row: StackObject) -> Iterator[Caveat]:
    id, card = source_of(situation, row)
    if row.ability_of is None:
        for line in card.lines:
            if line.term is None and {"Instant", "Sorcery"} & set(card.types):
                yield Caveat(id, card.name, line.number, "this line was not understood", line.text)
    for followed, term in own_lines(situation, row):
        number, text = (None, None) if followed is None else (followed.number, followed.text)
        if any(phrase.name == "target" for phrase in slots(term)):
            yield Caveat(id, card.name, number, "what it may target was not understood", text)
        if strange := _unheeded(term):
            why = f"the law has no rule for {', '.join(strange)}"
            yield Caveat(id, card.name, number, why, text)
        if "x/0" in _target_words(term) and row.x is None and not row.copy:
            yield Caveat(id, card.name, number, "the board does not say what X is", text)


def trigger_caveats(situation: Situation, id: str) -> tuple[Caveat, ...]:
    """Triggered abilities of an object whose event or condition was not understood; other such lines."""
    found = list(situation.caveats)
    card = situation.cards[id]
    for line in card.lines:
        if line.term is None:
            found.append(Caveat(id, card.name, line.number, "this line was not understood", line.text))
            continue
        term = unwrapped(line.term)
        if signature(term) != "triggered/3":
            continue
        event, condition, _ = term.arguments
        used = {*described_by(event), *described_by(condition)}
        if used & {"opaque/1", "unseen/1"}:
            why = "when it triggers was not understood"
            found.append(Caveat(id, card.name, line.number, why, line.text))
        elif signature(event) in _EVENTS and (strange := unspoken(used - _NO_WORDS - _EVENTS, COPYING)):
            listed = ", ".join(sorted(word.partition("/")[0] for word in strange))
            found.append(Caveat(id, card.name, line.number, f"the law has no rule for {listed}", line.text))
    return tuple(dict.fromkeys(found))


_EVENTS = frozenset({"casts/2", "copies/2", "casts_or_copies/2", "tapped_for_mana/3", "either/2"})


def reveal_caveats(situation: Situation) -> tuple[Caveat, ...]:
    """Lines on the battlefield that bear on what is counted there and were not taken into account."""
    found = list(situation.caveats)
    for obj in situation.board.battlefield:
        card = situation.cards[obj.id]
        for line in card.lines:
            if line.term is None and {"colors", "types", "control", "copy", "loses"} & set(line.touches):
                why = "it may bear on what is counted, which is not taken into account yet"
                found.append(Caveat(obj.id, card.name, line.number, why, line.text))
    return tuple(dict.fromkeys(found))


def maker_caveats(situation: Situation, by: str) -> tuple[Caveat, ...]:
    """Lines of what makes a copy that were not understood."""
    id = actor(situation, by)
    row = stack_row(situation, id)
    source, card = (id, situation.cards[id]) if row is None else source_of(situation, row)
    found = []
    for line in card.lines:
        if line.term is None:
            found.append(Caveat(source, card.name, line.number, "this line was not understood", line.text))
        elif _span_behind_copy(line.term):
            why = "what it says further of the copy was not understood"
            found.append(Caveat(source, card.name, line.number, why, line.text))
    return tuple(found)


def _span_behind_copy(term: Symbol) -> bool:
    """Whether a span stands behind the copying in an ability: it may say something of the copy."""
    copied = False
    for sub in subterms(term):
        if sub.type is SymbolType.Function:
            if copied and sub.name == "opaque":
                return True
            copied = copied or sub.name in ("copy", "copy_for_each")
    return False


def _target_words(term: Symbol) -> frozenset[str]:
    phrases = (phrase.arguments[2] for phrase in asked_of(target_phrases(term)))
    return frozenset().union(*(words(wanted) for wanted in phrases))


def _unheeded(term: Symbol) -> tuple[str, ...]:
    """Words of target phrases that no law file speaks of."""
    phrases = (phrase.arguments[2] for phrase in asked_of(slots(term)))
    used = {word for wanted in phrases for word in described_by(wanted)}
    strange = unspoken(used - _NO_WORDS, TARGETS)
    return tuple(sorted(word.partition("/")[0] for word in strange))


_NAMING = frozenset({"type", "supertype", "color", "keyword", "counter", "name"})


def described_by(wanted: Symbol) -> Iterator[str]:
    """The words of a description that the law has to have rules for: names that they carry along left out."""
    yield signature(wanted)
    if wanted.type is SymbolType.Function and wanted.name not in _NAMING:
        for argument in wanted.arguments[1:] if wanted.name == "card" else wanted.arguments:
            yield from described_by(argument)


def _bears(line: Line, numbers: bool) -> str | None:
    """Why a line on the board may change what can be targeted without having been taken into account."""
    if line.term is None:
        touched = _BEARING & set(line.touches) or (numbers and "power_toughness" in line.touches)
        return "it may bear on what can be targeted, which is not taken into account yet" if touched else None
    term = unwrapped(line.term)
    if signature(term) != "static/1":
        return None
    condition, said = statement(term)
    if not said.match("applies", 2) and not said.match("grants", 2):
        return None
    changes = said.arguments[1].arguments if said.name == "applies" else ()
    if not numbers and changes and all(change.name in _SIZES for change in changes):
        return None
    if condition is not None and words(condition) & {"opaque/1", "unseen/1"}:
        return "it works under a condition that the board does not show"
    used = set(described_by(said.arguments[0]))
    for change in changes:
        if change.match("gains", 1) and change.arguments[0].match("keyword", 2):
            used.update(described_by(change.arguments[0].arguments[1]))
        elif change.name in ("cant", "targetable_despite"):
            used.update(word for said in change.arguments for word in described_by(said))
        else:
            used.add(signature(change))
    strange = unspoken(used - _NO_WORDS - _CHANGES, (*TARGETS, *LAYERS))
    if strange:
        return f"the law has no rule for {', '.join(sorted(word.partition('/')[0] for word in strange))}"
    return None


_CHANGES = frozenset(
    {
        *("opaque/1", "exempt/1", "attached_only_to/1", "hexproof/0", "it/0", "this/0", "change_control/0"),
        *("be_enchanted/0", "be_enchanted_by/1", "be_attached/1", "be_equipped/0", "have_counters/0"),
        *("have_counters/1", "become_untapped/0", "trigger_ward/0"),
    }
)
"""Words of changes that say nothing of targets, or that the law knows by another name."""
