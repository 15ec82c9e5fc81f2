"""Writes tables into files of many kinds by programs of others, and what those read in them again.

python table_files.py FOLDER writes the files, and expected.json: for each file a list of records.
"""

import datetime as dt
import decimal
import json
import random
import sys
import zipfile
from pathlib import Path

import openpyxl
import pandas as pd
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq
import sdmx
from odf.opendocument import OpenDocumentSpreadsheet, load
from odf.table import Table, TableCell, TableRow
from odf.text import P
from pyjstat import pyjstat
from sdmx.message import DataMessage, StructureMessage
from sdmx.model import v21 as model

folder = Path(sys.argv[1])
expected = {}
random.seed(7)

AREAS = {"FRA": "France", "DEU": "Germany", "CIV": "Côte d'Ivoire"}
SEXES = {"F": "Female", "M": "Male"}


def rows(count=60):
    for at in range(count):
        yield {
            "REF_AREA": list(AREAS)[at % 3],
            "Place": list(AREAS.values())[at % 3] + (' "x", y' if at == 4 else ""),
            "Day": dt.date(2019, 1, 1) + dt.timedelta(days=37 * at),
            "Count": random.randrange(-(10**12), 10**15),
            "Share": random.choice([random.random(), 1e-9 * random.random(), 1e12 * random.random()]),
            "Note": None if at % 7 == 0 else f"n{at}",
        }


def cell(value):
    """A cell as text, or as the number that it is; None for nothing."""
    if value is None or value is pd.NaT or (isinstance(value, float) and value != value):
        return None
    if isinstance(value, dt.datetime):
        if value.time() == dt.time():
            return value.date().isoformat()
        return value.isoformat().rstrip("0") if value.microsecond else value.isoformat()
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, decimal.Decimal):
        return str(value)
    if isinstance(value, int) and abs(value) >= 2**53:
        return str(value)
    return value


def expect(name, records):
    expected[name] = [{key: cell(value) for key, value in record.items()} for record in records]


def of_sheet(values):
    head, *others = [list(row) for row in values if any(one is not None for one in row)]
    return [dict(zip(head, row)) for row in others]


def workbooks():
    book = openpyxl.Workbook()
    sheet = book.active
    table = list(rows())
    sheet.append(list(table[0]))
    for row in table:
        sheet.append(list(row.values()))
    book.save(folder / "one.xlsx")
    read = openpyxl.load_workbook(folder / "one.xlsx").active
    expect("one.xlsx", of_sheet(read.iter_rows(values_only=True)))
    pd.DataFrame(table).to_excel(folder / "pandas.xlsx", index=False, startrow=3, sheet_name="Data")
    read = openpyxl.load_workbook(folder / "pandas.xlsx")["Data"]
    expect("pandas.xlsx", of_sheet(read.iter_rows(values_only=True)))

    document = OpenDocumentSpreadsheet()
    sheet = Table(name="Data")
    for row in [dict.fromkeys(table[0]), *table]:
        line = TableRow()
        for key, value in row.items():
            value = key if all(one is None for one in row.values()) else value
            if isinstance(value, dt.date):
                one = TableCell(valuetype="date", datevalue=value.isoformat())
            elif isinstance(value, (int, float)):
                one = TableCell(valuetype="float", value=repr(value))
            else:
                one = TableCell(valuetype="string") if value is not None else TableCell()
            if value is not None:
                one.addElement(P(text=str(value)))
            line.addElement(one)
        sheet.addElement(line)
    document.spreadsheet.addElement(sheet)
    document.save(folder / "one.ods")
    read = []
    for line in load(folder / "one.ods").spreadsheet.getElementsByType(TableRow):
        values = []
        for one in line.getElementsByType(TableCell):
            kind = one.getAttribute("valuetype")
            text = "".join(str(part) for part in one.getElementsByType(P)) or None
            number = one.getAttribute("value")
            values.append(float(number) if kind == "float" else one.getAttribute("datevalue") or text)
        read.append(values)
    expect("one.ods", of_sheet(read))


def typed():
    table = list(rows())
    columns = {key: [row[key] for row in table] for key in table[0]}
    columns["Exact"] = [decimal.Decimal(at * 7 - 100).scaleb(-2) for at in range(len(table))]
    columns["Moment"] = [dt.datetime(2020, 1, 1) + dt.timedelta(microseconds=at * 987_654_321_123) for at in range(len(table))]
    arrow = pa.table(columns)
    for codec in ["snappy", "none", "zstd", "gzip", "brotli", "lz4"]:
        name = f"{codec}.parquet"
        pq.write_table(arrow, folder / name, compression=codec, row_group_size=17)
        expect(name, pq.read_table(folder / name).to_pylist())
    pq.write_table(arrow, folder / "second.parquet", data_page_version="2.0", use_dictionary=False)
    expect("second.parquet", pq.read_table(folder / "second.parquet").to_pylist())
    encodings = {"Count": "DELTA_BINARY_PACKED", "Note": "DELTA_BYTE_ARRAY", "Place": "DELTA_LENGTH_BYTE_ARRAY"}
    form = {"use_dictionary": False, "column_encoding": encodings, "data_page_size": 200}
    for version in ["1.0", "2.0"]:
        name = f"encoded-{version}.parquet"
        pq.write_table(arrow, folder / name, data_page_version=version, **form)
        expect(name, pq.read_table(folder / name).to_pylist())
    feather.write_feather(arrow, folder / "file.feather", compression="uncompressed", chunksize=13)
    expect("file.feather", feather.read_table(folder / "file.feather").to_pylist())
    for codec in ["lz4", "zstd"]:
        feather.write_feather(arrow, folder / f"{codec}.feather", compression=codec)
        expect(f"{codec}.feather", feather.read_table(folder / f"{codec}.feather").to_pylist())
    with pa.ipc.new_stream(folder / "stream.arrow", arrow.schema) as writer:
        writer.write_table(arrow, max_chunksize=11)
    expect("stream.arrow", pa.ipc.open_stream(folder / "stream.arrow").read_all().to_pylist())


def code_list(name, codes, agency):
    made = model.Codelist(id=name, version="1.0", maintainer=agency)
    for code, text in codes.items():
        made.append(model.Code(id=code, name=text))
    return made


def statistics():
    agency = model.Agency(id="OURS")
    lists = {"REF_AREA": code_list("CL_AREA", AREAS, agency), "SEX": code_list("CL_SEX", SEXES, agency)}
    scheme = model.ConceptScheme(id="CS", version="1.0", maintainer=agency)
    names = {"SEX": "Sex", "REF_AREA": "Reference area", "TIME_PERIOD": "Time", "OBS_VALUE": "Value", "OBS_STATUS": "Status"}
    for one, text in names.items():
        scheme.append(model.Concept(id=one, name=text))
    structure = model.DataStructureDefinition(id="DSD_POP", version="1.0", maintainer=agency)
    for place, one in enumerate(["SEX", "REF_AREA", "TIME_PERIOD"]):
        kind = model.TimeDimension if one == "TIME_PERIOD" else model.Dimension
        dimension = kind(id=one, concept_identity=scheme[one], order=place + 1)
        if one in lists:
            dimension.local_representation = model.Representation(enumerated=lists[one])
        structure.dimensions.append(dimension)
    structure.measures.append(model.PrimaryMeasure(id="OBS_VALUE", concept_identity=scheme["OBS_VALUE"]))
    related = model.PrimaryMeasureRelationship()
    structure.attributes.append(model.DataAttribute(id="OBS_STATUS", concept_identity=scheme["OBS_STATUS"], related_to=related))
    flow = model.DataflowDefinition(id="DF_POP", version="1.0", maintainer=agency, structure=structure)
    message = StructureMessage()
    for one in lists.values():
        message.codelist[one.id] = one
    message.concept_scheme["CS"] = scheme
    message.structure["DSD_POP"] = structure
    message.dataflow["DF_POP"] = flow
    (folder / "structure.xml").write_bytes(sdmx.to_xml(message, pretty_print=True))
    observations = []
    for area in AREAS:
        for sex in SEXES:
            for year in range(2000, 2020):
                key = structure.make_key(model.Key, {"SEX": sex, "REF_AREA": area, "TIME_PERIOD": str(year)}, extend=False)
                one = model.Observation(dimension=key, value=random.random() * 1e8, value_for=structure.measures[0])
                status = model.AttributeValue(value="A", value_for=structure.attributes.get("OBS_STATUS"))
                one.attached_attribute["OBS_STATUS"] = status
                observations.append(one)
    for kind, name in [(model.GenericDataSet, "generic.xml"), (model.StructureSpecificDataSet, "specific.xml")]:
        data = kind(structured_by=structure)
        data.described_by = flow
        data.add_obs(observations)
        written = DataMessage(data=[data], dataflow=flow)
        (folder / name).write_bytes(sdmx.to_xml(written, pretty_print=True))
        read = sdmx.to_pandas(sdmx.read_sdmx(folder / name, structure=structure).data[0], attributes="o")
        found = read.reset_index().rename(columns={"value": "OBS_VALUE"}).to_dict("records")
        for record in found:
            record["OBS_VALUE"] = float(record["OBS_VALUE"])
            record["Reference area"] = AREAS[record["REF_AREA"]]
            record["Sex"] = SEXES[record["SEX"]]
        expect(name, found)

    frame = pd.DataFrame(
        [{"Area": area, "Sex": sex, "time": str(year), "value": random.random() * 1e6} for area in AREAS.values() for sex in SEXES.values() for year in range(2000, 2012)]
    )
    text = pyjstat.Dataset.read(frame).write()
    (folder / "stat.json").write_text(text)
    read = pyjstat.Dataset.read(text).write("dataframe").to_dict("records")
    expect("stat.json", [{**{key: record[key] for key in ("Area", "Sex")}, "OBS_VALUE": record["value"]} for record in read])


def zipped():
    with zipfile.ZipFile(folder / "all.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ["one.xlsx", "snappy.parquet"]:
            archive.write(folder / name, f"in/{name}")
    expected["all.zip"] = expected["one.xlsx"]


workbooks()
typed()
statistics()
zipped()
(folder / "expected.json").write_text(json.dumps(expected))
print(json.dumps({"files": len(expected)}))
