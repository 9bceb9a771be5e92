"""Wrong partners: which reference, which words are linked, how many they are."""

from dataclasses import replace
from functools import partial

from mtexplain.explain.misconceptions.meteor.method import Links
from mtexplain.explain.misconceptions.meteor.subject import METEOR_SUBJECT, is_
from mtexplain.metrics.meteor import Against, Link, Meteor
from mtexplain.recipe.misconception import Misconception, Smallest

_reference = partial(Misconception, METEOR_SUBJECT, place="reference")
_links = partial(Misconception, METEOR_SUBJECT, place="links")
_matches = partial(Misconception, METEOR_SUBJECT, place="matches")


def _joined(trace: Meteor) -> Against:
    return Against(trace.candidate, sum(trace.references, ()), trace.rules)


def _by(align: str) -> "partial[Links]":
    """The links that another rule chooses."""
    return partial(_aligned, align)


def _aligned(align: str, reference: Against) -> Links:
    rules = replace(reference.rules, align=align)
    return list(Against(reference.candidate, reference.reference, rules).alignment.links)


def _by_other_rule(reference: Against) -> Links:
    return _aligned("chunks" if reference.rules.align == "crossings" else "crossings", reference)


def _without(reference: Against, **stages: object) -> Links:
    rules = replace(reference.rules, **stages)  # type: ignore[arg-type]
    return list(Against(reference.candidate, reference.reference, rules).alignment.links)


def _letters(reference: Against) -> Links:
    return _without(reference, stem="none")


def _no_synonyms(reference: Against) -> Links:
    return _without(reference, synonyms=())


def _lowered(reference: Against) -> Links:
    ours, theirs = (tuple(map(str.lower, text)) for text in (reference.candidate, reference.reference))
    return list(Against(ours, theirs, reference.rules).alignment.links)


def _all_partners(reference: Against) -> Links:
    """Every word that the reference has, however often, with the first that is equal."""
    places = [(place, word) for place, word in enumerate(reference.candidate) if word in reference.reference]
    return [Link(place, reference.reference.index(word), "exact") for place, word in places]


def _same_place(reference: Against) -> Links:
    pairs = enumerate(zip(reference.candidate, reference.reference, strict=False))
    return [Link(place, place, "exact") for place, (ours, theirs) in pairs if ours == theirs]


def _first_partner(reference: Against) -> Links:
    """From left to right each word takes the first equal one that is free."""
    found: dict[int, Link] = {}
    for place, word in enumerate(reference.candidate):
        free = [there for there, other in enumerate(reference.reference) if other == word and there not in found]
        if free:
            found[free[0]] = Link(place, free[0], "exact")
    return list(found.values())


def _different(reference: Against, links: Links) -> int:
    return len({reference.candidate[link.candidate] for link in links})


PARTNERS = (
    _reference(
        name="meteor-first-reference",
        title="The first reference only",
        wrong="the first reference",
        explanation="The candidate is aligned with every reference, and the best score counts.",
        source="a common slip; Banerjee and Lavie 2005, section 2.2",
        example=Smallest("a", ("b", "a")),
        replacement=lambda trace: trace.against[0],
    ),
    _reference(
        name="meteor-references-joined",
        title="All references as one text",
        wrong="all references as one text",
        explanation="BLEU takes words from all references together. METEOR wants one good translation.",
        source="a common slip: BLEU taken over",
        example=Smallest("a", ("a", "a")),
        replacement=_joined,
    ),
    _links(
        name="meteor-many-partners",
        title="A word linked more than once",
        wrong="every word of the candidate that the reference has",
        explanation="A word of the reference is spent when it has a partner. Repeating a word earns nothing.",
        source="a common slip; Banerjee and Lavie 2005, section 2.2",
        example=Smallest("a a", ("a",)),
        replacement=_all_partners,
    ),
    _links(
        name="meteor-same-place",
        title="Only words at the same place linked",
        wrong="the first with the first, the second with the second, ...",
        explanation="A word may be linked with one that stands elsewhere. Order is the business of the penalty.",
        source="a common slip",
        example=Smallest("a", ("b a",)),
        replacement=_same_place,
    ),
    _links(
        name="meteor-first-partner",
        title="From left to right, the first free partner",
        wrong="each word takes the first equal word that is free",
        explanation="All alignments with as many links are compared. The first partner may be the wrong one.",
        source="a common slip; Banerjee and Lavie 2005, section 2.2",
        example=Smallest("a b", ("b a b",), {"stem": False}),
        replacement=_first_partner,
    ),
    _links(
        name="meteor-last-partner",
        title="From right to left, the last free partner",
        wrong="from its last word to its first, each takes the last partner that is free",
        explanation="NLTK does it so. It looks for few crossings, and does not always find them.",
        source="nltk.translate.meteor_score",
        example=Smallest("a b", ("a b a",)),
        replacement=_by("greedy"),
    ),
    _links(
        name="meteor-other-rule",
        title="Fewest chunks and fewest crossings mixed up",
        wrong="by the rule of the other paper",
        explanation="METEOR of 2005 takes the alignment with fewest crossings, Meteor 1.x that with fewest chunks.",
        source="Banerjee and Lavie 2005, section 2.2; Denkowski and Lavie 2014, section 2",
        example=Smallest("a b a", ("b a a",)),
        replacement=_by_other_rule,
    ),
    _links(
        name="meteor-no-stems",
        title="Stems forgotten",
        wrong="equal words alone",
        explanation="After the equal words those of one stem are linked, where the rules stem.",
        source="a common slip; Banerjee and Lavie 2005, section 2.2",
        example=Smallest("cats", ("cat",)),
        replacement=_letters,
    ),
    _links(
        name="meteor-no-synonyms",
        title="Synonyms forgotten",
        wrong="equal words, and those of one stem",
        explanation="After the stems come the synonyms that were given.",
        source="a common slip; Banerjee and Lavie 2005, section 2.2",
        example=Smallest("a", ("b",), {"synonyms": (("a", "b"),)}),
        replacement=_no_synonyms,
    ),
    _links(
        name="meteor-capitals-equal",
        title="Capitals taken for equal",
        wrong="words that are equal in lower case",
        explanation="The paper does not change capitals. NLTK does, and its rules say so.",
        source="nltk.translate.meteor_score",
        example=Smallest("A", ("a",), {"stem": False}),
        replacement=_lowered,
    ),
    _matches(
        name="meteor-different-words",
        title="Different words counted in place of links",
        wrong=is_("m", "different words that are linked"),
        explanation="The same word twice, with two partners, is two links.",
        source="a common slip",
        example=Smallest("a a", ("a a",)),
        replacement=_different,
    ),
)
