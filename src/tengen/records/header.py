"""What the header of a record says, in the spellings found in real files.

Nothing here fails except a board size that cannot be: a header is often wrong where the
moves are right. What had to be guessed or left aside is added to `warnings`.
"""

import re
from collections.abc import Iterable

from tengen.game.ruleset import RULESETS, Compensation, Ko, Ruleset, Scoring
from tengen.game.vertex import COLUMNS
from tengen.records.errors import RecordError, shortened

SMALLEST, LARGEST = 2, len(COLUMNS)  # boards
DEFAULT_SIZE = 19
DEFAULT_RULES = "chinese"
APPLICATION = "Tengen"  # what we write as AP: our own files need no guessing

_SIZE = re.compile(r"(\d{1,4})(?:\s*[:x×]\s*(\d{1,4}))?")
_KOMI = re.compile(
    r"\+?(-?)(?=[.,]?[\d½])(\d{0,5})(?:[.,](\d{1,4}))?(½?)\s*(?:points?|pts?|moku|目)?\.?", re.IGNORECASE
)
_WHOLE = re.compile(r"[+-]?\d{1,4}")
_CLOCK = re.compile(r"(?:(\d{1,3}):)?(\d{1,3}):(\d{2})(?!\d)")
_KATAGO_RULES = re.compile(
    r"ko(simple|positional|situational)scor(?:e|ing)(area|territory).*?sui(?:cide)?(0|1|true|false)(?:whb(0|n1|n))?"
)
_KATAGO_BONUS = {"0": Compensation.NONE, "n1": Compensation.ONE_LESS, "n": Compensation.EACH}
_RULE_WORDS = tuple(
    (re.compile(words), name)
    for words, name in (
        (r"tromp|\btt\b|\bcgos\b|logical", "tromp-taylor"),
        (r"\bnz\b|new ?zealand", "new zealand"),
        (r"\baga\b|americ|\bbga\b|\bffg\b|french", "aga"),
        (r"japan|\bjap\b|\bjp\b|日本|\bterritory\b", "japanese"),
        (r"kore|\bkr\b|[韩韓][国國]|한국", "korean"),
        # Ing's rules count area like the Chinese ones, which are the nearest we have.
        (r"chin|\bcn\b|中[国國]|\barea\b|\bgoe\b|\bing\b|[应應]氏", "chinese"),
    )
)
_RULE_NAMES = {
    "chinese": "Chinese",
    "japanese": "Japanese",
    "korean": "Korean",
    "aga": "AGA",
    "new zealand": "NZ",
    "tromp-taylor": "Tromp-Taylor",
}


def read_size(values: Iterable[str]) -> int:
    """The board size from the values of ``SZ``; 19 if there is none.

    >>> read_size(["13"]), read_size(["9:9"]), read_size([])
    (13, 9, 19)
    """
    sizes = {value.strip() for value in values} - {""}
    if not sizes:
        return DEFAULT_SIZE
    if len(sizes) > 1:
        raise RecordError(f"SZ gives several board sizes: {', '.join(map(shortened, sorted(sizes)[:3]))}")
    text = sizes.pop()
    found = _SIZE.fullmatch(text)
    if not found:
        raise RecordError(f"SZ[{text[:20]}] is not a board size")
    columns, rows = int(found.group(1)), int(found.group(2) or found.group(1))
    if columns != rows:
        raise RecordError(f"SZ[{text}] is not a square board, and only those can be read")
    if not SMALLEST <= columns <= LARGEST:
        raise RecordError(f"SZ[{text}] is not possible: boards have {SMALLEST} to {LARGEST} lines")
    return columns


def read_rules(text: str | None, warnings: list[str]) -> Ruleset:
    """The rules that ``RU`` names, or those nearest to them; Chinese if it names none.

    >>> [read_rules(text, []).name for text in ("Chinese, Pair Go", "nz", "GOE", "Tromp/Taylor")]
    ['chinese', 'new zealand', 'chinese', 'tromp-taylor']
    """
    if text is None or not text.strip():
        return RULESETS[DEFAULT_RULES]
    words = text[:200].lower().replace("_", " ").replace("-", " ")
    spelled_out = _KATAGO_RULES.search(re.sub(r"[^a-z0-9]", "", words))
    if spelled_out:
        ko, scoring, suicide, bonus = spelled_out.groups()
        base = RULESETS["chinese" if scoring == "area" else "japanese"]
        changes: dict[str, object] = {"ko": Ko(ko), "scoring": Scoring(scoring), "suicide": suicide in ("1", "true")}
        if bonus in _KATAGO_BONUS:
            changes["compensation"] = _KATAGO_BONUS[bonus]
        return base.changed(**changes)
    for pattern, name in _RULE_WORDS:
        if pattern.search(words):
            return RULESETS[name]
    warnings.append(f"the rules {shortened(text)} are not known; {DEFAULT_RULES} rules are used")
    return RULESETS[DEFAULT_RULES]


def write_rules(rules: Ruleset) -> str:
    """The name of rules as SGF writes it; rules without one are spelled out as KataGo does.

    >>> write_rules(Ruleset.named("new zealand"))
    'NZ'
    >>> write_rules(Ruleset.named("aga").changed(suicide=True))
    'koSITUATIONALscoreAREAtaxNONEsui1whbN-1'
    """
    if RULESETS.get(rules.name) == rules.changed(komi=RULESETS.get(rules.name, rules).komi):
        return _RULE_NAMES[rules.name]
    bonus = {Compensation.NONE: "0", Compensation.ONE_LESS: "N-1", Compensation.EACH: "N"}[rules.compensation]
    return f"ko{rules.ko.name}score{rules.scoring.name}taxNONEsui{int(rules.suicide)}whb{bonus}"


def read_handicap(text: str | None, size: int, warnings: list[str]) -> int:
    """The number of handicap stones that ``HA`` gives; 0 if there is none."""
    if text is None or not text.strip():
        return 0
    number = int(text) if _WHOLE.fullmatch(text.strip()) else -1
    if not 0 <= number < size * size:
        warnings.append(f"HA[{text[:20]}] is not a handicap; none is assumed")
        return 0
    return number


def read_komi(text: str | None, default: float, size: int, application: str, warnings: list[str]) -> float:
    """The komi in points that ``KM`` gives, or `default`.

    - A decimal comma is understood: ``6,5``.
    - Fox (野狐) writes hundredths: ``650`` is 6.5. Other files have got such numbers from
      there, so a whole number from 100 up is taken for hundredths whoever wrote it.
    - Under Chinese rules the winner may be told in stones, of which one is two points:
      3¾ stones are 7.5 points. No komi has quarter points, so ``3.75`` and ``375`` are
      stones and are doubled.

    Files that Tengen wrote itself are taken at their word.

    >>> [read_komi(text, 7.5, 19, "", []) for text in ("6,5", "375", "650", "2.75", "0")]
    [6.5, 7.5, 6.5, 5.5, 0.0]
    """
    if text is None:
        return default
    found = _KOMI.fullmatch(text.strip())
    if not found:
        warnings.append(f"KM[{text[:20]}] is not a komi; {default:g} is used")
        return default
    minus, whole, fraction, half = found.groups()
    komi = float(f"{whole or 0}.{fraction or 0}") + (0.5 if half else 0.0)
    if application.startswith(APPLICATION):
        most = LARGEST * LARGEST
    else:
        most = size * size
        if not fraction and not half and (komi >= 100 or "foxwq" in application.lower()):
            komi /= 100
        if komi * 4 % 2 == 1:
            komi *= 2
    if komi > most:
        warnings.append(f"KM[{text[:20]}] is more than the board has points; {default:g} is used")
        return default
    komi = -komi if minus and komi else komi
    plain = f"{whole or 0}.{fraction or 0}"
    if abs(komi) != float(plain) and not half:
        warnings.append(f"KM[{text[:20]}] was taken for {komi:g} points")
    return komi


def read_seconds(text: str | None) -> float | None:
    """The main time in seconds from ``TM``, if it can be understood.

    >>> read_seconds("600"), read_seconds("1:30:00"), read_seconds("30:00(5x1:00)"), read_seconds("-")
    (600.0, 5400.0, 1800.0, None)
    """
    text = (text or "").strip()
    if re.fullmatch(r"\d{1,7}(?:\.\d{1,6})?", text):
        return float(text)
    found = _CLOCK.match(text)
    if not found:
        return None
    hours, minutes, seconds = (int(part or 0) for part in found.groups())
    return float(hours * 3600 + minutes * 60 + seconds)
