"""The official MCP server, unchanged, over stdio against a server: tools.py MODE URL FOLDER.

In MODE "agent" it asks the routes of agents, in MODE "custom" a self-hosted instance.
"""

import sys

from expected import Observations
from session import Session

mode, url, folder = sys.argv[1:]
observations = Observations(folder)
session = Session(mode, url)
report = session.report
call = session.call

POPULATION = "Count_Person"


def compare(what, variable, place, source, points):
    """Every point of a series is that of the table, and the table has no other ones."""
    facet = tuple(
        source.get(name) or ""
        for name in ("importName", "measurementMethod", "observationPeriod", "unit")
    )
    key = (variable, place, facet)
    expected = observations.series.get(key)
    if expected is None:
        return
    for date, value in points:
        report.one_of(f"{what} {key} {date}", value, expected.get(date, set()))
    report.same(f"dates of {what} {key}", {date for date, _ in points}, set(expected))


async def finds(wanted, tool, **arguments):
    """The variable that an example of the server shows is the first or the second that its search finds."""
    found = await call(tool, **arguments)
    ranked = [variable["dcid"] for variable in found.get("variables", [])]
    ranked += [row[0] for row in found.get("variableCandidates", {}).get("rows", [])]
    report.same(f"{tool} {arguments}", wanted in ranked[:2], True)
    return found


# Queries of the server's own playbooks whose variable the sample has.
EXAMPLES = {"population": POPULATION, "unemployment": "UnemploymentRate_Person"}


async def agent():
    for query, wanted in EXAMPLES.items():
        await finds(wanted, "search_indicators", query=query)
        await finds(wanted, "search_indicators", query=query, places=["California, USA"])
        await finds(
            wanted,
            "search_child_indicators",
            query=query,
            parent_place="USA",
            sample_child_places=["California, USA", "Texas, USA", "Florida, USA"],
        )
    variables = [name for name in observations.variables if name != POPULATION]
    for variable in variables:
        places = sorted({key[1] for key in observations.series if key[0] == variable})[:10]
        for place in places:
            answer = await call(
                "get_observations", variable_dcid=variable, place_dcid=place, date="all"
            )
            points = [(row[1], row[2]) for row in answer["data"].get("rows", [])]
            report.same(f"{variable} of {place}", len(points) > 0, True)
            compare("series", variable, place, answer["sourceMetadata"], points)
    answer = await call(
        "get_child_observations",
        variable_dcid="LifeExpectancy_Person",
        parent_place_dcid="Earth",
        child_place_type="Country",
        date="all",
    )
    by_place = {}
    for place, date, value in answer["data"]["rows"]:
        by_place.setdefault(place, []).append((date, value))
    for place, points in by_place.items():
        compare("child", "LifeExpectancy_Person", place, answer["sourceMetadata"], points)
    report.same("countries", len(by_place) > 0, True)
    found = await finds(
        "LifeExpectancy_Person",
        "search_indicators",
        query="life expectancy",
        places=["France", "United States"],
    )
    report.same("places of the search", "country/FRA" in found["dcidPlaceTypeMappings"], True)
    within = await finds(
        "Median_Age_Person",
        "search_child_indicators",
        query="median age",
        parent_place="United States",
        sample_child_places=["California", "Texas"],
    )
    report.same("parent", within["resolvedParentPlace"]["dcid"], "country/USA")
    browsed = await call("search_indicators", query="unemployment")
    report.same("rows", len(browsed["variableCandidates"]["rows"]) > 0, True)
    metadata = await call(
        "get_variable_metadata",
        variable_dcids=["LifeExpectancy_Person"],
        entity_dcids=["country/FRA"],
    )
    facets = metadata["variables"]["LifeExpectancy_Person"]["facets"]
    (dates,) = [
        dates
        for (variable, place, _), dates in observations.dates.items()
        if (variable, place) == ("LifeExpectancy_Person", "country/FRA")
    ]
    report.same("observations", facets[0]["obsCount"], len(dates))
    report.same("range", facets[0]["dateRange"], {"start": min(dates), "end": max(dates)})
    many = await call(
        "get_multi_entity_observations",
        variable_dcid="LifeExpectancy_Person",
        entities={"observationAbout": ["country/FRA", "country/DEU"]},
        date="latest",
    )
    for place, date, value in many["data"]["rows"]:
        source = many["sourceMetadata"]
        facet = tuple(
            source.get(name) or ""
            for name in ("importName", "measurementMethod", "observationPeriod", "unit")
        )
        series = observations.series[("LifeExpectancy_Person", place, facet)]
        report.same(f"latest of {place}", date, max(series))
        report.one_of(f"latest of {place}", value, series[date])


async def custom():
    await finds(
        "LifeExpectancy_Person", "search_indicators", query="life expectancy", places=["France"]
    )
    for query, wanted in EXAMPLES.items():
        await finds(wanted, "search_indicators", query=query)
    variables = [name for name in observations.variables if name != POPULATION]
    for variable in variables:
        places = sorted({key[1] for key in observations.series if key[0] == variable})[:10]
        for place in places:
            answer = await call(
                "get_observations", variable_dcid=variable, place_dcid=place, date="all"
            )
            for one in answer.get("place_observations", answer.get("placeObservations", [])):
                series = one.get("time_series", one.get("timeSeries", []))
                points = [
                    (point[0], point[1]) if isinstance(point, list) else (point["date"], point["value"])
                    for point in series
                ]
                source = answer.get("source_metadata", answer.get("sourceMetadata", {}))
                camel = {
                    "".join([word if not at else word.title() for at, word in enumerate(name.split("_"))]): value
                    for name, value in source.items()
                }
                report.same(f"{variable} of {place}", len(points) > 0, True)
                compare("series", variable, place, camel, points)


session.run(agent if mode == "agent" else custom)
