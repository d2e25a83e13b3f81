"""English forms: past tense, participle, plural, a/an, possessive. Tables first, rules after."""

from functools import cache

PAST = {  # base: (past, participle)
    "begin": ("began", "begun"),
    "blow": ("blew", "blown"),
    "break": ("broke", "broken"),
    "bring": ("brought", "brought"),
    "build": ("built", "built"),
    "buy": ("bought", "bought"),
    "catch": ("caught", "caught"),
    "come": ("came", "come"),
    "cut": ("cut", "cut"),
    "deep-freeze": ("deep-froze", "deep-frozen"),
    "do": ("did", "done"),
    "draw": ("drew", "drawn"),
    "eat": ("ate", "eaten"),
    "feed": ("fed", "fed"),
    "find": ("found", "found"),
    "forget": ("forgot", "forgotten"),
    "freeze": ("froze", "frozen"),
    "get": ("got", "got"),
    "give": ("gave", "given"),
    "hang": ("hung", "hung"),
    "have": ("had", "had"),
    "hide": ("hid", "hidden"),
    "hit": ("hit", "hit"),
    "hold": ("held", "held"),
    "lead": ("led", "led"),
    "lend": ("lent", "lent"),
    "let": ("let", "let"),
    "lose": ("lost", "lost"),
    "make": ("made", "made"),
    "mislay": ("mislaid", "mislaid"),
    "pay": ("paid", "paid"),
    "put": ("put", "put"),
    "read": ("read", "read"),
    "say": ("said", "said"),
    "sell": ("sold", "sold"),
    "set": ("set", "set"),
    "sew": ("sewed", "sewn"),
    "shear": ("sheared", "shorn"),
    "shoot": ("shot", "shot"),
    "shut": ("shut", "shut"),
    "sink": ("sank", "sunk"),
    "steal": ("stole", "stolen"),
    "strike": ("struck", "struck"),
    "take": ("took", "taken"),
    "tear": ("tore", "torn"),
    "tell": ("told", "told"),
    "throw": ("threw", "thrown"),
    "win": ("won", "won"),
    "write": ("wrote", "written"),
}
DOUBLED = {"cancel", "chop", "clip", "drag", "grab", "rip", "scrap", "stop", "trim"}

PLURAL = {
    "aircraft": "aircraft",
    "bacterium": "bacteria",
    "calf": "calves",
    "child": "children",
    "diagnosis": "diagnoses",
    "fish": "fish",
    "goose": "geese",
    "hypothesis": "hypotheses",
    "midwife": "midwives",
    "person": "people",
    "potato": "potatoes",
    "schoolchild": "schoolchildren",
    "sheep": "sheep",
    "shelf": "shelves",
    "thief": "thieves",
    "tomato": "tomatoes",
    "tooth": "teeth",
}
# Spelling and sound part ways here.
AN_ANYWAY = ("hour", "honest", "x-ray")
A_ANYWAY = ("uni", "use", "eu", "one")
NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMBERS += ("eleven", "twelve")


@cache
def past(phrase: str) -> str:
    """Simple past of a verb phrase: its first word is inflected, `{}` is kept."""
    return _inflect(phrase, 0)


@cache
def participle(phrase: str) -> str:
    """Past participle for the passive; the object's place `{}` closes up."""
    return _inflect(phrase.replace("{} ", ""), 1)


def _inflect(phrase: str, which: int) -> str:
    verb, _, rest = phrase.partition(" ")
    if verb in PAST:
        verb = PAST[verb][which]
    elif verb in DOUBLED:
        verb += verb[-1] + "ed"
    elif verb.endswith("e"):
        verb += "d"
    elif verb.endswith("y") and verb[-2] not in "aeiou":
        verb = verb[:-1] + "ied"
    else:
        verb += "ed"
    return f"{verb} {rest}" if rest else verb


@cache
def plural(noun: str) -> str:
    """Plural of a noun phrase: the head is the last word, or the word before `of`."""
    if " of " in noun:
        head, _, rest = noun.partition(" of ")
        return f"{plural(head)} of {rest}"
    front, _, word = noun.rpartition(" ")
    if word in PLURAL:
        word = PLURAL[word]
    elif word.endswith("man") and word != "human":
        word = word[:-3] + "men"
    elif word.endswith(("s", "x", "ch", "sh", "z")):
        word += "es"
    elif word.endswith("y") and word[-2] not in "aeiou":
        word = word[:-1] + "ies"
    else:
        word += "s"
    return f"{front} {word}" if front else word


@cache
def article(words: str) -> str:
    """The words with the right one of a and an before them."""
    vowel = words[0] in "aeiou" and not words.startswith(A_ANYWAY)
    return ("an " if vowel or words.startswith(AN_ANYWAY) else "a ") + words


def possessive(words: str) -> str:
    """The owner's form: the cook's, the two cooks'."""
    return words + ("'" if words.endswith("s") else "'s")


def sentence(words: str) -> str:
    """A capital, a full stop, and no numeral at the start."""
    first, _, rest = words.partition(" ")
    if first.isdigit():
        words = f"{NUMBERS[int(first)]} {rest}"
    return words[0].upper() + words[1:] + "."
