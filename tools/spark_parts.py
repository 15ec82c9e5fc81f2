"""Builds the parts of a world with Apache Spark: each task writes the rows of its part to a CSV on its
executor and runs `pocket-commons parts build` there.

    spark-submit tools/spark_parts.py --plan plan.json --graph graph.pocket --out parts rows.parquet

Rows have the columns of tables of observations (entity, variable, date, value, and others of the
loader). The graph and the folder of the parts are at one path for all executors. A part appears under
its name when it is complete, so a task that fails runs again and leaves nothing half. Executors need
the packages of `pyspark[sql]`.
"""

import argparse
import json
import os
import shlex
import subprocess
import tempfile

import pyarrow
import pyarrow.compute
import pyarrow.csv
from pyspark.sql import SparkSession, functions

PART = "number of the part"


def read_plan(path):
    """The number of parts, and that of the part of each variable."""
    with open(path, encoding="utf-8") as file:
        parts = json.load(file)["parts"]
    return len(parts), {
        variable: number for number, part in enumerate(parts) for variable in part["variables"]
    }


def rows_of(spark, paths):
    """All rows, from Parquet or as texts from CSV with headings."""
    if all(path.endswith(".csv") or path.endswith(".csv.gz") for path in paths):
        return spark.read.option("header", True).option("escape", '"').csv(paths)
    return spark.read.parquet(*paths)


def with_part(table, part_of):
    """The rows with the number of their part. A variable that the plan lacks is refused."""
    spark = table.sparkSession
    plan = spark.createDataFrame(list(part_of.items()), ["variable", PART])
    reason = functions.concat(functions.lit("the plan has no variable "), table["variable"])
    known = table.join(functions.broadcast(plan), "variable", "left")
    return known.withColumn(
        PART, functions.coalesce(PART, functions.raise_error(reason).cast("int")).cast("int")
    )


class Rows:
    """The rows of one part, in a file of this executor."""

    def __init__(self, schema):
        handle, self.path = tempfile.mkstemp(suffix=".csv")
        os.close(handle)
        self.writer = pyarrow.csv.CSVWriter(self.path, schema)

    def build(self, number, graph, out, command, extra):
        """Builds the part, and returns its number, its observations and its bytes."""
        self.writer.close()
        target = os.path.join(out, f"part-{number}.part")
        done = subprocess.run(
            [*command, "parts", "build", graph, self.path, "-o", target, "-q", "--json", *extra],
            capture_output=True,
            text=True,
            check=False,
        )
        # 1: something of the input was left out. Nobody reads the diagnostics of a task.
        if done.returncode != 0:
            raise RuntimeError(f"part {number}: {done.stderr.strip() or done.stdout.strip()}")
        report = json.loads(done.stdout)
        return number, report["observationCount"], report["bytes"]


def build_parts(batches, graph, out, command, extra):
    """Builds the parts whose rows a task has: one, or two whose numbers fell together."""
    files = {}
    try:
        for batch in batches:
            numbers = batch.column(PART)
            rows = batch.drop_columns([PART])
            for number in pyarrow.compute.unique(numbers).to_pylist():
                own = rows.filter(pyarrow.compute.equal(numbers, number))
                if number not in files:
                    files[number] = Rows(own.schema)
                files[number].writer.write_batch(own)
        for number, file in sorted(files.items()):
            built = file.build(number, graph, out, command, extra)
            yield pyarrow.RecordBatch.from_pylist([dict(zip(("part", "rows", "bytes"), built))])
    finally:
        for file in files.values():
            os.unlink(file.path)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="+", help="files of Parquet, or of CSV with headings")
    parser.add_argument("--plan", required=True, help="what `pocket-commons parts plan` wrote")
    parser.add_argument("--graph", required=True, help="snapshot of the graph")
    parser.add_argument("--out", required=True, help="folder of the parts")
    parser.add_argument("--command", default="pocket-commons", help="how the command is called")
    parser.add_argument("--provenance", help="dcid of the provenance of rows without one")
    given = parser.parse_args(arguments)

    count, part_of = read_plan(given.plan)
    os.makedirs(given.out, exist_ok=True)
    spark = SparkSession.builder.appName("pocket-commons parts").getOrCreate()
    table = rows_of(spark, given.rows)
    if "variable" not in table.columns:
        raise SystemExit(f"the rows have no column 'variable', but {', '.join(table.columns)}")
    graph, out = os.path.abspath(given.graph), os.path.abspath(given.out)
    command = shlex.split(given.command)
    extra = [] if given.provenance is None else ["--provenance", given.provenance]

    # A range of one number for each task.
    grouped = with_part(table, part_of).repartitionByRange(count, PART)
    built = grouped.mapInArrow(
        lambda batches: build_parts(batches, graph, out, command, extra),
        "part long, rows long, bytes long",
    )
    for number, rows, size in sorted(map(tuple, built.collect())):
        print(f"part {number}: {rows} observations, {size} bytes")
    spark.stop()


if __name__ == "__main__":
    main()
