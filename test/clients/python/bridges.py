"""A table as Parquet and as Arrow, read by DuckDB, polars and pandas: its rows and the sum of its values."""

import json
import sys

import duckdb
import pandas
import polars
import pyarrow

folder = sys.argv[1]
parquet, arrow = f"{folder}/table.parquet", f"{folder}/table.arrow"
mapped = pyarrow.ipc.open_file(pyarrow.memory_map(arrow)).read_all()
assert mapped.nbytes > 0
copied = pyarrow.total_allocated_bytes()
frames = {
    "duckdb parquet": duckdb.sql(f"SELECT entity, date, value FROM '{parquet}'").fetchall(),
    "duckdb arrow": duckdb.sql("SELECT entity, date, value FROM mapped").fetchall(),
    "polars parquet": polars.read_parquet(parquet)[["entity", "date", "value"]].rows(),
    "polars arrow": polars.read_ipc(arrow, memory_map=True)[["entity", "date", "value"]].rows(),
    "pandas arrow": list(
        pandas.read_feather(arrow)[["entity", "date", "value"]].itertuples(index=False, name=None)
    ),
}
json.dump({"copied": copied, "frames": frames}, sys.stdout)
