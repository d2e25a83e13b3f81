"""Senses and their surface forms: what may stand for what without a change of meaning.

A *sense* is named by its domain and first form (`street.car`) and lists interchangeable forms.
Notation of the domain texts: `/` parts synonyms, `,` parts senses, `*` marks a mass noun, `:x`
gives a noun's adjective class. An event line reads

    do NAME (OPPOSITE): verbs | nominalisation | objects | instruments

where `~` marks a verb phrase without a passive and `{}` the object's place inside a phrase.
"""

from dataclasses import dataclass
from functools import cache

from demo_rows import domains_far, domains_near


@dataclass(frozen=True)
class Noun:
    """One noun sense: forms, adjective class, whether it is a mass noun."""

    key: str
    forms: tuple[str, ...]
    cls: str
    mass: bool = False


@dataclass(frozen=True)
class Event:
    """One event sense: verb forms, nominalisation, the nouns it goes with, its opposite."""

    key: str
    kind: str  # do | meet | give | carry | compare
    verbs: tuple[str, ...]
    noun: str = ""
    objects: tuple[str, ...] = ()
    instruments: tuple[str, ...] = ()
    opposite: str = ""
    converse: tuple[str, ...] = ()


@dataclass(frozen=True)
class Domain:
    """One domain: who, where, between which spots, and what may happen."""

    name: str
    agents: tuple[str, ...]
    places: tuple[str, ...]
    spots: tuple[str, ...]
    events: tuple[Event, ...]


def _senses(text: str) -> dict[str, tuple[str, ...]]:
    return {forms[0]: forms for forms in (tuple(s.split("/")) for s in text.split("; "))}


# Adjectives: each line one dimension; senses of one line exclude each other.
ADJECTIVES = {
    "size": _senses("big/large; small/little"),
    "age": _senses("old; new/brand-new"),
    "years": _senses("young/youthful; old/elderly"),
    "price": _senses("expensive/costly/pricey; cheap/inexpensive"),
    "weight": _senses("heavy/weighty; light/lightweight"),
    "colour": _senses("red; blue; green; black; white; yellow"),
    "coat": _senses("brown; black; white; spotted/speckled"),
    "dirt": _senses("dirty/filthy/grimy; clean/spotless"),
    "taste": _senses("delicious/tasty; bland/tasteless"),
    "length": _senses("long/lengthy; short/brief"),
    "import": _senses("important/crucial; minor/unimportant"),
    "secrecy": _senses("secret/confidential; public/openly available"),
    "appetite": _senses("hungry/starving; well-fed"),
    "temper": _senses("wild/untamed; tame/docile"),
    "mood": _senses("cheerful/happy/joyful; sad/unhappy/gloomy"),
    "nerves": _senses("calm/relaxed; nervous/anxious"),
    "vigour": _senses("tired/weary/exhausted; energetic/lively"),
    "fame": _senses("famous/well-known/celebrated; unknown/obscure"),
    "skill": _senses("experienced/seasoned; inexperienced/novice"),
    "manners": _senses("friendly/kind; rude/impolite"),
    "force": _senses("violent/fierce/savage; weak/feeble"),
    "surprise": _senses("sudden/unexpected; predicted/forecast"),
}
CLASSES = {
    "f": "size price taste",
    "s": "taste price",
    "t": "size age price weight colour",
    "d": "length import secrecy",
    "a": "size coat appetite temper",
    "v": "size age price colour dirt",
    "b": "size age",
    "p": "size",
    "c": "age colour price size",
    "e": "length import",
    "x": "length import price",
    "i": "size",
    "m": "",
    "n": "",
    "person": "years mood nerves vigour fame skill manners",
    "nature": "force surprise",
    "kind": "",
}
TIMES = {
    "day": _senses(
        "at dawn/at daybreak/at sunrise; at noon/at midday; at dusk/at nightfall/at sunset; "
        "at midnight/in the middle of the night"
    ),
    "week": _senses("on Monday; on Wednesday; on Friday; on Saturday; on Sunday"),
    "ago": _senses(
        "two days ago/the day before yesterday; a week ago/seven days ago; an hour ago/sixty "
        "minutes ago; a year ago/twelve months ago; half an hour ago/thirty minutes ago"
    ),
    "season": _senses(
        "in spring/in springtime; in summer/in the summer months; in autumn/in the fall; "
        "in winter/in wintertime"
    ),
}
# What a noun may be generalised to (for entailment); names are first forms.
KINDS = {
    "vegetable": "onion carrot cucumber potato aubergine courgette pumpkin",
    "fruit*": "apple pear",
    "vehicle": "car truck bicycle motorbike van taxi tram tractor bus train",
    "animal": "horse cow sheep pig goat donkey goose calf lamb rabbit fish crab lobster shark "
    "turtle seal",
    "document": "letter report contract invoice law treaty petition visa passport application",
    "plant": "rose bush tree hedge",
    "piece of furniture": "sofa table chair cupboard shelf",
    "musical instrument": "guitar violin piano drum",
    "piece of clothing/garment": "shirt coat sweater jersey dress suit costume",
    "piece of jewellery": "ring necklace",
    "building": "hospital factory bank lighthouse",
    "work of art": "painting statue portrait symphony poem novel",
    "musical work": "song",
    "drink/beverage": "coffee lemonade",
}

_MEET = """
thank: thank/~say thank you to/~express thanks to
praise (criticise): praise/commend/compliment
criticise (praise): criticise/~find fault with
help: help/assist/aid/~give a hand to
call: phone/telephone/~make a phone call to | phone call to
visit: visit/~pay a visit to | visit to
scold: scold/reprimand/rebuke/tell off
photograph: photograph/~take a photo of/~take a picture of
interview: interview/~do an interview with
warn: warn/caution
greet: greet/~say hello to
trick: trick/deceive/fool
follow: follow/trail
hire (fire): hire/employ | hiring of
fire (hire): fire/dismiss/sack | dismissal of
mock: mock/ridicule/~make fun of
encourage: encourage/~offer encouragement to
interrupt: interrupt/cut {} short
ignore: ignore/disregard
push: push/shove/~give a push to
rescue: rescue/save | rescue of
"""
_GIVE = (
    Event("give.sell", "give", ("sell",), converse=("buy", "purchase")),
    Event("give.lend", "give", ("lend", "loan"), converse=("borrow",)),
    Event("give.hand", "give", ("give", "hand"), converse=("get", "receive")),
)
_CARRY = (
    Event("carry.carry", "carry", ("carry", "take", "transport")),
    Event("carry.drag", "carry", ("drag", "pull")),
)
# name: forms, opposite forms, base for "not as ... as"
COMPARE = {
    "tall": (("taller",), ("shorter",), "tall"),
    "old": (("older",), ("younger",), "old"),
    "rich": (("richer", "wealthier"), ("poorer",), "rich"),
    "strong": (("stronger",), ("weaker",), "strong"),
    "fast": (("faster", "quicker"), ("slower",), "fast"),
    "happy": (("happier", "more cheerful"), ("sadder", "unhappier"), "happy"),
    "heavy": (("heavier",), ("lighter",), "heavy"),
    "dear": (("more expensive", "costlier", "pricier"), ("cheaper",), "expensive"),
    "big": (("bigger", "larger"), ("smaller",), "big"),
}
COMPARED = {
    "person": "tall old rich strong fast happy",
    "t": "heavy dear big",
    "v": "heavy dear big fast",
    "a": "heavy big fast dear",
    "f": "heavy dear big",
}

NOUNS: dict[str, Noun] = {}
EVENTS: dict[str, Event] = {}
DOMAINS: dict[str, Domain] = {}
KIND_OF: dict[str, str] = {}


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip() not in ("", "-")]


def _noun(prefix: str, spec: str, cls: str) -> str:
    spec, _, given = spec.partition(":")
    forms = tuple(form.strip().rstrip("*") for form in spec.split("/"))
    key = f"{prefix}.{forms[0]}"
    NOUNS[key] = Noun(key, forms, given or cls, mass="*" in spec)
    return key


def _read_domain(block: str) -> None:
    lines = block.replace("\n  ", " ").strip().splitlines()
    name, fields, events, cls = lines[0].strip(), {}, [], "person"
    for line in lines[1:]:
        if line == "nature":
            cls = "nature"
        elif line.startswith("do "):
            events.append(line[3:])
        else:
            head, _, rest = line.partition(":")
            fields[head] = _words(rest)
    agents = tuple(_noun(name, spec, cls) for spec in fields["agents"])
    for spec in fields["objects"]:
        _noun(name, spec, "t")
    places = tuple(_noun(f"{name}.at", spec, "n") for spec in fields["places"])
    spots = tuple(_noun(f"{name}.spot", spec, "n") for spec in fields.get("spots", []))
    found = []
    for text in events:
        head, _, rest = text.partition(":")
        verbs, noun, objects, tools = (part.strip() for part in rest.split("|"))
        event, _, opposite = head.partition(" (")
        found.append(
            Event(
                f"{name}.{event}",
                "do",
                tuple(verb.strip() for verb in verbs.split("/")),
                "" if noun == "-" else noun,
                tuple(f"{name}.{word}" for word in _words(objects)),
                tuple(_noun(f"{name}.with", word, "n") for word in _words(tools)),
                f"{name}.{opposite[:-1]}" if opposite else "",
            )
        )
    for generic, field in ((_GIVE, "give"), (_CARRY, "carry")):
        objects = tuple(f"{name}.{word}" for word in fields.get(field, []))
        found += [
            Event(f"{name}.{e.key}", e.kind, e.verbs, "", objects, (), "", e.converse)
            for e in generic
            if objects
        ]
    if cls == "person":
        found += [event for event in EVENTS.values() if event.kind == "meet"]
        found += _comparisons(name, agents)
    EVENTS.update((event.key, event) for event in found)
    DOMAINS[name] = Domain(name, agents, places, spots, tuple(found))


def _comparisons(name: str, agents: tuple[str, ...]) -> list[Event]:
    own = [
        noun
        for key, noun in NOUNS.items()
        if key.startswith(name + ".") and "." not in key[len(name) + 1 :]
    ]
    found = []
    for cls, quality in ((c, q) for c, qs in COMPARED.items() for q in qs.split()):
        keys = tuple(n.key for n in own if n.cls == cls and not n.mass)
        if len(keys) > 2:
            found.append(Event(f"{name}.compare.{cls}.{quality}", "compare", (quality,), "", keys))
    return found


def _read_all() -> None:
    for line in _MEET.strip().splitlines():
        head, _, rest = line.partition(":")
        verbs, _, noun = rest.partition("|")
        name, _, opposite = head.partition(" (")
        forms = tuple(verb.strip() for verb in verbs.split("/"))
        other = f"meet.{opposite[:-1]}" if opposite else ""
        EVENTS[f"meet.{name}"] = Event(f"meet.{name}", "meet", forms, noun.strip(), (), (), other)
    for block in (domains_near.TEXT + domains_far.TEXT).split("\n= ")[1:]:
        _read_domain(block)
    kinds = {}
    for spec, members in KINDS.items():
        key = _noun("kind", spec, "kind")
        kinds |= dict.fromkeys(members.split(), key)
    _noun("kind", "person", "kind")
    for key, noun in NOUNS.items():
        if noun.cls == "person":
            KIND_OF[key] = "kind.person"
        elif (bare := key.rpartition(".")[2]) in kinds and key.count(".") == 1:
            KIND_OF[key] = kinds[bare]


@cache
def adjectives(cls: str) -> tuple[tuple[str, str], ...]:
    """All (dimension, sense) pairs an adjective class allows."""
    return tuple((dim, sense) for dim in CLASSES[cls].split() for sense in ADJECTIVES[dim])


_read_all()
for _event in EVENTS.values():
    _missing = [key for key in _event.objects if key not in NOUNS]
    assert not _missing, (_event.key, _missing)
    assert not _event.opposite or _event.opposite in EVENTS, _event.key
