"""From the bytes of a file to text, whatever wrote the file.

SGF says that ``CA`` names the encoding and that a file without ``CA`` is ISO-8859-1. Real
files without it are UTF-8, or whatever was usual where they were written: GB18030, Big5,
Shift-JIS, EUC-KR. And some name an encoding they are not in. So, in this order: a byte
order mark; the encoding named, if the bytes are valid in it; UTF-8, if they are valid;
the most plausible of the old encodings; ISO-8859-1, in which every file is valid.

Plausible means: read this way, the text consists of characters people use. Each old
East Asian standard lists everyday characters first and rare ones behind them, so text
read in a wrong encoding shows itself by being full of rare ones.
"""

import codecs
import re
from dataclasses import dataclass, field
from functools import cache

LATIN = "iso-8859-1"  # the encoding of a file that does not say, according to SGF

_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_DECLARED = re.compile(rb"(?<![A-Za-z])CA\s*\[\s*([^\]\\]{0,60}?)\s*\]")
# What SGF itself is written in, and what some codecs take for an escape of their own.
_STRUCTURE = b" ()[];:" + bytes(range(ord("0"), ord("z") + 1)) + b"\\ +AGE- ~{~}"
_HEAD = 20_000  # bytes from the first bracket in which CA is looked for
_EXTENT = 100_000  # bytes, from the first that is not ASCII, on which a guess is based
_SAMPLE = 3000  # characters looked at for a guess: more would not change it
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")

# A program on Windows that writes "gb2312" means the superset its system uses.
_SUPERSETS = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "cp950",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "utf-8-sig": "utf-8",
    "ascii": "utf-8",
    "iso8859-1": LATIN,
}


@dataclass(frozen=True)
class Script:
    """How to recognise text of one encoding: by the characters that are usual in it."""

    encoding: str
    table: str  # the standard whose rows of everyday characters are `leads`
    leads: range
    usual: str  # the most frequent characters, those of game records above all

    def everyday(self) -> frozenset[str]:
        """The characters that the standard holds to be in everyday use."""
        return _characters(self.table, self.leads)


_KANJI = (
    "一二三四五六七八九十日本人年月大中上下手目半段級名碁棋聖局戦回第期王座天元坊因杯位新林木村"
    "田藤山井小石加武宮正治光男夫秀行高川張趙羽依坂梶原橋淡路結城黒白番勝負先出場決定"
)
_SCRIPTS = (
    Script(
        "gb18030",
        "gb2312",
        range(0xB0, 0xD8),
        "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年"
        "黑白棋子手目胜负段级中盘第届轮局杯赛围国日韩本业余职名战月李王张刘陈杨赵黄周吴徐孙马常昊"
        "柯洁古力聂卫平范廷钰时越罗河朴芈昱孔杰刘俞斌邵炜刚元超半认输用先定决预选快网络先",
    ),
    Script(
        "cp950",
        "big5",
        range(0xA4, 0xC7),
        "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年"
        "黑白棋子手目勝負段級中盤第屆輪局盃杯賽圍國日韓本業餘職名戰月李王張劉陳楊趙黃周吳徐孫馬林海峰"
        "俊勳正昊元超半認輸用先定決預選快網路先",
    ),
    Script("cp932", "euc_jp", range(0xB0, 0xD0), _KANJI),
    Script("euc_jp", "euc_jp", range(0xB0, 0xD0), _KANJI),
    Script(
        "cp949",
        "euc_kr",
        range(0xB0, 0xC9),
        "이김박최조정강윤장임한오서신권황안송유홍전창호세돌훈현국기단급제회배대전결승선흑백집반불계승명인왕"
        "위천원바둑년월일의가는을를은에도로고하다지사자나리시아어수우주인철영진성동민준재상석용규환",
    ),
)


@dataclass(frozen=True)
class Decoded:
    """The text of a file, and how it was read."""

    text: str
    encoding: str
    warnings: list[str] = field(default_factory=list)


def decode(data: bytes) -> Decoded:
    """The text of `data`.

    >>> decode("(;PB[李昌镐]PW[常昊])".encode("gbk")).encoding
    'gb18030'
    >>> decode("(;CA[Shift_JIS]PB[趙治勲])".encode("cp932")).text
    '(;CA[Shift_JIS]PB[趙治勲])'
    """
    for mark, encoding in _MARKS.items():
        if data.startswith(mark):
            return Decoded(data.decode(encoding, "replace").removeprefix("\ufeff"), encoding)
    warnings: list[str] = []
    declared = _declared(data, warnings)
    if data.isascii() and b"\x1b" not in data:
        return Decoded(data.decode("ascii"), "utf-8", warnings)
    is_utf8 = _strictly(data, "utf-8")
    if declared is not None:
        text = _strictly(data, declared)
        if text is None:
            warnings.append(f"the text is not valid in {declared}, the encoding that CA names")
        elif is_utf8 is not None and declared != "utf-8" and len(text) == len(data):
            # In an encoding of single bytes everything is valid, so that says nothing;
            # that bytes beyond ASCII are valid UTF-8 by chance hardly ever happens.
            warnings.append(f"CA names {declared}, but the text is UTF-8")
        else:
            return Decoded(text, declared, warnings)
    if is_utf8 is not None:
        return Decoded(is_utf8, "utf-8", warnings)
    encoding = guess(data)
    text = data.decode(encoding, "replace")
    warnings.append(f"the encoding is not known; read as {encoding}, a guess")
    if "\ufffd" in text:
        count = text.count("\ufffd")
        warnings.append(f"characters that could not be read and were replaced: {count}")
    return Decoded(text, encoding, warnings)


def guess(data: bytes) -> str:
    """The most plausible encoding of bytes that are not quite valid UTF-8.

    >>> guess("PB[이창호]PW[조훈현]".encode("euc-kr"))
    'cp949'
    >>> guess("PB[Müller]PC[Besançon]".encode("latin-1"))
    'iso-8859-1'
    """
    start = re.search(rb"[\x80-\xff]", data)
    data = data[start.start() :][:_EXTENT] if start else data
    scores = {LATIN: _latin_plausibility(data), "utf-8": _utf8_plausibility(data)}
    scores |= {script.encoding: _plausibility(data, script) for script in _SCRIPTS}
    best = max(scores, key=scores.__getitem__)
    return best if scores[best] > 0 else LATIN


def _declared(data: bytes, warnings: list[str]) -> str | None:
    """The Python name of the encoding that ``CA`` names, if it can be used at all."""
    start = max(data.find(b"("), 0)
    found = _DECLARED.search(data, start, start + _HEAD)
    name = found.group(1).decode("ascii", "replace") if found else ""
    if not name:
        return None
    try:
        encoding = codecs.lookup(name).name
        encoding = _SUPERSETS.get(encoding, encoding)
        # Not every codec is one of text in which SGF itself could be written.
        if "escape" not in encoding and _STRUCTURE.decode(encoding) == _STRUCTURE.decode("ascii"):
            return encoding
    except (LookupError, ValueError):
        pass
    warnings.append(f"CA[{name}] does not name a known encoding")
    return None


def _strictly(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except ValueError:
        return None


@cache
def _characters(table: str, leads: range) -> frozenset[str]:
    codes = b"".join(bytes((lead, trail)) for lead in leads for trail in (*range(0x40, 0x7F), *range(0xA1, 0xFF)))
    return frozenset(_BEYOND_ASCII.findall(codes.decode(table, "ignore")))


def _plausibility(data: bytes, script: Script) -> float:
    """How much `data` looks like text of `script`; wrong readings come out below zero."""
    everyday = script.everyday()
    score = 0.0
    for character in _BEYOND_ASCII.findall(data.decode(script.encoding, "replace"))[:_SAMPLE]:
        if character == "\ufffd":
            score -= 6
        elif character in script.usual:
            score += 3
        elif character in everyday:
            score += 1
        elif "\u3040" <= character <= "\u30ff":
            # Kana: the mark of Japanese, though the Chinese standards list them too.
            score += 2 if script.table == "euc_jp" else -1
        elif not ("\u3000" <= character <= "\u303f" or "\uff01" <= character <= "\uff5e"):
            score -= 2  # a rare character; East Asian punctuation says nothing
    return score


def _latin_plausibility(data: bytes) -> float:
    """Accented letters stand alone, beside plain ones; East Asian bytes come in runs."""
    score = 0.0
    for run in re.findall(rb"[\x80-\xff]+", data)[:_SAMPLE]:
        score += 1 if len(run) == 1 and run >= b"\xa0" else -len(run)
    return score


def _utf8_plausibility(data: bytes) -> float:
    """UTF-8 in which something was damaged: a comment cut off inside a character, say."""
    found = _BEYOND_ASCII.findall(data.decode("utf-8", "replace"))[:_SAMPLE]
    return sum(-6.0 if character == "\ufffd" else 3.0 for character in found)
