"""Tables of statistical offices, read by Python alone: every value must be what the library read."""

import csv
import datetime
import io
import json
import pathlib
import re
import sys
from collections import defaultdict
from decimal import Decimal

from expected import Report

CODES = {
    "FRA": ("FR", "250", "France"),
    "DEU": ("DE", "276", "Germany"),
    "KEN": ("KE", "404", "Kenya"),
    "JPN": ("JP", "392", "Japan"),
    "USA": ("US", "840", "United States"),
    "BRA": ("BR", "076", "Brazil"),
    "IND": ("IN", "356", "India"),
    "ITA": ("IT", "380", "Italy"),
    "ESP": ("ES", "724", "Spain"),
    "POL": ("PL", "616", "Poland"),
    "NLD": ("NL", "528", "Netherlands"),
    "AUT": ("AT", "040", "Austria"),
    "SWE": ("SE", "752", "Sweden"),
    "CHN": ("CN", "156", "China, mainland"),
    "BEL": ("BE", "56", "Belgium"),
    "LUX": ("LU", "442", "Luxembourg"),
    "MTQ": ("MQ", "474", "Martinique"),
}
PLACES = {alpha3: f"country/{alpha3}" for alpha3 in CODES}
for alpha3, (alpha2, number, name) in CODES.items():
    PLACES |= dict.fromkeys((alpha2, number, str(int(number)), name), f"country/{alpha3}")
PLACES |= {"WLD": "Earth", "OWID_WRL": "Earth", "1": "Earth", "EUU": "worldBank/EUU", "159": "m49/159"}


def date_of(text):
    """Quarters and halves of years become their last month."""
    quarter = re.fullmatch(r"(\d{4})-?Q([1-4])", text)
    if quarter:
        return f"{quarter[1]}-{3 * int(quarter[2]):02d}"
    half = re.fullmatch(r"(\d{4})-?S([12])", text)
    if half:
        return f"{half[1]}-{6 * int(half[2]):02d}"
    week = re.fullmatch(r"(\d{4})-?W(\d\d?)", text)
    if week:
        return datetime.date.fromisocalendar(int(week[1]), int(week[2]), 7).isoformat()
    month = re.fullmatch(r"(\d{4})-?M(\d\d?)", text)
    return f"{month[1]}-{int(month[2]):02d}" if month else text


def number_of(text, power=0):
    """None where there is no number."""
    bare = text.strip().replace(",", "")
    try:
        return Decimal(bare).scaleb(power) if bare.lower() != "nan" else None
    except ArithmeticError:
        return None


def records(path, delimiter=",", encoding="utf-8-sig"):
    text = path.read_bytes().decode(encoding)
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))


def tables(path, mark, **form):
    """The rows below the line that has the heading, by heading."""
    rows = records(path, **form)
    at = next(at for at, row in enumerate(rows) if mark in [cell.strip() for cell in row])
    header = [cell.strip() for cell in rows[at]]
    for row in rows[at + 1 :]:
        if len(row) == len(header):
            yield dict(zip(header, (cell.strip() for cell in row)))


def world_bank(path):
    semicolons = path.name == "indicators-long.csv"
    for row in tables(path, "Country Name", delimiter=";" if semicolons else ","):
        code = row.get("Country Code", row["Country Name"])
        if code == "":
            continue
        place = PLACES[code]
        variable = row.get("Indicator Code") or row.get("Series Code") or row.get("Series Name") or ""
        variable += row.get("Counterpart-Area Code", "")
        year = row.get("Year") or row.get("Time")
        for heading, cell in row.items():
            if re.match(r"\d{4}", heading):
                yield (variable,), place, heading[:4], number_of(cell)
            elif heading == "Value" or heading.endswith("]"):
                yield (variable, heading), place, year, number_of(cell)


def eurostat(path):
    header, *lines = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    keys = header[0].split("\\")[0].split(",")
    for first, *cells in lines:
        key = dict(zip(keys, first.split(",")))
        place = PLACES[key.pop("geo")]
        for time, cell in zip(header[1:], cells):
            value = re.match(r"[-\d.]+", cell)
            yield tuple(key.values()), place, date_of(time.strip()), value and Decimal(value[0])


# Columns that say nothing about which series a value is of.
SDMX_OTHERS = re.compile(
    r"ACTION|KEY$|.*_LABEL$|STRUCTURE_NAME|LAST UPDATE|TIME_PERIOD|OBS_|CONF_|DECIMALS|TITLE|COLLECTION|TIME_FORMAT"
    r"|COMPIL|SOURCE|LOWER_|UPPER_|UNIT_MULT|SCALE|REF_YEAR|BASE_|COMMON_|ACCESS|CURRENCY$"
)


def sdmx(path):
    semicolons = path.name == "semicolons.csv"
    rows = records(path, delimiter=";" if semicolons else ",")
    header = [re.split(r"[:\[]", cell)[0].strip() for cell in rows[0]]
    doubled = ":" in "".join(rows[0])
    for row in rows[1:]:
        cells = dict(zip(header, row))
        if doubled:
            flow = ("DATAFLOW", "STRUCTURE_ID")
            cells = {k: v if k in flow else v.split(":")[0].strip() for k, v in cells.items()}
        if cells.get("ACTION") == "D":
            continue
        areas = [one for one in ("REF_AREA", "geo", "COUNTRY") if one in cells]
        place = PLACES[cells[areas[0]]] if areas else "placeGroup/EA"
        power = int(cells.get("UNIT_MULT") or cells.get("UNIT_MULTIPLIER") or cells.get("SCALE") or 0)
        key = tuple(
            value
            for name, value in cells.items()
            if name not in areas and not SDMX_OTHERS.match(name) and re.fullmatch(r"[A-Za-z0-9_]+", name)
        )
        yield key, place, date_of(cells["TIME_PERIOD"]), number_of(cells["OBS_VALUE"], power)


def sdmx_wide(path):
    header, *rows = records(path)
    for row in (dict(zip(header, cells)) for cells in rows):
        area = row["SERIES_CODE"][:3] if "SERIES_CODE" in row else row["REF_AREA"]
        scale = row.get("UNIT_MULT") or str(POWERS.get(row.get("SCALE"), 0))
        key = tuple(row.get(name, "") for name in ("INDICATOR", "SEX", "UNIT_MEASURE"))
        for heading, cell in row.items():
            if re.match(r"\d{4}", heading):
                yield key, PLACES[area], heading, number_of(cell, int(scale))


def oecd(path):
    for row in tables(path, "Value"):
        power = int(row.get("PowerCode Code") or 0)
        key = tuple(
            value
            for name, value in row.items()
            if name.isupper() and name not in ("LOCATION", "TIME") or name == "Unit Code"
        )
        yield key, PLACES[row["LOCATION"]], date_of(row["TIME"]), number_of(row["Value"], power)


def owid(path):
    header, *rows = records(path)
    if path.name.startswith("owid-"):
        for row in (dict(zip(header, cells)) for cells in rows):
            name = row.get("country") or row["location"]
            named = {"Africa": "africa", "Europe": "europe", "World": "Earth"}
            place = named.get(name) or PLACES[row["iso_code"]]
            for heading in header:
                if heading not in ("country", "location", "continent", "iso_code", "year", "date"):
                    yield (heading,), place, row.get("year") or row["date"], number_of(row[heading])
        return
    for _, code, date, *cells in rows:
        for heading, cell in zip(header[3:], cells):
            power = 6 if (path.name, heading) == ("energy.csv", "Population") else 0
            yield (heading,), PLACES[code], date, number_of(cell, power)


def fred(path):
    header, *rows = records(path)
    for date, *cells in rows:
        for heading, cell in zip(header[1:], cells):
            yield (heading,), "country/USA", date, number_of(cell)


def census_place(geo):
    digits = geo.split("US")[1]
    return f"geoId/{digits}" if digits else "country/USA"


def is_estimate(number):
    return number is not None and number > -200_000_000


def census_acs(path):
    year = re.match(r"ACS\w\w\dY(\d{4})", path.name)
    date = year[1] if year else f"20{path.name[4:6]}"
    header, _, *rows = records(path)
    for row in rows:
        for heading, cell in zip(header[2:], row[2:]):
            if heading in ("", "GEO.display-label") or heading.endswith("A"):
                continue
            number = number_of(cell)
            yield (heading,), census_place(row[0]), date, number if is_estimate(number) else None


def census_api(path):
    if path.suffix == ".json":
        header, *rows = json.loads(path.read_text(encoding="utf-8"))
    else:
        header, *rows = records(path)
    for row in (dict(zip(header, cells)) for cells in rows):
        place = "geoId/" + row["state"] + row.get("county", "")
        for heading, cell in row.items():
            if re.fullmatch(r"B\d+_\d+[EM]", heading):
                number = number_of(cell)
                yield (heading,), place, "2021", number if is_estimate(number) else None


POWERS = {"Billions": 9, "Millions": 6, "Thousands": 3}


def imf_weo(path):
    for row in tables(path, "WEO Subject Code", delimiter="\t"):
        for year in ("2019", "2020", "2021"):
            value = number_of(row[year], POWERS.get(row["Scale"], 0))
            yield (row["WEO Subject Code"],), PLACES[row["ISO"]], year, value


def imf_ifs(path):
    for row in tables(path, "Time Period"):
        time = row["Time Period"]
        kind = re.sub(r"\d", "", time)
        yield (row["Indicator Code"], kind), PLACES[row["Country Name"]], date_of(time), number_of(
            row["Value"]
        )


def ilo(path):
    for row in tables(path, "ref_area"):
        names = ("source", "indicator", "sex", "classif1")
        key = tuple(row.get(name, "") for name in names)
        yield key, PLACES[row["ref_area"]], date_of(row["time"]), number_of(row["obs_value"])


def un_data(path):
    for row in tables(path, "Country or Area"):
        year = row.get("Year") or row.get("Year(s)")
        names = ("Area", "Sex", "Record Type", "Source Year", "Variant")
        key = tuple(row.get(name, "") for name in names)
        yield key, PLACES[row["Country or Area"]], year, number_of(row["Value"])


def un_yearbook(path):
    for row in tables(path, "Series", encoding="windows-1252"):
        place = PLACES[row["Region/Country/Area"]]
        yield (row["Series"],), place, row["Year"], number_of(row["Value"])


def un_sdg(path):
    for row in tables(path, "SeriesCode"):
        key = (row["SeriesCode"], row["[Age]"], row["[Sex]"], row["[Units]"])
        yield key, PLACES[row["GeoAreaCode"]], row["TimePeriod"], number_of(row["Value"])


def faostat(path):
    for row in tables(path, "Area"):
        key = (row["Item"], row["Element"], row["Unit"])
        place = PLACES.get(row.get("Area Code (M49)", row["Area"]).lstrip("'"))
        power = 3 if row["Unit"].startswith("1000 ") else 0
        # Without a code, China with Hong Kong, Macao and Taiwan is no place that names say.
        if place is None:
            continue
        month = row.get("Months Code", "70")[2:]
        for heading, cell in row.items():
            if re.fullmatch(r"Y\d{4}", heading) or heading == "Value":
                year = row["Year"] if heading == "Value" else heading[1:]
                year += f"-{month}" if month else ""
                yield key, place, year, number_of(cell, power)


def who_gho(path):
    for row in tables(path, "IndicatorCode"):
        key = (row["IndicatorCode"], row["Dim1"])
        value = number_of(row["FactValueNumeric"])
        yield key, PLACES[row["SpatialDimValueCode"]], row["Period"], value


def who_odata(path):
    if path.suffix == ".json":
        rows = json.loads(path.read_text(encoding="utf-8"))["value"]
    else:
        rows = tables(path, "SpatialDim")
    for row in rows:
        key = (row["IndicatorCode"], row["Dim1"])
        value = number_of(str(row["NumericValue"]))
        yield key, PLACES[row["SpatialDim"]], str(row["TimeDim"]), value


def statcan(path):
    for row in tables(path, "REF_DATE"):
        key = (row["Sex"], row["Age group"])
        value = number_of(row["VALUE"], int(row["SCALAR_ID"]))
        yield key, PLACES[row["GEO"]], row["REF_DATE"], value


DUTCH = {"NL01": "country/NLD", "PV20": "nuts/NL11", "PV24": "nuts/NL23", "PV31": "nuts/NL42"}


def cbs(path):
    header, *rows = records(path, delimiter=";")
    for row in (dict(zip(header, map(str.strip, cells))) for cells in rows):
        year, kind, number = re.fullmatch(r"(\d{4})(\w\w)(\d\d)", row["Perioden"]).groups()
        month = {"KW": 3, "MM": 1}.get(kind, 0) * int(number)
        date = f"{year}-{month:02d}" if month else year
        for heading, cell in row.items():
            if heading == "Value" or re.search(r"_\d+$", heading):
                # Months and quarters are series of their own.
                key = (row.get("Measure"), heading, row["Geslacht"], kind == "KW")
                yield key, DUTCH[row["RegioS"]], date, number_of(cell)


GERMAN = {"DG": "country/DEU", "08": "nuts/DE1", "09": "nuts/DE2", "16": "nuts/DEG"}


def genesis(path):
    english = "_en_" in path.name
    header, *rows = records(path, delimiter=";", encoding="utf-8" if english else "windows-1252")
    for row in (dict(zip(header, cells)) for cells in rows):
        code = "variable_attribute_code" if english else "Auspraegung_Code"
        place, sex = GERMAN[row[f"1_{code}"]], row[f"2_{code}"]
        if english:
            yield (row["value_variable_code"], sex), place, row["time"], number_of(row["value"])
            continue
        day, month, year = row["Zeit"].split(".")
        for heading, cell in row.items():
            if "__" in heading:
                value = number_of(cell.replace(",", "."), 3 if heading.endswith("1000") else 0)
                yield (heading, sex), place, f"{year}-{month}-{day}", value


def ons_v4(path):
    header, *rows = records(path)
    for row in (dict(zip(header, cells)) for cells in rows):
        key = (row["sex"], row["single-year-of-age"])
        yield key, PLACES[row["Geography"]], row["calendar-years"], number_of(row["v4_1"])


def data_package(path):
    """By the package's own words: missing values, signs in numbers, forms of dates, units."""
    package = json.loads((path.parent / "datapackage.json").read_text(encoding="utf-8"))
    resource = next(one for one in package["resources"] if path.name in one["path"])
    dialect, schema = resource["dialect"], resource["schema"]
    encoding = resource.get("encoding", "utf-8")
    rows = records(path, delimiter=dialect.get("csv", dialect)["delimiter"], encoding=encoding)
    fields = schema["fields"]
    keys = schema.get("primaryKey", [])
    for cells in rows:
        if cells[0].startswith("#") or cells == [field["name"] for field in fields]:
            continue
        row = dict(zip((field["name"] for field in fields), cells))
        place = PLACES[row.get("iso3") or row.get("country_code")]
        date = row.get("jahr") or "-".join(reversed(row["day"].split("/")))
        for field in fields:
            name, cell = field["name"], row[field["name"]]
            missing = field.get("missingValues", schema["missingValues"])
            if field["type"] not in ("number", "integer") or name in keys or cell in missing:
                continue
            text = cell.replace(field.get("groupChar", "\0"), "").replace(field.get("decimalChar", "."), ".")
            power = 3 if field.get("unit", "").startswith("thousand") else 0
            yield (name, row.get("grade")), place, date, number_of(text, power)


def csvw(path):
    if path.name == "cube.csv":
        for row in tables(path, "Geography"):
            cell = row["Observation"] or "0"
            value = None if cell == ":" else Decimal(cell)
            yield (row["Sex"], row["Grade"]), PLACES[row["Geography"]], "2021", value
        return
    for row in tables(path, "Area", delimiter="|"):
        day, month, year = row["Day"].split("/")
        cell = row["Gross product"]
        value = None if cell in ("n", "-1") else number_of(cell.replace(" ", "").replace(",", "."))
        yield ("gdp",), PLACES[row["Area"]], f"{year}-{month}-{day}", value


def two_headings(path):
    """The upper heading counts up to the next one."""
    rows = records(path, delimiter=";" if path.name.startswith("states") else ",")
    at = next(at for at, row in enumerate(rows) if row and row[0] == "Country")
    upper, lower = rows[at], rows[at + 1]
    for row in rows[at + 2 :]:
        if len(row) < len(upper):
            continue
        above = ""
        for over, under, cell in list(zip(upper, lower, row))[1:]:
            above = over or above
            year, part = (above, under) if re.fullmatch(r"\d{4}", above) else (under, above)
            text = cell.replace(",", ".") if ";" in path.read_text(encoding="utf-8") else cell
            yield (part,), PLACES[row[0]], year, number_of(text)


def snb(path):
    _, _, _, header, *rows = [row for row in records(path, delimiter=";")]
    for date, *dimensions, cell in rows:
        yield tuple(dimensions), "country/CHE", date, number_of(cell)


def bundesbank(path):
    german = path.name.endswith("_de.csv")
    header, *rows = records(path, delimiter=";" if german else ",")
    said = {row[0]: row for row in rows}
    for row in rows:
        if not re.match(r"\d{4}-", row[0]):
            continue
        for at in range(1, len(header), 2):
            word = said["Dimension" if german else "unit multiplier"][at]
            power = {"Eins": 0, "one": 0, "Millionen": 6}[word]
            text = row[at].replace(",", ".") if german else row[at]
            yield (header[at],), "country/DEU", row[0], number_of(text, power)


def owid_catalog(path):
    for row in tables(path, "country"):
        value = number_of(row["emissions_total"], 6)
        yield (row["decile"],), PLACES[row["country"]], row["year"], value


MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def months(path):
    place = "Earth" if path.name.startswith("GLB") else "country/USA"
    for row in tables(path, "Year"):
        for heading, cell in row.items():
            if heading in MONTHS:
                date = f"{row['Year']}-{MONTHS.index(heading) + 1:02d}"
            elif heading in ("Q1", "Q2", "Q3", "Q4"):
                date = date_of(f"{row['Year']}-{heading}")
            else:
                continue
            yield ("value",), PLACES.get(row.get("code"), place), date, number_of(cell)


def bls(path):
    header, *rows = records(path, delimiter="\t" if path.suffix == ".tsv" else ",")
    names = [cell.strip().lower().replace(" ", "_") for cell in header]
    for row in (dict(zip(names, map(str.strip, cells))) for cells in rows):
        kind, number = row["period"][0], int(row["period"][1:])
        if number > {"M": 12, "Q": 4, "A": 1}[kind]:
            continue
        month = {"M": number, "Q": 3 * number, "A": 0}[kind]
        date = f"{row['year']}-{month:02d}" if month else row["year"]
        yield (row["series_id"],), "country/USA", date, number_of(row["value"])


def united_states(code):
    if code == "00000":
        return "country/USA"
    return f"geoId/{code[:2] if code.endswith('000') else code}"


def bea(path):
    for row in tables(path, "GeoName", encoding="windows-1252"):
        code = row.get("GeoFIPS", row.get("GeoFips")).strip(' "')
        power = 6 if row.get("Unit", "").startswith("Millions") else 0
        for heading, cell in row.items():
            if re.fullmatch(r"\d{4}", heading):
                yield (row["LineCode"],), united_states(code), heading, number_of(cell, power)


def johns_hopkins(path):
    header, *rows = records(path)
    for row in (dict(zip(header, cells)) for cells in rows):
        place = PLACES.get(row.get("Province/State") or row.get("Country/Region"))
        if "FIPS" in row:
            place = f"geoId/{int(float(row['FIPS'])):05d}"
        for heading, cell in row.items():
            if re.fullmatch(r"\d+/\d+/\d\d", heading):
                date = datetime.datetime.strptime(heading, "%m/%d/%y").date().isoformat()
                yield ("count",), place, date, number_of(cell)


def census_estimates(path):
    header, *rows = records(path)
    for row in (dict(zip(header, cells)) for cells in rows):
        code = f"{int(row['STATE']):02d}{int(row.get('COUNTY', 0)):03d}"
        for heading, cell in row.items():
            found = re.fullmatch(r"([A-Z]+)_?(\d{4})", heading)
            if found:
                yield (found[1],), united_states(code), found[2], number_of(cell)


def un_prospects(path):
    header, *rows = records(path)
    measures = [one for one in header if one in ("TFR", "Value") or re.match("T?Pop", one)]
    for row in (dict(zip(header, cells)) for cells in rows):
        code = row.get("ISO3_code", row.get("Iso3"))
        place = PLACES[code] if code else "Earth"
        key = tuple(row.get(name, "") for name in ("Variant", "AgeGrp", "Sex", "Age"))
        for heading in measures:
            yield (heading, *key), place, row.get("Time") or row["TimeLabel"], number_of(row[heading])


def who_athena(path):
    for row in tables(path, "Numeric"):
        key = (row["GHO (CODE)"], row["SEX (CODE)"])
        yield key, PLACES[row["COUNTRY (CODE)"]], row["YEAR (CODE)"], number_of(row["Numeric"])


def titled_series(path):
    """The unit stands above the values, and so does its power of ten."""
    french = path.name.startswith("valeurs")
    rows = records(path, delimiter=";" if french else ",")
    names = ("CDID", "Series ID", "idBank")
    ids = next(row for row in rows if row[0] in names)
    said = {row[0]: row for row in rows}
    place = {"s": "country/GBR", "v": "country/FRA"}.get(path.name[0], "country/AUS")
    for row in rows:
        named = re.fullmatch(r"([A-Za-z]{3})-(\d{4})|(\d{4}) ([A-Z]{3})", row[0])
        date = date_of(row[0].replace(" Q", "-Q"))
        if named:
            month = MONTHS.index((named[1] or named[4]).title()) + 1
            date = f"{named[2] or named[3]}-{month:02d}"
        if not re.fullmatch(r"\d{4}(-\d\d)?", date):
            continue
        for at, name in enumerate(ids):
            if at > 0 and name:
                power = {"000": 3, "m": 6}.get(said.get("Unit", ids)[at], 0)
                frequency = re.sub(r"\d", "", row[0])[:2] if path.name[0] == "s" else ""
                yield (name, frequency), place, date, number_of(row[at], power)


def sidra(path):
    for row in tables(path, "Valor"):
        code = row.get("Mês (Código)") or row["Trimestre (Código)"]
        month = int(code[4:]) * (1 if "Mês" in row else 3)
        key = (row["Variável (Código)"], row.get("Sexo", ""))
        yield key, "country/BRA", f"{code[:4]}-{month:02d}", number_of(row["Valor"])


READERS = {
    "months": months,
    "bls": bls,
    "bea": bea,
    "johns-hopkins": johns_hopkins,
    "census-estimates": census_estimates,
    "un-prospects": un_prospects,
    "who-athena": who_athena,
    "titled-series": titled_series,
    "sidra": sidra,
    "data-package": data_package,
    "csvw": csvw,
    "owid-catalog": owid_catalog,
    "world-bank": world_bank,
    "eurostat": eurostat,
    "sdmx-csv": sdmx,
    "sdmx-wide": sdmx_wide,
    "oecd": oecd,
    "owid": owid,
    "fred": fred,
    "census-acs": census_acs,
    "census-api": census_api,
    "imf-weo": imf_weo,
    "imf-ifs": imf_ifs,
    "ilo": ilo,
    "un-data": un_data,
    "un-yearbook": un_yearbook,
    "un-sdg": un_sdg,
    "faostat": faostat,
    "who-gho": who_gho,
    "who-odata": who_odata,
    "statcan": statcan,
    "cbs": cbs,
    "genesis": genesis,
    "ons-v4": ons_v4,
    "two-headings": two_headings,
    "snb": snb,
    "bundesbank": bundesbank,
}


def by_series(rows):
    """Each series as the set of its places, dates and values, whatever its name is."""
    series = defaultdict(set)
    for key, place, date, value in rows:
        if value is not None:
            series[key].add((place, date, value.normalize()))
    return series


def main(gallery, observed):
    report = Report(f"Python {sys.version.split()[0]}")
    read = json.loads(pathlib.Path(observed).read_text(encoding="utf-8"))
    for file in sorted(read):
        path = pathlib.Path(gallery) / file
        expected = by_series(READERS[path.parts[-2]](path))
        rows = ((key, place, date, Decimal(value)) for key, place, date, value in read[file])
        actual = {frozenset(points): key for key, points in by_series(rows).items()}
        for key, points in expected.items():
            found = frozenset(points) in actual
            report.compared += len(points)
            if not found:
                near = max(actual, key=lambda one: len(one & points), default=frozenset())
                first = sorted(points - near)[:2]
                report.differences.append(f"{file}: {key} is no series; not there: {first}")
        if len(actual) != len(expected):
            report.differences.append(f"{file}: {len(actual)} series instead of {len(expected)}")
    report.print()


main(*sys.argv[1:])
