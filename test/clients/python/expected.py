"""What a folder holds, read by Python alone: observations.csv and files of MCF."""

import csv
import json
import pathlib
import re
from collections import defaultdict


class Report:
    """Counts comparisons and keeps the first differences."""

    def __init__(self, client):
        self.client = client
        self.compared = 0
        self.differences = []

    def same(self, what, actual, expected):
        self.compared += 1
        if actual != expected and len(self.differences) < 20:
            self.differences.append(f"{what}: {shown(actual)} instead of {shown(expected)}")

    def one_of(self, what, actual, allowed):
        self.compared += 1
        if actual not in allowed and len(self.differences) < 20:
            self.differences.append(f"{what}: {shown(actual)} instead of one of {shown(allowed)}")

    def print(self):
        print(json.dumps(vars(self)))


def shown(value):
    text = repr(value)
    return text if len(text) <= 300 else f"{text[:300]}…"


FACET_FIELDS = ("importName", "measurementMethod", "observationPeriod", "unit")


def method_of(text):
    """An aggregate is a mark of the series, not a part of its method."""
    if text == "DataCommonsAggregate":
        return ""
    return text.removeprefix("dcAggregate/")


def first_entity(row):
    """Of an observation about several entities; the endpoints of V2 know no other of them."""
    entities = json.loads(row["properties"])
    return entities[min(entities)]


class Observations:
    """Values by variable, entity, facet and date. Texts and rows without a value are none."""

    def __init__(self, folder):
        self.values = defaultdict(set)
        with open(pathlib.Path(folder) / "observations.csv", newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                value = number_of(row["value"])
                if value is None:
                    continue
                facet = (
                    row.get("import_name") or row.get("provenance", "").removeprefix("dc/base/"),
                    method_of(row.get("measurement_method", "")),
                    row.get("observation_period", ""),
                    row.get("unit", ""),
                )
                entity = row["entity"] or first_entity(row)
                self.values[(row["variable"], entity, facet, row["date"])].add(value)
        self.dates = defaultdict(set)
        self.series = defaultdict(dict)
        for (variable, entity, facet, date), values in self.values.items():
            self.dates[(variable, entity, facet)].add(date)
            self.series[(variable, entity, facet)][date] = values
        self.facets = defaultdict(set)
        for variable, entity, facet in self.series:
            self.facets[(variable, entity)].add(facet)
        self.variables = sorted({key[0] for key in self.values})
        self.entities = sorted({key[1] for key in self.values})

    def facets_of(self, variable, entity):
        return self.facets.get((variable, entity), set())


def number_of(text):
    try:
        return float(text)
    except ValueError:
        return None


class Graph:
    """Triples of all files of MCF: (node, property) to a list of (is a node, value)."""

    def __init__(self, folder):
        self.values = defaultdict(list)
        for path in sorted(pathlib.Path(folder).rglob("*.mcf")):
            node = None
            for line in path.read_text(encoding="utf-8").splitlines():
                if not line.strip() or line.startswith("#") or ":" not in line:
                    continue
                name, text = (part.strip() for part in line.split(":", 1))
                if name == "Node":
                    node = bare(text)
                    continue
                for value in split(text):
                    self.values[(node, name)].append(value)

    def objects(self, node, name):
        return {value for _, value in self.values.get((node, name), [])}

    def names(self, node):
        return self.objects(node, "name")

    def subjects(self, name):
        """Nodes by what the property leads them to."""
        found = defaultdict(set)
        for (node, label), values in self.values.items():
            if label == name:
                for is_node, value in values:
                    if is_node:
                        found[value].add(node)
        return found

    def labels(self, node):
        return {label for (subject, label), values in self.values.items() if subject == node and values}


PREFIX = re.compile(r"^(?:dcid|dcs|schema):")


def bare(text):
    return PREFIX.sub("", text)


def split(text):
    """Values between commas; a comma within quotes is none."""
    for part in re.findall(r'"(?:[^"\\]|\\.)*"|[^,]+', text):
        part = part.strip()
        if part.startswith('"'):
            yield (False, re.sub(r"\\(.)", unescaped, part[1:-1]))
        elif part:
            yield (True, bare(part)) if PREFIX.match(part) else (False, part)


def unescaped(match):
    return {"n": "\n", "r": "\r", "t": "\t"}.get(match.group(1), match.group(1))
