"""The views of TER, with its titles, sources and summaries, tables, picture, notes and moments of the stepper."""

from collections.abc import Iterator

from mtexplain.display.formula import shown
from mtexplain.display.parts import Note, Part, Prose, Table, Words
from mtexplain.display.pyramid import Pyramid, Result, Text
from mtexplain.display.steps import Mark, Moment
from mtexplain.display.texts import keyed
from mtexplain.metrics.shared import bricks, reading, scores
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.metrics.ter.edits import Edits, shifted
from mtexplain.metrics.ter.score import AnyTer, CorpusTer, Ter
from mtexplain.text import TOKENIZERS

_PAPER = "Snover et al. 2006, section 2"
_DONE = {"match": "", "substitute": "is replaced by", "delete": "is deleted", "insert": "is inserted"}
AnyTer.shifts.say(title="Shifts", source=_PAPER)
AnyTer.edits.say(
    title="Edits", source=_PAPER, legend="B words are substituted, I inserted, D deleted; S runs of words are shifted"
)
AnyTer.length.say(title="Length", source=_PAPER)
AnyTer.score.say(title="Score", source=_PAPER, summary="edits per word of the reference")


# Shifts.


@AnyTer.shifts.says
def _runs(trace: AnyTer) -> str:
    return "" if isinstance(trace, CorpusTer) else "the number of runs of words that are shifted"


@AnyTer.shifts.summary
def _shifted(trace: Ter | CorpusTer) -> str:
    if isinstance(trace, CorpusTer):
        return f"in {so_many(len(trace.segments), 'segment')}"
    words = sum(shift.length for shift in trace.fewest.shifts)
    runs = so_many(len(trace.fewest.shifts), "run")
    return f"{so_many(words, 'word')} moved in {runs}" if words else "no run is shifted"


@AnyTer.shifts.table
def _texts(trace: Ter | CorpusTer) -> Iterator[Part]:
    """The texts, and a table of the shifts with the words after each."""
    yield trace.text_table
    if isinstance(trace, Ter) and len(trace.references) > 1:
        yield Prose((f"Reference {trace.chosen + 1} needs the fewest edits, so its shifts and edits count.",))
    if isinstance(trace, Ter) and trace.fewest.shifts:
        rows = [(i, run, after) for i, (run, after) in enumerate(_shifts(trace.candidate, trace.fewest), 1)]
        yield Table("", keyed("shift", run="shifted words", after="candidate after the shift"), rows, names=3)


def _shifts(words: tuple[str, ...], edits: Edits) -> Iterator[tuple[Words, Words]]:
    """Yield each shifted run, and the candidate after the shift."""
    for shift in edits.shifts:
        run, words = words[shift.start : shift.start + shift.length], shifted(words, shift)
        yield Words(run), Words(words)


# Edits, and their sum.


@AnyTer.edits.summary
def _kinds(trace: AnyTer) -> str:
    kinds = trace.substitutions, trace.insertions, trace.deletions
    named = zip(("substituted", "inserted", "deleted"), kinds, strict=True)
    texts = [f"{count} {name}" for name, count in named if count]
    texts += [f"{trace.shifts} run{'s' * (trace.shifts != 1)} shifted"] if trace.shifts else []
    return ", ".join(texts) or "nothing to edit"


@AnyTer.edits.more
def _references(trace: Ter | CorpusTer) -> Iterator[Part]:
    """A table of the edits that each reference would need; the fewest count."""
    if isinstance(trace, CorpusTer) or len(trace.edits_to_each) == 1:
        return
    rows = [
        (i, len(trace.references[i - 1]), edits.number, "the fewest, which count" if i - 1 == trace.chosen else "")
        for i, edits in enumerate(trace.edits_to_each, 1)
    ]
    yield Table("The edits that each reference would need:", keyed("reference", "length", "edits", choice=""), rows)


@AnyTer.length.says
def _one_length(trace: AnyTer) -> str:
    is_one = isinstance(trace, Ter) and len(trace.references) == 1
    return "the number of words of the reference" if is_one else ""


@AnyTer.length.summary
def _mean(trace: AnyTer) -> str:
    if isinstance(trace, CorpusTer):
        return "sum of the mean lengths of all segments"
    several = isinstance(trace, Ter) and len(trace.references) > 1
    return "mean over all references" if several else "words of the reference"


@AnyTer.length.legend
def _index(trace: AnyTer) -> str:
    several = isinstance(trace, Ter) and len(trace.references) > 1
    return "i runs over the references" if several else "s runs over the segments" * isinstance(trace, CorpusTer)


@AnyTer.score.says
def _no_words(trace: AnyTer) -> str:
    if trace.length > 0:
        return ""
    return "1, because r is 0 and E is not" if trace.edits > 0 else "0, because r and E are 0"


@AnyTer.score.more
def _whole_line(trace: AnyTer) -> Iterator[Part]:
    if trace.rules.scale != 1:
        yield Prose((f"{trace.rules.tool} prints {trace.printed}, which is {trace.rules.scale} times as much.",))


@scores.why.register
def why(trace: AnyTer) -> Prose:
    """A sentence about the number of edits."""
    if trace.is_changed:
        return Prose(())
    text, length = _kinds(trace), float(trace.length)
    words, several = f"{shown(length)} word{'s' * (length != 1)}", isinstance(trace, Ter) and len(trace.references) > 1
    lengths = f"the references have {words} on average" if several else f"the reference has {words}"
    return Prose((f"{text[0].upper()}{text[1:]}; {lengths}.",))


@scores.odd.register
def odd(trace: AnyTer) -> Iterator[Note]:
    """Notes on a score above 1, a reference without words, and a reference that is split when it is cut again."""
    if not trace.length > 0 and trace.edits > 0 and not trace.is_changed:
        yield Note("no-length", "Edits can't be divided by 0 words. We count TER as 1, as sacreBLEU does.")
    if isinstance(trace, Ter) and trace.rules.references == "cut twice" and (parted := _parted(trace)):
        text = "These rules cut references twice, as sacreBLEU does. The second time, this reference gets more tokens, "
        yield Note("cut-twice", f"{text}and therefore even an exact copy of it needs edits.", f"reference {parted}")
    if trace.edits > trace.length > 0 and float(trace.score) > 1:
        yield Note("above-1", f"TER is above 1 because E = {trace.edits} is more than r = {trace.length}.")


def _parted(trace: Ter) -> int:
    """The number, from 1, of the first reference that has more tokens when it is cut again; 0 if there is none."""
    cut = TOKENIZERS.get(str(trace.rules.tokenize))
    for i, (text, tokens) in enumerate(zip(trace.reference_texts or (), trace.references, strict=False), 1):
        if cut and len(reading.tokens(text, "", trace.rules, cut)) < len(tokens):
            return i
    return 0


# The picture.


@scores.picture.register
def picture(trace: Ter) -> Pyramid:
    """The candidate under the reference that counts, with a ribbon for each run of words that both have.

    The ribbons of shifted runs cross others. Below are the numbers of edits of each kind.
    """
    edits, reference = trace.fewest, trace.references[trace.chosen]
    origins = original_places(trace.candidate, edits)
    pairs = sorted((origins[here], there) for here, there in edits.matches)
    kept, theirs = {here for here, _ in pairs}, {there for _, there in pairs}
    changed = [step for step in edits.steps if step.kind == "substitute"]
    replaced, wanted = {origins[step.here or 0] for step in changed}, {step.there for step in changed}
    states = ["credited" if at in kept else "clipped" if at in replaced else "" for at in range(len(trace.candidate))]
    there = ["credited" if at in theirs else "clipped" if at in wanted else "" for at in range(len(reference))]
    runs = shifted_runs(trace.candidate, edits)
    here_runs = {here: (runs[here], "exact") for here, _ in pairs if here in runs}
    there_runs = {there: (runs[here], "exact") for here, there in pairs if here in runs}
    share = f"{len(pairs)}/{len(reference)}"
    of_theirs = bricks.words("kept", there, share, "edits", there_runs)
    above = Text(f"reference {trace.chosen + 1}", Words(reference), of_theirs)
    of_mine = bricks.words("kept", states, f"{len(pairs)}/{len(states)}", "edits", here_runs)
    mine = Text("candidate", Words(trace.candidate), of_mine)
    legend = [("credited", "kept")] + [("exact", "kept and shifted")] * bool(here_runs)
    legend += [("clipped", "substituted")] * bool(replaced)
    legend += [("unmatched", "deleted; in the reference, inserted")] * ("" in states + there)
    piece = bricks.link(mine, [above], bricks.join(pairs, 0), legend)
    kinds = {"substituted": trace.substitutions, "inserted": trace.insertions, "deleted": trace.deletions,
             "shifted": trace.shifts}  # fmt: skip
    results = [Result(str(count), name, "edits") for name, count in kinds.items() if count]
    alt = f"The words of the candidate that are kept, and their places in the reference. {_kinds(trace).capitalize()}."
    return piece._replace(alt=alt, results=tuple(results), chunk_name="shift")


def original_places(candidate: tuple[str, ...], edits: Edits) -> tuple[int, ...]:
    """The original position of each word in the candidate, with the words in their order after all shifts.

    >>> from mtexplain.metrics.ter.edits import find_edits
    >>> original_places(("b", "a", "c"), find_edits(("b", "a", "c"), ("a", "b", "c", "d")))
    (1, 0, 2)
    """
    places: tuple[int, ...] = tuple(range(len(candidate)))
    for shift in edits.shifts:
        places = shifted(places, shift)
    return places


def shifted_runs(candidate: tuple[str, ...], edits: Edits) -> dict[int, int]:
    """For each shifted word, by its position in the candidate, the number, from 1, of the last shift that moved it."""
    places, runs = tuple(range(len(candidate))), dict[int, int]()
    for number, shift in enumerate(edits.shifts, 1):
        runs |= dict.fromkeys(places[shift.start : shift.start + shift.length], number)
        places = shifted(places, shift)
    return runs


# The stepper.


@scores.moments.register
def moments(trace: Ter) -> Iterator[Moment]:
    """Yield each shift, then each word with its edit, then the sum and the score."""
    edits, reference = trace.fewest, trace.chosen + 1
    yield Moment("shifts", "shifts", Prose((trace.step("shifts").why,)), (Mark(0, tuple(range(len(trace.candidate)))),))
    places: tuple[int, ...] = tuple(range(len(trace.candidate)))
    for i, shift in enumerate(edits.shifts):
        run = places[shift.start : shift.start + shift.length]
        words = Words(tuple(trace.candidate[at] for at in run))
        yield Moment("shifts", "shift", Prose((words, " is shifted in a single edit.")), (Mark(0, run),), i, 3)
        places = shifted(places, shift)
    for row, step in enumerate(edits.steps):
        here = () if step.here is None else (Mark(0, (places[step.here],)),)
        there = () if step.there is None else (Mark(reference, (step.there,)),)
        mine = () if step.here is None else (Words((trace.candidate[places[step.here]],)),)
        theirs = () if step.there is None else (Words((trace.references[trace.chosen][step.there],)),)
        sentence = (*mine, " matches.") if step.kind == "match" else (*(mine or theirs), f" {_DONE[step.kind]}", *(
            (" ", *theirs) if step.kind == "substitute" else ()), ".")  # fmt: skip
        yield Moment("edits", "edit", Prose(sentence), (*here, *there), row, 3)
    yield Moment("edits", "edits", Prose((f"E = {trace.edits}.",)))
    yield Moment("length", "length", Prose((trace.step("length").why,)))
    yield Moment("score", "score", Prose((trace.symbol, " = ", shown(float(trace.score)), ".")))
