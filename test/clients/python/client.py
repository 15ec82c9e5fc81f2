"""The Python client of V2, unchanged, against a server: client.py URL FOLDER."""

import pathlib
import sys
from importlib.metadata import version

from datacommons_client import DataCommonsClient
from expected import Graph, Observations, Report
from methods import check_methods

url, folder = sys.argv[1:]
client = DataCommonsClient(url=f"{url}core/api/v2")
observations = Observations(folder)
graph = Graph(folder)
report = Report(f"datacommons-client {version('datacommons-client')}")
# Other tables of a folder hold observations, too: then there may be more than the table says.
is_whole = not list(pathlib.Path(folder).glob("*.tmcf"))


def facet_of(record):
    parts = (record.importName, record.measurementMethod, record.observationPeriod, record.unit)
    return tuple(part or "" for part in parts)


def compare_records(what, records, wanted):
    """Every value is that of the table, and none of the wanted is missing."""
    seen = set()
    for record in records:
        key = (record.variable, record.entity, facet_of(record), record.date)
        if key in observations.values or is_whole:
            report.one_of(f"{what} {key}", record.value, observations.values.get(key, set()))
        seen.add(key)
    report.same(f"{what}: missing", sorted(wanted - seen)[:3], [])


def chunks(items, size):
    return [items[start : start + size] for start in range(0, len(items), size)]


def check_observations():
    wanted = set(observations.values)
    records = []
    for entities in chunks(observations.entities, 200):
        answer = client.observation.fetch(
            variable_dcids=observations.variables, date="all", entity_dcids=entities
        )
        records += answer.to_observation_records().root
    compare_records("fetch", records, wanted)
    latest = client.observation.fetch_observations_by_entity_dcid(
        date="latest",
        entity_dcids=observations.entities[:100],
        variable_dcids=observations.variables[:20],
    )
    for record in latest.to_observation_records().root:
        key = (record.variable, record.entity, facet_of(record))
        if key in observations.series or is_whole:
            last = max(observations.series[key])
            report.same(f"latest date of {key}", record.date, last)
            report.one_of(f"latest of {key}", record.value, observations.series[key][last])
    (variable, entity, facet, date) = min(observations.values)
    at = client.observation.fetch(variable_dcids=variable, date=date, entity_dcids=entity)
    for record in at.to_observation_records().root:
        report.same("date", record.date, date)
    nothing = client.observation.fetch(variable_dcids="no such", date="all", entity_dcids="nope")
    report.same("nothing", nothing.to_observation_records().root, [])


def check_available():
    for entities in chunks(observations.entities[:60], 20):
        available = client.observation.fetch_available_statistical_variables(entities)
        for entity in entities:
            expected = {key[0] for key in observations.values if key[1] == entity}
            found = set(available.get(entity, []))
            report.same(f"variables of {entity}", found if is_whole else found & expected, expected)


def check_frames():
    entities = observations.entities[:50]
    frame = client.observations_dataframe(
        variable_dcids=observations.variables, date="all", entity_dcids=entities
    )
    wanted = {key for key in observations.values if key[1] in set(entities)}
    seen = set()
    for row in frame.to_dict("records"):
        facet = tuple(
            row[name] if isinstance(row[name], str) else ""
            for name in ("importName", "measurementMethod", "observationPeriod", "unit")
        )
        key = (row["variable"], row["entity"], facet, row["date"])
        if key in observations.values or is_whole:
            report.one_of(f"frame {key}", row["value"], observations.values[key])
        for column in ("entity", "variable"):
            names = graph.names(row[column])
            shown = row[f"{column}_name"]
            if names:
                report.one_of(f"name of {row[column]}", shown, names)
        seen.add(key)
    report.same("frame: missing", sorted(wanted - seen)[:3], [])
    methods = sorted({key[2][1] for key in wanted if key[2][1]})
    for method in methods[:3]:
        some = client.observations_dataframe(
            variable_dcids=observations.variables,
            date="all",
            entity_dcids=entities,
            property_filters={"measurementMethod": method},
        )
        report.same(f"frame of {method}", set(some["measurementMethod"]), {method})
        expected = {key for key in wanted if key[2][1] == method}
        report.same(f"rows of {method}", len(some) >= len(expected), True)


def check_places():
    inside = graph.subjects("containedInPlace")
    types = {
        (parent, kind)
        for parent, children in inside.items()
        for child in children
        for kind in graph.objects(child, "typeOf")
    }
    for parent, kind in sorted(types)[:10]:
        children = {child for child in inside[parent] if kind in graph.objects(child, "typeOf")}
        found = client.node.fetch_place_children(parent, children_type=kind)
        report.same(
            f"{kind} in {parent}", {node["dcid"] for node in found.get(parent, [])}, children
        )
        wanted = {key for key in observations.values if key[1] in children}
        variables = sorted({key[0] for key in wanted})[:5]
        if not variables:
            continue
        answer = client.observation.fetch_observations_by_entity_type(
            date="all", parent_entity=parent, entity_type=kind, variable_dcids=variables
        )
        wanted = {key for key in wanted if key[0] in variables}
        compare_records(f"{kind} in {parent}", answer.to_observation_records().root, wanted)
    for place in sorted({node for nodes in inside.values() for node in nodes})[:30]:
        found = client.node.fetch_place_parents(place).get(place, [])
        above = graph.objects(place, "containedInPlace")
        report.same(f"parents of {place}", {node["dcid"] for node in found}, above)


def check_nodes():
    by_type = graph.subjects("typeOf")
    for kind, nodes in sorted(by_type.items(), key=lambda item: -len(item[1]))[:5]:
        answer = client.node.fetch_property_values(kind, "typeOf", out=False)
        found = answer.extract_connected_dcids(kind, "typeOf")
        report.same(f"nodes of type {kind}", len(found), len(nodes))
        report.same(f"nodes of type {kind}", set(found), nodes)
    named = sorted({node for node, label in graph.values if label == "name"})
    for nodes in chunks(["no such node", *named[:800]], 401):
        names = client.node.fetch_entity_names(nodes)
        for node in nodes:
            if node != "no such node":
                report.one_of(f"name of {node}", names[node].value if node in names else None, graph.names(node))
    for node in named[:20]:
        labels = client.node.fetch_property_labels(node).get_properties()
        report.same(f"labels of {node}", set(labels.get(node, [])), graph.labels(node))


def check_resolve():
    wikidata = sorted(
        (value, node)
        for (node, label), values in graph.values.items()
        if label == "wikidataId"
        for _, value in values
    )[:50]
    if wikidata:
        found = client.resolve.fetch_dcids_by_wikidata_id([value for value, _ in wikidata])
        flat = found.to_flat_dict()
        for value, node in wikidata:
            dcids = flat[value]
            report.one_of(f"{value}", node, dcids if isinstance(dcids, list) else [dcids])
    places = sorted({node for nodes in graph.subjects("containedInPlace").values() for node in nodes})
    names = {name: place for place in places[:50] for name in graph.names(place)}
    if names:
        flat = client.resolve.fetch_dcids_by_name(list(names)).to_flat_dict()
        for name, place in names.items():
            dcids = flat.get(name, [])
            report.one_of(f"name {name}", place, dcids if isinstance(dcids, list) else [dcids])


if observations.values:
    check_observations()
    check_available()
    check_frames()
if graph.values:
    check_nodes()
    check_resolve()
    if observations.values:
        check_places()
check_methods(client, observations, graph, report)
report.print()
