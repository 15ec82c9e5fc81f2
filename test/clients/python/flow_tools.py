"""Every tool of the official MCP server, with every parameter: flow_tools.py URL FOLDER.

The folder has observations about one entity, two and three (flows.ts).
"""

import csv
import json
import pathlib
import sys
from collections import defaultdict
from itertools import product

from session import Session

url, folder = sys.argv[1:]
session = Session("agent", url)
report = session.report

ABOUT = "observationAbout"
COUNTRIES = {
    "country/CAN": "Canada",
    "country/DEU": "Germany",
    "country/FRA": "France",
    "country/USA": "United States",
}
# What is asked of dates, and the first and last day of it.
DATES = [
    ({"date": "2020"}, ("2020-01-01", "2020-12-31")),
    ({"date": "2020-06"}, ("2020-06-01", "2020-06-30")),
    ({"date": "range", "date_range_start": "2020"}, ("2020-01-01", "9999")),
    ({"date": "range", "date_range_end": "2020-06"}, ("0000", "2020-06-30")),
    (
        {"date": "range", "date_range_start": "2019", "date_range_end": "2020"},
        ("2019-01-01", "2020-12-31"),
    ),
    ({"date": "all"}, ("0000", "9999")),
    ({"date": "latest"}, None),
    ({}, None),
]


class Flows:
    """Observations of the table: by variable, facet and entities, the values by date."""

    def __init__(self):
        self.properties = {}
        self.series = defaultdict(lambda: defaultdict(lambda: defaultdict(dict)))
        path = pathlib.Path(folder) / "observations.csv"
        with open(path, newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                entities = json.loads(row["properties"]) or {ABOUT: row["entity"]}
                properties = self.properties[row["variable"]] = sorted(entities)
                facet = (
                    row["provenance"].removeprefix("dc/base/"),
                    row["measurement_method"],
                    row["observation_period"],
                    row["unit"],
                )
                key = tuple(entities[name] for name in properties)
                values = self.series[row["variable"]][facet][key]
                values[row["date"]] = float(row["value"])

    def rows(self, variable, facet, entities, days):
        """Rows ascend by entities and date. Without days, the latest of each series."""
        wanted = [entities[name] for name in self.properties[variable]]
        for key, values in sorted(self.series[variable][facet].items()):
            if not all(entity in some for entity, some in zip(key, wanted)):
                continue
            dates = sorted(values)
            for date in dates[-1:] if days is None else dates:
                if days is None or days[0] <= f"{date}-01-01"[:10] <= days[1]:
                    yield [*key, date, values[date]]

    def values_of(self, variable, name):
        at = self.properties[variable].index(name)
        (first, *_) = self.series[variable].values()
        return sorted({key[at] for key in first})


flows = Flows()


def facet_of(source):
    names = ("importName", "measurementMethod", "observationPeriod", "unit")
    return tuple(source.get(name) or "" for name in names)


async def compare(tool, variable, wanted, /, **arguments):
    """Values of one source, then of the other as the source that the question names."""
    about = f"{tool} {variable} {wanted}"
    for dates, days in DATES:
        source_of = {}
        wanted_source = {}
        for _ in flows.series[variable]:
            answer = await session.call(
                tool, variable_dcid=variable, **arguments, **dates, **wanted_source
            )
            source = answer["sourceMetadata"]
            facet = facet_of(source)
            source_of[facet] = source["sourceId"]
            rows = list(flows.rows(variable, facet, wanted, days))
            what = f"{about} {dates} {facet}"
            report.same(what, answer["data"].get("rows", []), rows)
            columns = [*flows.properties[variable], "date", "value"]
            report.same(f"columns of {what}", answer["data"]["columns"], columns)
            named = {row[0]: row[1] for row in answer["entityMetadata"]["rows"]}
            for entity in {entity for row in rows for entity in row[:-2]}:
                report.same(f"name of {entity}", named.get(entity), COUNTRIES.get(entity, ""))
            others = [one["sourceMetadata"] for one in answer.get("alternativeSources", [])]
            if wanted_source:
                report.same(f"other sources of {what}", others, [])
            else:
                report.same(f"number of other sources of {what}", len(others), 1)
                wanted_source = {"source_override": others[0]["sourceId"]}
        report.same(f"sources of {about}", set(source_of), set(flows.series[variable]))
        report.same(f"ids of the sources of {about}", len(set(source_of.values())), 2)


async def one_entity():
    for place in COUNTRIES:
        await compare("get_observations", "Residents", {ABOUT: [place]}, place_dcid=place)
    await compare(
        "get_child_observations",
        "Residents",
        {ABOUT: list(COUNTRIES)},
        parent_place_dcid="Earth",
        child_place_type="Country",
    )


async def several_entities():
    tool = "get_multi_entity_observations"
    for variable, names in flows.properties.items():
        all_values = {name: flows.values_of(variable, name) for name in names}
        # One donor and one recipient: some of the pairs.
        for at, key in enumerate(product(*all_values.values())):
            if at % 3 == 0:
                entities = {name: [value] for name, value in zip(names, key)}
                await compare(tool, variable, entities, entities=entities)
        await compare(tool, variable, all_values, entities=all_values)
        # One donor, all recipients inside a place.
        for name in names:
            if name == "transportMode":
                continue
            others = {other: all_values[other][:1] for other in names if other != name}
            await compare(
                tool,
                variable,
                {**others, name: list(COUNTRIES)},
                entities=others,
                parent_entity_property=name,
                parent_entity_dcid="Earth",
                child_entity_type="Country",
            )


async def searches():
    query = "of countries"
    browsed = await session.call("search_indicators", query=query)
    candidates = {row[0]: row for row in browsed["variableCandidates"]["rows"]}
    for variable, names in flows.properties.items():
        row = [variable, f"{variable} of countries", [], names]
        report.same(f"candidate {variable}", candidates.get(variable), row)
    (topic,) = browsed["topicCandidates"]["rows"]
    report.same("topic", topic[0], "dc/topic/Journeys")
    places = {"places": ["Canada", "France"]}
    inside = {"parent_place": "World", "sample_child_places": ["Canada", "France"]}
    for tool, more in (("search_indicators", places), ("search_child_indicators", inside)):
        found = await session.call(tool, query=query, **more)
        data = ["country/CAN", "country/FRA"]
        for one in found["variables"]:
            names = flows.properties[one["dcid"]]
            report.same(f"{tool}: {one['dcid']}", one["observationProperties"], names)
            report.same(f"{tool}: places of {one['dcid']}", one["placesWithData"], data)
        report.same(tool, {one["dcid"] for one in found["variables"]}, set(flows.properties))
        report.same(f"topics of {tool}", [one["dcid"] for one in found["topics"]], [topic[0]])
        one = await session.call(tool, query=query, per_search_limit=1, **more)
        report.same(f"{tool}: limit", len(one["variables"]), 1)
        flat = await session.call(tool, query="journeys", include_topics=False, **more)
        report.same(f"{tool}: without topics", flat.get("topics", []), [])
        dcids = {one["dcid"] for one in flat["variables"]}
        report.same(f"{tool}: members of the topic", "Travellers" in dcids, True)


async def metadata():
    places = ["country/CAN", "country/FRA"]
    answer = await session.call(
        "get_variable_metadata", variable_dcids=list(flows.properties), entity_dcids=places
    )
    for variable, names in flows.properties.items():
        about = answer["variables"][variable]
        shown = about["properties"].get("observationProperties")
        report.same(f"properties of {variable}", shown, names if len(names) > 1 else names[0])
        # An observation about both places counts once.
        by_facet = {
            facet: sum(len(dates) for key, dates in series.items() if {*key} & {*places})
            for facet, series in flows.series[variable].items()
        }
        found = {}
        for facet in about["facets"]:
            properties = facet["properties"]
            (key,) = [key for key in by_facet if key[1:] == facet_of(properties)[1:]]
            found[key] = facet["obsCount"]
            report.same(f"dates of {variable}", facet["dateRange"], {"start": "2019", "end": "2021"})
            report.same(f"coverage of {variable}", facet["scope"]["entityCoverage"], places)
        report.same(f"observations of {variable}", found, by_facet)


async def refusals():
    """What the server refuses reaches whoever calls the tool."""
    for dates in ({"date": "soon"}, {"date": "range"}, {"date": "all", "date_range_start": "2020"}):
        text, is_error = await session.answer(
            "get_observations", variable_dcid="Residents", place_dcid="country/CAN", **dates
        )
        report.same(f"refusal of {dates}", (is_error, "status 400" in text), (True, True))


async def asked():
    await one_entity()
    await several_entities()
    await searches()
    await metadata()
    await refusals()
    report.same("tools and parameters without a call", sorted(map(str, session.unused)), [])


session.run(asked)
