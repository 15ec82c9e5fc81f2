"""pysdmx and sdmx1, unchanged, against a server: sdmx_clients.py URL FOLDER."""

import csv
import io
import json
import pathlib
import sys
from importlib.metadata import version

import httpx
import sdmx
from expected import Report
from pysdmx.api.dc.query import LogicalOperator, MultiFilter, Operator, TextFilter
from pysdmx.api.qb.availability import AvailabilityQuery
from pysdmx.api.qb.data import DataContext, DataFormat, DataQuery
from pysdmx.api.qb.service import RestService
from pysdmx.api.qb.util import ApiVersion
from pysdmx.io import read_sdmx

url, folder = sys.argv[1:]
endpoint = f"{url}sdmx/v3"
dataflow = (DataContext.DATAFLOW, "DC", "DF_OBS", "1.0.0", "*")
versions = " and ".join(f"{name} {version(name)}" for name in ("pysdmx", "sdmx1"))
report = Report(versions)


def expected_rows():
    """By variable: its properties, and what each row of the table says by column."""
    found = {}
    with open(pathlib.Path(folder) / "observations.csv", newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            entities = json.loads(row["properties"]) or {"observationAbout": row["entity"]}
            properties = sorted(entities)
            _, rows = found.setdefault(row["variable"], (properties, set()))
            facet = [row["unit"], row["measurement_method"], row["observation_period"]]
            rows.add(
                (
                    row["variable"],
                    *[entities[name] for name in properties],
                    *[text or "NotApplicable" for text in facet],
                    row["provenance"],
                    row["date"],
                    # pysdmx reads columns of numbers.
                    float(row["value"]),
                    row["scaling_factor"],
                )
            )
    return found


def is_one_of(name, values):
    if len(values) == 1:
        return TextFilter(name, Operator.EQUALS, values[0])
    return TextFilter(name, Operator.IN, values)


def data_by_pysdmx(filters):
    query = DataQuery(*dataflow, components=MultiFilter(filters, LogicalOperator.AND))
    # The short form leaves the key out, which the service refuses.
    path = query.get_url(ApiVersion.V2_0_0, False)
    answer = httpx.get(
        endpoint + path, headers={"accept": DataFormat.SDMX_CSV_2_0_0.value}, timeout=60
    )
    answer.raise_for_status()
    return answer.text


def rows_by_pysdmx(text):
    datasets = read_sdmx(text).data
    rows = [row for one in datasets for row in one.data.values.tolist()]
    return {(*row[:-3], float(row[-3]), row[-2]) for row in rows}


def rows_by_sdmx1(text, properties, variable):
    path = f"{endpoint}/structure/dataflow/DC/DF_OBS/1.0.0"
    answer = httpx.get(path, params={"c[variableMeasured]": variable}, timeout=60)
    answer.raise_for_status()
    definition = sdmx.read_sdmx(io.BytesIO(answer.content)).structure["DF_OBS"]
    dimensions = [one.id for one in definition.dimensions]
    report.same(f"properties of {variable}", dimensions[1 : 1 + len(properties)], properties)
    message = sdmx.read_sdmx(io.BytesIO(text.encode()), format="csv", structure=definition)
    return {
        (
            *[str(one.key[name].value) for name in dimensions],
            float(one.value),
            str(one.attached_attribute["scalingFactor"].value or ""),
        )
        for dataset in message.data
        for one in dataset.obs
    }


def values_by_pysdmx(component, filters):
    """The reader of pysdmx refuses the service's message, which names no dataflow."""
    service = RestService(endpoint, ApiVersion.V2_0_0)
    query = AvailabilityQuery(*dataflow, component_id=component, components=filters)
    message = json.loads(service.availability(query))
    (constraint,) = message["data"]["dataConstraints"]
    ((region,),) = [constraint["cubeRegions"]]
    ((key,),) = [region["keyValues"]]
    return [one["value"] for one in key["values"]]


def compare(what, found, wanted):
    for row in sorted(wanted | found):
        report.same(f"{what} {row}", row in found, row in wanted)


for variable, (properties, rows) in expected_rows().items():
    measured = is_one_of("variableMeasured", [variable])
    for at, name in enumerate(properties, start=1):
        values = sorted({row[at] for row in rows})
        report.same(f"{name} of {variable}", values_by_pysdmx(name, measured), values)
        for some in (values, values[:1]):
            text = data_by_pysdmx([measured, is_one_of(name, some)])
            wanted = {row for row in rows if row[at] in some}
            compare("pysdmx", rows_by_pysdmx(text), wanted)
            compare("sdmx1", rows_by_sdmx1(text, properties, variable), wanted)

report.print()
