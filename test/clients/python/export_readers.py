"""Files of an export, read by mlcroissant, frictionless, pysdmx, sdmx1 and DuckDB: each value of its tables."""

import csv
import importlib.metadata
import pathlib
import sys
from collections import Counter

from expected import Report

reader, exported, tables = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])


def expected():
    """Variable, entity, date and number of each row, as Python reads the table."""
    with open(tables / "observations.csv", newline="", encoding="utf-8") as file:
        rows = csv.DictReader(file)
        return Counter((r["variable"], r["entity"], r["date"], float(r["value"])) for r in rows)


def text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


def croissant():
    import mlcroissant

    dataset = mlcroissant.Dataset(str(exported / "croissant.json"))
    assert not dataset.metadata.issues.errors, dataset.metadata.issues.report()
    for row in dataset.records(record_set="observations"):
        cells = [text(row[f"observations/{name}"]) for name in ("variable", "entity", "date")]
        yield (*cells, float(row["observations/value"]))


def data_package():
    import frictionless

    report = frictionless.validate(str(exported / "datapackage.json"))
    assert report.valid, report.flatten(["rowNumber", "fieldNumber", "type", "note"])[:5]
    package = frictionless.Package(str(exported / "datapackage.json"))
    for row in package.get_resource("observations").read_rows():
        yield row["variable"], row["entity"], row["date"], float(row["value"])


def pysdmx():
    from pysdmx.io.csv.sdmx20.reader import read

    (dataset,) = read((exported / "observations.csv").read_text(encoding="utf-8"))
    for row in dataset.data.to_dict("records"):
        cells = [str(row[name]) for name in ("variableMeasured", "observationAbout", "TIME_PERIOD")]
        yield (*cells, float(row["OBS_VALUE"]))


def sdmx1():
    import sdmx
    from sdmx.model import common, v30

    file = exported / "observations.csv"
    heading = file.read_text(encoding="utf-8").split("\r\n", 1)[0].split(",")[3:]
    at = heading.index("OBS_VALUE")
    # The file has no structure beside it: the definition is made of its columns.
    definition = v30.DataStructureDefinition(
        id="DF_OBS", maintainer=common.Agency(id="DC"), version="1.0.0"
    )
    for name in heading[:at]:
        definition.dimensions.append(common.Dimension(id=name))
    definition.measures.append(v30.Measure(id="OBS_VALUE"))
    for name in heading[at + 1 :]:
        definition.attributes.append(v30.DataAttribute(id=name))
    with open(file, "rb") as stream:
        message = sdmx.read_sdmx(stream, format="csv", structure=definition)
    for dataset in message.data:
        for one in dataset.obs:
            names = ("variableMeasured", "observationAbout", "TIME_PERIOD")
            yield (*[str(one.key[name].value) for name in names], float(one.value))


def duckdb():
    import os

    import duckdb

    os.chdir(exported)
    database = duckdb.connect()
    database.execute((exported / "world.sql").read_text(encoding="utf-8"))
    ask = lambda text: database.execute(text).fetchall()
    assert ask("SELECT name, types FROM nodes WHERE dcid = 'geoId/06'")[0][0] == "California"
    assert ("geoId/06", "country/USA") in ask("SELECT place, parent FROM contained")
    assert ask("SELECT sum(observations) FROM facets") == ask("SELECT count(*) FROM observations")
    latest = ask("SELECT max(date) FROM latest WHERE variable = 'Count_Person' AND entity = 'geoId/06'")
    assert latest == [("2025",)], latest
    yield from ask("SELECT variable, entity, date, value FROM observations")


readers = {
    "mlcroissant": croissant,
    "frictionless": data_package,
    "pysdmx": pysdmx,
    "sdmx1": sdmx1,
    "duckdb": duckdb,
}

report = Report(f"{reader} {importlib.metadata.version(reader)}")
wanted = expected()
found = Counter(readers[reader]())
for key in wanted.keys() | found.keys():
    report.same(" ".join(map(str, key[:3])), found[key], wanted[key])
report.print()
