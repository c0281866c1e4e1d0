"""From a store to a report: of any event, and of an experiment with its paper's figures beside ours."""

from tengen.lab.conclusion import concluded, stored_test
from tengen.lab.experiments import Experiment, plan
from tengen.lab.experiments.model import Planned
from tengen.lab.report.findings import findings
from tengen.lab.report.model import Report, ReportRow
from tengen.lab.results import result_of, results_of
from tengen.lab.store import Event, Pairing, Store
from tengen.lab.store.store import pairing_key


def report_of_event(store: Store, event: Event) -> Report:
    """The report of a match, a tournament or any other event."""
    results = results_of(store, event)
    rows = tuple(ReportRow(result.pairing.label, result, baseline=result.pairing.reference) for result in results)
    shows = (concluded(results[0], stored_test(event)),) if len(results) == 1 else findings(rows)
    return Report(f"{event.kind.capitalize()}: {event.name}", rows, shows=shows)


def event_key(experiment: Experiment, scale: str) -> str:
    """What an experiment at a scale is known by in a store."""
    return f"experiment:{experiment.name}:{scale}"


def write_experiment(store: Store, experiment: Experiment, scale: str, games: int | None = None) -> Event:
    """Make the store want an experiment's games, as far as it can be played here."""
    event = store.add_event(event_key(experiment, scale), "experiment", f"{experiment.name} ({scale})")
    keys = []
    for row in plan(experiment, scale, games):
        if row.is_available:
            pairing = store.set_pairing(event, row.first, row.second, row.conditions, row.games, label=row.label)
            keys.append(pairing.key)
    store.keep_only(event, keys)
    return event


def report_of_experiment(store: Store, experiment: Experiment, scale: str) -> Report:
    """The report of an experiment: the paper's figures beside what the store has."""
    event = store.event(event_key(experiment, scale))
    pairings = {} if event is None else {pairing.key: pairing for pairing in store.pairings(event)}
    rows = tuple(_row(store, planned, pairings) for planned in plan(experiment, scale))
    notes = (f'Played at the scale "{scale}": {experiment.scales[scale].about}', *experiment.notes)
    return Report(
        experiment.title,
        rows,
        source=experiment.source,
        about=experiment.about,
        shows=findings(rows),
        notes=notes,
        command=f"tengen lab run {experiment.name} --scale {scale}",
    )


def _row(store: Store, planned: Planned, pairings: dict[str, Pairing]) -> ReportRow:
    key = pairing_key(planned.first, planned.second, planned.conditions, planned.label)
    pairing = pairings.get(key)
    result = None if pairing is None else result_of(store, pairing)
    return ReportRow(planned.label, result, planned.published, planned.missing, planned.baseline)
