/**
 * The same questions by hyparquet over Parquet files that are sorted for them, on the same nginx and at the same distance: what
 * a reader of ranges costs that knows rows in groups and nothing of a graph.
 */

import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { DuckDbConnection } from "../peers/duckdb/connection.ts";
import { ParquetFiles, type ParquetTable } from "../peers/duckdb/parquet-files.ts";
import type { PreparedWorld } from "../prepared-world.ts";
import { megabytes, table } from "../report/table.ts";
import { startNginx, startWire } from "./servers.ts";

const { parquetMetadataAsync, parquetQuery } = await import("hyparquet");

/** As for the comparison of engines: a whole group is decoded. */
const layout = { codec: "snappy", groupLength: 4096 } as const;

interface Reads {
  rounds: number;
  reads: number;
  bytes: number;
  open: number;
}

export async function parquetRows(
  { files, questions }: PreparedWorld,
  folder: string,
  delay: number,
  bytesPerSecond: number,
): Promise<void> {
  const written = new ParquetFiles(join(folder, "parquet"), layout);
  await write(written, files);
  const nginx = await startNginx(written.folder);
  const wire = await startWire(nginx.port, delay, bytesPerSecond);
  try {
    const sizes = (["triple", "point"] as const).map((one) => statSync(written.pathOf(one)).size);
    console.log(`Parquet: triples ${megabytes(sizes[0]!)}, observations ${megabytes(sizes[1]!)}\n`);
    const { variable, entities } = questions.o2[0]!;
    const all = [...entities];
    const few = all.slice(0, 100);
    const lines = [
      await asked("->name, cold", wire.port, "triple", ["predicate", "object", "value"], {
        subject: { $eq: questions.q1[0]! },
        predicate: { $eq: "name" },
      }),
      await asked("LATEST of 100 dcids, cold", wire.port, "point", valueColumns, {
        variable: { $eq: variable },
        entity: { $in: few },
      }),
      await asked("LATEST of 3,143 dcids, cold", wire.port, "point", valueColumns, {
        variable: { $eq: variable },
        entity: { $in: all },
      }),
      await asked("all dates of a pair, cold", wire.port, "point", valueColumns, {
        variable: { $eq: questions.o1[0]![0] },
        entity: { $eq: questions.o1[0]![1] },
      }),
    ];
    const heads = ["hyparquet over Parquet", "rows", "rounds", "reads", "MB", "ms"];
    console.log(`${table(heads, lines, 1)}\n`);
  } finally {
    await wire.stop();
    await nginx.stop();
  }
}

const valueColumns = ["date", "facet", "value"];

type Filter = Readonly<Record<string, { readonly $eq: string } | { readonly $in: string[] }>>;

async function write(written: ParquetFiles, files: PreparedWorld["files"]): Promise<void> {
  const database = await DuckDbConnection.open();
  try {
    if (!existsSync(written.pathOf("facet"))) {
      await written.writeTriples(database, files);
      await written.writeObservations(database, files);
    }
    await database.run("LOAD httpfs");
    console.log("DuckDB has its extension httpfs here: compare with it, too\n");
  } catch (error) {
    const [reason] = (error as Error).message.split("\n");
    console.log(`DuckDB over HTTP is left out: ${reason}\n`);
  } finally {
    database.close();
  }
}

/** The first question of a reader, with the footer of the file. */
async function asked(
  name: string,
  port: number,
  of: ParquetTable,
  columns: string[],
  filter: Filter,
): Promise<string[]> {
  const given: Reads = { rounds: 0, reads: 0, bytes: 0, open: 0 };
  const start = performance.now();
  const file = await fileAt(`http://127.0.0.1:${port}/${of}.parquet`, given);
  const metadata = await parquetMetadataAsync(file);
  const rows = await parquetQuery({
    file,
    metadata,
    columns: [...Object.keys(filter), ...columns],
    filter: filter as never,
  });
  const time = performance.now() - start;
  const counts = [rows.length, given.rounds, given.reads];
  return [name, ...counts.map(String), (given.bytes / 1e6).toFixed(2), time.toFixed(0)];
}

async function fileAt(url: string, given: Reads) {
  const counted = async (init: RequestInit): Promise<Response> => {
    given.reads++;
    if (given.open++ === 0) given.rounds++;
    const response = await fetch(url, init);
    const bytes = await response.arrayBuffer();
    given.bytes += bytes.byteLength;
    given.open--;
    return new Response(bytes.byteLength === 0 ? null : bytes, response);
  };
  const head = await counted({ method: "HEAD" });
  const byteLength = Number(head.headers.get("content-length"));
  return {
    byteLength,
    slice: async (start: number, end = byteLength) =>
      await (await counted({ headers: { range: `bytes=${start}-${end - 1}` } })).arrayBuffer(),
  };
}
