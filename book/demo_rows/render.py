"""From a frame to an English sentence, in one of many ways that keep its meaning."""

from demo_rows.frames import Draw, Frame, is_mass
from demo_rows.grammar import (
    NUMBERS,
    article,
    participle,
    past,
    plural,
    possessive,
    sentence,
)
from demo_rows.lexicon import ADJECTIVES, COMPARE, EVENTS, NOUNS, TIMES

_TIME = {name: forms for senses in TIMES.values() for name, forms in senses.items()}


class Renderer:
    """Writes frames; remembers which surface form each sense got, so a second writer may differ.

    `base` holds the choices of the first sentence; with probability `keep` a sense gets the same
    form again, otherwise another one where there is one. `known` are the nouns already mentioned
    in a running text: they get "the", the others "a" and become known.
    """

    def __init__(
        self,
        draw: Draw,
        base: dict[str, int] | None = None,
        keep: float = 0.5,
        known: set[str] | None = None,
    ) -> None:
        """A writer for one sentence."""
        self.draw, self.base, self.keep, self.known = draw, base or {}, keep, known
        self.chosen: dict[str, int] = {}
        self.plain = False  # no "it was ... who" inside a longer sentence

    def form(self, key: str, forms: tuple[str, ...]) -> str:
        """The surface form of a sense, the same within one sentence."""
        n = len(forms)
        if n == 1:
            return forms[0]
        index = self.chosen.get(key)
        if index is None:
            old = self.base.get(key)
            if old is None or old >= n:
                index = self.draw.below(n)
            elif self.draw.chance(self.keep):
                index = old
            else:
                index = (old + 1 + self.draw.below(n - 1)) % n
            self.chosen[key] = index
        return forms[index]

    # ---- phrases ----

    def noun(
        self, key: str, adjective: str = "", count: int = 1, definite: bool | None = None
    ) -> str:
        """A noun phrase with article or number."""
        sense = NOUNS[key]
        head = self.form(key, sense.forms)
        if count != 1 and not sense.mass:
            head = plural(head)
        tail = ""
        if adjective:
            dimension, _, name = adjective.partition(".")
            word = self.form(adjective, ADJECTIVES[dimension][name])
            if sense.cls not in ("person", "nature", "kind") and self.draw.chance(0.12):
                tail = f" that {'was' if count == 1 or sense.mass else 'were'} {word}"
            else:
                head = f"{word} {head}"
        if sense.mass or count == -1:
            known = sense.cls != "kind" and count != -1 and self.draw.chance(0.6)
            return ("the " if known else "some ") + head + tail
        if count > 1:
            forms = (NUMBERS[count], str(count)) + (("a dozen",) if count == 12 else ())
            number = self.form(f"number.{count}", forms)
            known = "the " if not number.startswith("a ") and self.draw.chance(0.2) else ""
            return f"{known}{number} {head}{tail}"
        if sense.cls == "kind":
            definite = False
        if definite is None and self.known is not None:
            definite = key in self.known
            self.known.add(key)
        elif definite is None:
            definite = self.draw.chance(0.7)
        return (f"the {head}" if definite else article(head)) + tail

    def agent(self, frame: Frame, definite: bool | None = None) -> str:
        """The doer's noun phrase."""
        return self.noun(frame.agent, frame.agent_adjective, frame.agent_count, definite)

    def object(self, frame: Frame, definite: bool | None = None) -> str:
        """The noun phrase of what or whom the action touched."""
        return self.noun(frame.object, frame.adjective, frame.count, definite)

    def time(self, frame: Frame) -> str:
        """The time phrase."""
        return self.form(f"time.{frame.time}", _TIME[frame.time])

    def _tool(self, frame: Frame) -> list[str]:
        if not frame.instrument:
            return []
        tool = article(self.form(frame.instrument, NOUNS[frame.instrument].forms))
        return [self.form("with", ("with ", "using ")) + tool]

    def _setting(self, frame: Frame) -> tuple[str, list[str]]:
        """A fronted phrase (or nothing) and the phrases at the end."""
        parts = [self.form(frame.place, NOUNS[frame.place].forms)] if frame.place else []
        if frame.time:
            parts.append(self.time(frame))
        if not parts:
            return "", []
        roll = self.draw.random()
        if roll < 0.4:
            front = parts.pop(self.draw.below(len(parts)))
            return front + ", ", parts
        if roll < 0.5 and len(parts) == 2:
            parts.reverse()
        return "", parts

    # ---- sentences ----

    def write(self, frame: Frame, second: Frame | None = None, link: str = "") -> str:
        """The sentence of one frame, or of two joined by `while` or `before`."""
        if second is None:
            front, body, tail = self._clause(frame)
            return sentence(front + " ".join([body, *tail]))
        self.plain = True
        one, two = (" ".join([b, *t]) for _, b, t in map(self._clause, (frame, second)))
        roll = self.draw.below(3)
        if link == "while":
            if roll == 0:
                return sentence(f"{one} while {two}")
            return sentence(f"{two} while {one}" if roll == 1 else f"while {two}, {one}")
        if roll == 0:
            return sentence(f"{one} before {two}")
        return sentence(f"{two} after {one}" if roll == 1 else f"after {one}, {two}")

    def _clause(self, frame: Frame) -> tuple[str, str, list[str]]:
        kind = EVENTS[frame.event].kind
        if kind == "compare":
            return "", self._compare(frame), []
        front, tail = self._setting(frame)
        tail = self._tool(frame) + tail
        if kind == "give":
            return front, self._give(frame), tail
        if kind == "carry":
            way = [f"from {self.noun(frame.source, '', 1, True)}"]
            way.insert(self.draw.below(2), f"to {self.noun(frame.goal, '', 1, True)}")
            tail = way + tail
        body = self._do(frame, front, tail)
        return (front, body, tail) if body else self._nominal(frame)

    def _do(self, frame: Frame, front: str, tail: list[str]) -> str:
        event, draw = EVENTS[frame.event], self.draw
        verb = self.form(frame.event, event.verbs)
        roll = draw.random()
        nominal = event.noun and (frame.place or frame.time) and not frame.negated
        if nominal and roll < 0.12:
            return ""
        if verb[0] != "~" and roll < 0.45:
            return f"{self._be(frame)} {participle(verb)} by {self.agent(frame)}"
        who, verb = self.agent(frame), verb.lstrip("~")
        cleft = roll > 0.9 and not (frame.negated or front or self.plain)
        if cleft and NOUNS[frame.agent].cls != "kind":
            link = "that" if NOUNS[frame.agent].cls == "nature" else "who"
            return f"it was {who} {link} {self._act(verb, frame)}"
        return f"{who} {self._act(verb, frame)}"

    def _act(self, verb: str, frame: Frame) -> str:
        done = f"{self._not('did')} {verb}" if frame.negated else past(verb)
        what = self.object(frame)
        return done.replace("{}", what) if "{}" in done else f"{done} {what}"

    def _not(self, auxiliary: str) -> str:
        return self.form("not", (f"{auxiliary} not", f"{auxiliary}n't"))

    def _be(self, frame: Frame) -> str:
        single = frame.count == 1 or is_mass(frame)
        be = "was" if single else "were"
        what = self.object(frame)
        return f"{what} {self._not(be) if frame.negated else be}"

    def _nominal(self, frame: Frame) -> tuple[str, str, list[str]]:
        noun, tool = EVENTS[frame.event].noun, self._tool(frame)
        what = f"{noun} {self.object(frame)}"
        if self.draw.chance(0.5):
            body = f"{possessive(self.agent(frame))} {what}"
        else:
            body = f"the {what} by {self.agent(frame)}"
        setting = [self.form(frame.place, NOUNS[frame.place].forms)] if frame.place else []
        setting += [self.time(frame)] if frame.time else []
        verb = self.form("happen", ("took place", "happened"))
        return "", " ".join([body, *tool, verb]), setting

    def _give(self, frame: Frame) -> str:
        event, roll = EVENTS[frame.event], self.draw.random()
        if roll < 0.3:  # the taker's side of the same event
            verb = self.form(frame.event + "<", event.converse)
            taker, giver = self.noun(frame.third), self.agent(frame)
            return f"{taker} {self._act(verb, frame)} from {giver}"
        verb = self.form(frame.event, event.verbs)
        if roll < 0.5:
            who = self.agent(frame)
            return f"{self._be(frame)} {participle(verb)} to {self.noun(frame.third)} by {who}"
        who = self.agent(frame)
        if roll < 0.7:
            done = f"{self._not('did')} {verb}" if frame.negated else past(verb)
            return f"{who} {done} {self.noun(frame.third)} {self.object(frame)}"
        return f"{who} {self._act(verb, frame)} to {self.noun(frame.third)}"

    def _compare(self, frame: Frame) -> str:
        name = EVENTS[frame.event].verbs[0]
        more, less, high = COMPARE[name]
        a, b = self.agent(frame, True), self.noun(frame.object, frame.adjective, 1, True)
        roll = self.draw.random()
        if frame.negated:  # "not taller" is weaker than "shorter": one shape only, either way round
            return f"{a} {self._not('was')} {self.form(name, more)} than {b}"
        if roll < 0.4:
            return f"{a} was {self.form(name, more)} than {b}"
        if roll < 0.8:
            return f"{b} was {self.form(name + '<', less)} than {a}"
        return f"{b} was not as {high} as {a}"
