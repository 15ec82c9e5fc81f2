"""Builds the parts of a world with Apache Spark: each task writes the rows of one part to a CSV on its
executor and runs `pocket-commons parts build` there.

    spark-submit tools/spark_parts.py --plan plan.json --graph graph.pocket --out parts rows.parquet

Rows have the columns of tables of observations (entity, variable, date, value, and others of the
loader). The graph and the folder of the parts are at one path for all executors. A part appears under
its name when it is complete, so a task that fails runs again and leaves nothing half.
"""

import argparse
import csv
import json
import os
import shlex
import subprocess
import sys
import tempfile

from pyspark.sql import SparkSession


def read_plan(path):
    """The number of the part of each variable."""
    with open(path, encoding="utf-8") as file:
        parts = json.load(file)["parts"]
    return len(parts), {
        variable: number for number, part in enumerate(parts) for variable in part["variables"]
    }


def rows_of(spark, paths):
    """All rows as texts, from Parquet or from CSV with headings."""
    if all(path.endswith(".csv") or path.endswith(".csv.gz") for path in paths):
        return spark.read.option("header", True).option("escape", '"').csv(paths)
    return spark.read.parquet(*paths)


def text_of(value):
    """A cell as the loader reads it."""
    if value is None:
        return ""
    # Whole numbers of Parquet are those of CSV: 7.0 would be another text of 7.
    return repr(value).removesuffix(".0") if isinstance(value, float) else str(value)


def build(number, rows, columns, graph, out, command, extra):
    """Builds one part of its rows; none if there are no rows."""
    target = os.path.join(out, f"part-{number}.part")
    handle, path = tempfile.mkstemp(suffix=".csv")
    count = 0
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(columns)
            for row in rows:
                writer.writerow([text_of(cell) for cell in row])
                count += 1
        if count == 0:
            return []
        done = subprocess.run(
            [*command, "parts", "build", graph, path, "-o", target, "-q", "--json", *extra],
            capture_output=True,
            text=True,
            check=False,
        )
        # 1: something of the input was left out. Nobody reads the diagnostics of a task.
        if done.returncode != 0:
            raise RuntimeError(f"part {number}: {done.stderr.strip() or done.stdout.strip()}")
        report = json.loads(done.stdout)
        return [(number, report["observationCount"], report["bytes"])]
    finally:
        os.unlink(path)


def main(arguments):
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
    columns = table.columns
    if "variable" not in columns:
        raise SystemExit(f"the rows have no column 'variable', but {', '.join(columns)}")
    place = columns.index("variable")
    known = spark.sparkContext.broadcast(part_of)

    def keyed(row):
        variable = row[place]
        number = known.value.get(variable)
        if number is None:
            raise ValueError(f"the plan has no variable '{variable}'")
        return number, tuple(row)

    graph, out = os.path.abspath(given.graph), os.path.abspath(given.out)
    command = shlex.split(given.command)
    extra = [] if given.provenance is None else ["--provenance", given.provenance]

    def build_partition(number, pairs):
        rows = (row for _, row in pairs)
        return build(number, rows, columns, graph, out, command, extra)

    # One task builds one part: its number is the number of the partition.
    grouped = table.rdd.map(keyed).partitionBy(count, lambda number: number)
    for number, rows, size in sorted(grouped.mapPartitionsWithIndex(build_partition).collect()):
        print(f"part {number}: {rows} observations, {size} bytes")
    spark.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
