"""A tuning in words: the points tried, what is known after it, and what is not. Text only; nothing is printed here."""

from tengen.lab.report.model import Report, ReportRow
from tengen.lab.statistics import MatchTally
from tengen.lab.statistics.intervals import percent
from tengen.lab.tuning.confirm import Confirmation
from tengen.lab.tuning.state import Choice, Tried, TuningState

_VAGUE = 1.2  # of the two units a range is wide: an optimum known no better is hardly known
_EDGE = 0.96  # coordinate from which a choice lies at the edge of its range


def table(state: TuningState, most: int | None = None) -> list[str]:
    """The points tried: the defaults, then the others by value (one dimension) or by what they surely win."""
    reference = [each for each in state.tried if each.point is None]
    others = [each for each in state.tried if each.point is not None]
    if len(state.plan.space.dimensions) == 1:
        others.sort(key=lambda each: each.point or ())
    else:
        others.sort(key=_surely, reverse=True)
    rows = [[*state.plan.space.names, "won", "rate", "95 %", ""]]
    rows += [_row(state, each) for each in [*reference, *others][:most]]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(f"{text:>{width}}" for text, width in zip(row[:-1], widths, strict=False)) for row in rows]
    lines = [f"{line}  {row[-1]}".rstrip() for line, row in zip(lines, rows, strict=True)]
    hidden = len(state.tried) - len(rows) + 1
    return [*lines, f"and {hidden} more"] if hidden > 0 else lines


def _surely(each: Tried) -> float:
    return each.result.tally.interval().low if each.counted else -1.0


def _row(state: TuningState, each: Tried) -> list[str]:
    space = state.plan.space
    point = space.default if each.point is None else each.point
    values = [f"{value:.12g}" for value in point] if point is not None else ["default"] * len(space.names)
    remarks = ["the defaults"] if each.point is None else []
    failed = len(each.result.games) - each.counted
    if each.all_failed:
        remarks.append(f"no game counts: {each.result.games[-1].why}")
    elif failed:
        remarks.append(f"{failed} not counted")
    if not each.counted:
        return [*values, f"0/{each.counted}", "", "", ", ".join(remarks)]
    tally = each.result.tally
    low, high = tally.interval().low, tally.interval().high
    won = f"{tally.points:g}/{tally.games}"
    return [*values, won, percent(tally.score), f"{100 * low:.0f} to {100 * high:.0f}", ", ".join(remarks)]


def _won(tally: MatchTally) -> str:
    """What was won, and how sure that is."""
    return f"won {tally.points:g}/{tally.games}, {percent(tally.score)} ({tally.interval().in_percent})"


def conclusion(state: TuningState) -> list[str]:
    """What the games of the tuning say, and how much of it to believe."""
    lines = [f"{state.counted} games at {len(state.tried)} points against {state.plan.against.name}"]
    best, reference, choice = state.best_tried, state.reference, state.choice
    if best is not None:
        tally = best.result.tally
        lines.append(
            f"best tried: {_name(state, best)} won {tally.points:g}/{tally.games}, {percent(tally.score)}; of "
            f"{len(state.tried)} points the best is the luckiest as much as the best (the winner's curse): expect less"
        )
    if reference is not None and reference.counted:
        lines.append(f"the defaults {_won(reference.result.tally)}")
        if state.plan.opponent.key == state.plan.player(None).key:
            lines.append("the opponent is the defaults themselves: their true rate is 50 %, and the rest is luck")
    if choice is None:
        return [*lines, "too few points have games for a choice"]
    lines += _choice_lines(state, choice)
    failed = [each for each in state.tried if each.all_failed]
    lines += [f"no game counts at {_name(state, each)}: {each.result.games[-1].why}" for each in failed]
    repeats = sum(each.result.repeats for each in state.tried)
    if repeats:
        lines.append(
            f"{repeats} games repeat another move for move: all intervals are narrower than is honest; use openings"
        )
    return lines


def _choice_lines(state: TuningState, choice: Choice) -> list[str]:
    space = state.plan.space
    lines = [
        f"a smooth model of all games chooses {space.label(choice.point)}, where it expects "
        f"{percent(choice.forecast.rate)} ({choice.forecast.interval.in_percent}). It was chosen for that, so "
        "this too is rather too high: only fresh games can confirm it"
    ]
    low, high, chosen = (space.coordinates(point) for point in (choice.low, choice.high, choice.point))
    for number, dimension in enumerate(space.dimensions):
        where = " to ".join(dict.fromkeys(f"{point[number]:.12g}" for point in (choice.low, choice.high)))
        vague = high[number] - low[number] > _VAGUE
        known = f"hardly known: 80 % sure is only {where}" if vague else f"at {where} with 80 %"
        edge = "; the choice lies at the edge of the range" if abs(chosen[number]) >= _EDGE else ""
        lines.append(f"the optimum of {dimension.name} is {known}{edge}")
    if choice.is_default:
        lines.append("that is next to the defaults: nothing to gain was found, keep the defaults")
    return lines


def _name(state: TuningState, each: Tried) -> str:
    return "the defaults" if each.point is None else state.plan.space.label(each.point)


def confirmation_lines(confirmation: Confirmation) -> list[str]:
    """The fresh games, and the verdict."""
    label = confirmation.plan.space.label(confirmation.point)
    lines = []
    for name, result in ((label, confirmation.chosen), ("the defaults", confirmation.defaults)):
        if result.counted:
            lines.append(f"fresh games: {name} {_won(result.tally)}")
        lines += [f"{name}: {remark}" for remark in result.remarks()]
    return [*lines, f"{label}: {confirmation.sentence()}"]


def report(state: TuningState, confirmed: tuple[Confirmation, ...] = ()) -> Report:
    """The tuning as a report, for the pages and tables that reports become."""
    rows = [ReportRow(_name(state, each), each.result) for each in state.tried]
    notes = conclusion(state)
    for confirmation in confirmed:
        label = state.plan.space.label(confirmation.point)
        rows.append(ReportRow(f"confirmation: {label}", confirmation.chosen))
        rows.append(ReportRow(f"confirmation of {label}: the defaults", confirmation.defaults))
        notes += confirmation_lines(confirmation)
    ranges = ", ".join(map(str, state.plan.space.dimensions))
    about = (
        f"Tuning {ranges} of {state.plan.engine} against {state.plan.against.name}: {state.plan.conditions.describe()}."
    )
    return Report(state.plan.title, tuple(rows), about=about, notes=tuple(notes))
