"""`pyreason verify`, `distinguish`, `vectors`, `coverage` and `mutate`: looking at the rules themselves."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pyreason.scenario import Scenario
    from pyreason.verify.distinguish import Difference
    from pyreason.verify.properties import Verdict
    from pyreason.verify.rulesets import RuleSet


@click.command()
@click.option("--property", "names", multiple=True, metavar="NAME", help="A property; may be repeated.")
@click.option("--all", "everything", is_flag=True, help="All properties.")
@click.option("--list", "listing", is_flag=True, help="List the properties, a line each.")
@click.option("--scope", default=3, type=click.IntRange(1, 12), show_default=True, help="Permanents at most.")
@click.option("--cards", default="named", metavar="POOL", show_default=True, help="A pool; see below.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
def verify(
    names: tuple[str, ...], everything: bool, listing: bool, scope: int, cards: str, as_json: bool
) -> int:
    """Look for a board in a scope that breaks a property of the rules.

    POOL is the name of a shipped pool, card names parted by ";", a file with a name a line, or "every WORD"
    for the cards with a word in their type line ("every land"), perhaps with one in their ability terms
    ("every permanent with add"). Exit code 1 where there is a counterexample.

    \b
    Example:
      pyreason verify --property grounded-types --scope 2 --cards "Forest; Reflecting Pool; Exotic Orchard"
    """
    from pyreason.cards.library import default_library
    from pyreason.verify import properties as known
    from pyreason.verify.scope import pool
    from pyreason.verify.walks import ONE_NEXT, verify_walks

    if listing:
        for each in (*known.properties().values(), ONE_NEXT):
            click.echo(f"{each.name}  CR {each.number}  {each.sentence}")
        return 0
    if not names and not everything:
        raise click.UsageError("name a --property, or ask for --all")
    library = default_library()
    wanted = pool(cards, library)
    some = [known.property_named(n) for n in names if n != ONE_NEXT.name]
    some = list(known.properties().values()) if everything else some
    over = known.scope(wanted, scope, library)
    broken = False
    for verdict in known.verify(some, over, library):
        broken = broken or verdict.counterexample is not None
        _show(verdict, as_json)
    if everything or ONE_NEXT.name in names:
        verdict = verify_walks(pool("layers", library) if everything else wanted, min(scope, 2), library)
        broken = broken or verdict.counterexample is not None
        _show(verdict, as_json)
    if over.left_out and not as_json:
        click.echo(f"left out, since they change objects or replace mana: {'; '.join(over.left_out)}")
    return int(broken)


def _show(verdict: Verdict, as_json: bool) -> None:
    board = None if verdict.counterexample is None else _document(verdict)
    if as_json:
        row = {
            "property": verdict.property.name,
            "rule": verdict.property.number,
            "holds": board is None,
            "permanents": verdict.scope.permanents,
            "cards": len(verdict.scope.cards),
            "boards": verdict.boards,
            "counterexample": board,
        }
        click.echo(json.dumps(row, ensure_ascii=False))
        return
    click.echo(str(verdict))
    if board is not None:
        click.echo(board)


def _document(verdict: Verdict) -> str:
    from pyreason.asks import StateBasedActions
    from pyreason.scenario import Scenario

    assert verdict.counterexample is not None
    told = Scenario(
        verdict.property.name,
        verdict.counterexample,
        StateBasedActions(),
        title=f"breaks: {verdict.property.sentence}",
        rules=(verdict.property.number,),
    )
    return told.to_yaml()


@click.command()
@click.argument("rules", nargs=-1, metavar="[A B]")
@click.option("--list", "listing", is_flag=True, help="List the sets of rules, a line each.")
@click.option("--cards", metavar="POOL", help="Look among these cards; default: what the variant names.")
@click.option("--scope", default=4, type=click.IntRange(1, 8), show_default=True, help="Objects at most.")
def distinguish(rules: tuple[str, ...], listing: bool, cards: str | None, scope: int) -> int:
    """Find the smallest board on which two sets of rules, A and B, answer differently.

    `law` is the shipped rules; the others are variants, such as plausible mistakes. Prints a scenario with
    the answer of A, and that of B beside it. Exit code 1 where there is such a board, 0 where there is none.

    \b
    Example:
      pyreason distinguish law timestamps-alone
    """
    from pyreason.verify.distinguish import distinguish as search
    from pyreason.verify.rulesets import LAW, rule_set, variants

    if listing:
        for name in (LAW, *variants()):
            click.echo(f"{name}  {rule_set(name).title}")
        return 0
    if len(rules) != 2:
        raise click.UsageError("name two sets of rules, such as: law timestamps-alone (see --list)")
    first, second = map(rule_set, rules)
    found = search(first, second, cards=cards, size=scope)
    if found is None:
        click.echo(f"no difference between {first.name} and {second.name} with up to {scope} objects")
        return 0
    click.echo(vector(found, first, second).to_yaml())
    return 1


def vector(found: Difference, right: RuleSet, wrong: RuleSet) -> Scenario:
    """A scenario with the answer of one set of rules, and what the other would say in its `why`."""
    from pyreason.answering import ask
    from pyreason.scenario import Scenario

    ruling = ask(found.board, found.question)
    told = json.dumps(found.answers[wrong.name], ensure_ascii=False)
    return Scenario(
        wrong.name,
        found.board,
        found.question,
        title=wrong.title,
        expect=found.answers[right.name],
        rules=ruling.rules,
        source=f"pyreason distinguish {right.name} {wrong.name}",
        why=f"{wrong.name} says {told}",
    )


@click.command()
@click.option("-o", "--output", default="vectors", metavar="DIR", show_default=True, help="Where to write.")
def vectors(output: str) -> int:
    """Write test vectors: for each variant the smallest board that tells it from the law.

    Each is a scenario with the right answer, and the mistake it catches as its title.

    \b
    Example:
      pyreason vectors -o vectors
    """
    from pyreason.verify.distinguish import distinguish as search
    from pyreason.verify.rulesets import LAW, rule_set, variants

    folder = Path(output)
    folder.mkdir(parents=True, exist_ok=True)
    missing = []
    for name in variants():
        found = search(rule_set(LAW), rule_set(name))
        if found is None:
            missing.append(name)
            continue
        text = vector(found, rule_set(LAW), rule_set(name)).to_yaml()
        (folder / f"{name}.yaml").write_text(text, "utf-8")
        click.echo(f"{name}: {len(found.board.objects)} objects")
    for name in missing:
        click.echo(f"{name}: no board of four objects tells it from the law", err=True)
    return int(bool(missing))


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="FILE...")
@click.option("--all", "everything", is_flag=True, help="List the blocks that are exercised, too.")
def coverage(paths: tuple[str, ...], everything: bool) -> int:
    """Tell which blocks of the law a set of scenarios exercises. Exit code 1 where some are not.

    \b
    Example:
      pyreason coverage tests/scenarios examples
    """
    from pyreason.verify.coverage import exercised

    found = exercised(_scenarios(paths))
    for block, some in found.items():
        if everything and some:
            click.echo(f"{len(some):5} {block}")
    idle = [block for block, some in found.items() if not some]
    for block in idle:
        click.echo(f"    - {block}")
    click.echo(f"{len(found) - len(idle)} of {len(found)} blocks exercised")
    return int(bool(idle))


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="FILE...")
def mutate(paths: tuple[str, ...]) -> int:
    """Leave out one block of the law at a time, and tell which of these mutants no scenario notices.

    \b
    Example:
      pyreason mutate tests/scenarios examples
    """
    from pyreason.verify.coverage import mutants

    alive = total = 0
    for mutant in mutants(_scenarios(paths)):
        total += 1
        if mutant.killed_by is None:
            alive += 1
            click.echo(f"survives: {mutant.block}")
    score = 100 * (total - alive) / total if total else 100.0
    click.echo(f"{total - alive} of {total} mutants noticed ({score:.1f} %)")
    return int(bool(alive))


def _scenarios(paths: Sequence[str]) -> list[Scenario]:
    from pyreason.checking import scenario_files
    from pyreason.scenario import load

    return [scenario for file in scenario_files(paths) for scenario in load(file)]
