"""The Python packages before V2, unchanged, against a server: older.py URL FOLDER.

Both have the address of the service as a constant of a module: it is set, nothing else.
"""

import math
import pathlib
import sys
from importlib.metadata import version

import datacommons
import datacommons.requests
import datacommons.utils
import datacommons_pandas
import datacommons_pandas.utils
from expected import Graph, Observations, Report

url, folder = sys.argv[1:]
for module in (datacommons.utils, datacommons.requests, datacommons_pandas.utils):
    module._API_ROOT = url.rstrip("/")

observations = Observations(folder)
graph = Graph(folder)
packages = [f"{name} {version(name)}" for name in ("datacommons", "datacommons_pandas")]
report = Report(", ".join(packages))
is_whole = not list(pathlib.Path(folder).glob("*.tmcf"))


def facet_of(series):
    names = ("importName", "measurementMethod", "observationPeriod", "unit")
    return tuple(series.get(name, "") for name in names)


def compare_series(what, key, values):
    """All values of a series that the table has, each equal to the table's."""
    if key not in observations.series:
        if is_whole:
            report.same(f"{what} {key}", values, "no series")
        return
    expected = observations.series[key]
    report.same(f"dates of {what} {key}", set(values), set(expected))
    for date, value in values.items():
        report.one_of(f"{what} {key} {date}", value, expected.get(date, set()))


def check_all():
    for start in range(0, len(observations.entities), 50):
        places = observations.entities[start : start + 50]
        everything = datacommons.get_stat_all(places, observations.variables)
        for place in places:
            for variable in observations.variables:
                found = everything[place][variable].get("sourceSeries", [])
                facets = {facet_of(series) for series in found}
                wanted = observations.facets_of(variable, place)
                report.same(f"facets of {variable} {place}", wanted - facets, set())
                for series in found:
                    compare_series("all", (variable, place, facet_of(series)), series["val"])


def check_single():
    pairs = sorted({key[:2] for key in observations.series})
    for variable, place in pairs[:: max(1, len(pairs) // 60)]:
        best = datacommons.get_stat_series(place, variable)
        facets = observations.facets_of(variable, place)
        if is_whole:
            same = [
                facet
                for facet in facets
                if set(observations.series[(variable, place, facet)]) == set(best)
            ]
            report.same(f"best series of {variable} {place}", bool(same), True)
        for facet in sorted(facets):
            _, method, period, unit = facet
            options = {"measurement_method": method, "observation_period": period, "unit": unit}
            series = observations.series[(variable, place, facet)]
            for date, values in list(series.items())[:3]:
                value = datacommons.get_stat_value(place, variable, date=date, **options)
                allowed = set(values)
                for other in facets:
                    fits = all(not want or want == has for want, has in zip(facet[1:], other[1:]))
                    if fits:
                        allowed |= observations.series[(variable, place, other)].get(date, set())
                if is_whole or all(facet[1:]):
                    report.one_of(f"value of {variable} {place} {date} {facet}", value, allowed)
        latest = datacommons.get_stat_value(place, variable)
        if is_whole:
            last = max(max(observations.series[(variable, place, facet)]) for facet in facets)
            allowed = set()
            for facet in facets:
                series = observations.series[(variable, place, facet)]
                # An inferior facet does not count: then the last value of another one is right.
                allowed |= series[max(series)] | series.get(last, set())
            report.one_of(f"latest of {variable} {place}", latest, allowed)
    report.same("nothing", math.isnan(datacommons.get_stat_value("nowhere", "nothing")), True)
    report.same("no series", datacommons.get_stat_series("nowhere", "nothing"), {})


def check_stats():
    for variable in observations.variables[:10]:
        places = sorted({key[1] for key in observations.series if key[0] == variable})[:50]
        stats = datacommons.get_stats(places, variable)
        for place in places:
            found = stats.get(place, {}).get("data", {})
            for date, value in found.items():
                allowed = set()
                for facet in observations.facets_of(variable, place):
                    allowed |= observations.series[(variable, place, facet)].get(date, set())
                if is_whole:
                    report.one_of(f"stats of {variable} {place} {date}", value, allowed)
            report.same(f"stats of {variable} {place}", bool(found), True)


def check_frames():
    for variable in observations.variables[:5]:
        places = sorted({key[1] for key in observations.series if key[0] == variable})[:20]
        series = datacommons_pandas.build_time_series(places[0], variable)
        report.same(f"series of {variable}", len(series) > 0, True)
        frame = datacommons_pandas.build_time_series_dataframe(places, variable)
        wide = datacommons_pandas.build_multivariate_dataframe(places, [variable])
        for place in places:
            facets = observations.facets_of(variable, place)
            by_date = {}
            for facet in facets:
                for date, values in observations.series[(variable, place, facet)].items():
                    by_date.setdefault(date, set()).update(values)
            if not is_whole:
                continue
            for date, value in frame.loc[place].dropna().items() if place in frame.index else ():
                report.one_of(f"frame of {variable} {place} {date}", value, by_date.get(date, set()))
            value = wide.loc[place, variable] if place in wide.index else None
            if value is not None and not math.isnan(value):
                every = set().union(*by_date.values())
                report.one_of(f"column of {variable} {place}", value, every)


def check_nodes():
    named = sorted({node for node, label in graph.values if label == "name"})[:60]
    labels = datacommons.get_property_labels(named)
    names = datacommons.get_property_values(named, "name")
    triples = datacommons.get_triples(named[:10])
    for node in named:
        report.same(f"labels of {node}", graph.labels(node) - set(labels[node]), set())
        report.same(f"names of {node}", set(names[node]), graph.names(node))
    for node in named[:10]:
        found = {(label, value) for subject, label, value in triples[node] if subject == node}
        for label in graph.labels(node):
            for _, value in graph.values[(node, label)]:
                report.one_of(f"triple of {node}", (label, value), found)
    inside = graph.subjects("containedInPlace")
    for place, children in sorted(inside.items())[:10]:
        for kind in sorted({kind for child in children for kind in graph.objects(child, "typeOf")}):
            found = set(datacommons.get_places_in([place], kind)[place])
            direct = {child for child in children if kind in graph.objects(child, "typeOf")}
            report.same(f"{kind} in {place}", direct - found, set())
    kind, nodes = max(graph.subjects("typeOf").items(), key=lambda item: len(item[1]))
    rows = datacommons.query(f"SELECT ?dcid WHERE {{ ?node typeOf {kind} . ?node dcid ?dcid }}")
    report.same(f"nodes of type {kind}", {row["?dcid"] for row in rows}, nodes)


if observations.values:
    check_all()
    check_single()
    check_stats()
    check_frames()
if graph.values:
    check_nodes()
report.print()
