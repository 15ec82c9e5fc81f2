/**
 * hyparquet over sorted Parquet files: a reader in JavaScript without an engine. DuckDB writes the
 * files, which is what loading means here.
 */

import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";
import type { Facet } from "../../src/wire.ts";
import type { Answers } from "../contest/rows.ts";
import { firstColumn, seriesOf } from "./answer-rows.ts";
import { type Contestant, facetOfCells, type Tables } from "./contestant.ts";
import { DuckDbConnection } from "./duckdb/connection.ts";
import { ParquetFiles, type ParquetLayout, type ParquetTable } from "./duckdb/parquet-files.ts";
import { moduleOf, versionOf } from "./installed.ts";

interface AsyncBuffer {
  readonly byteLength: number;
  slice(start: number, end?: number): ArrayBuffer;
}

interface Source {
  readonly file: AsyncBuffer;
  readonly metadata: unknown;
}

type Row = Readonly<Record<string, unknown>>;

interface Hyparquet {
  parquetMetadataAsync(file: AsyncBuffer): Promise<unknown>;
  parquetQuery(
    options: Source & {
      readonly columns: readonly string[];
      readonly filter?: Readonly<Record<string, { readonly $eq: string }>>;
    },
  ): Promise<Row[]>;
  parquetRead(
    options: Source & {
      readonly columns: readonly string[];
      readonly onChunk: (chunk: { readonly columnData: ArrayLike<number> }) => void;
    },
  ): Promise<void>;
}

export const hyparquetPackage = "hyparquet";
/** Groups that are small: it decodes the whole of each that may hold a row. Without zstd. */
const layout: ParquetLayout = { codec: "snappy", groupLength: 4096 };

export class HyparquetFiles implements Contestant {
  readonly version = `hyparquet ${versionOf(hyparquetPackage)}`;
  readonly #files: ParquetFiles;
  readonly #descriptors: number[] = [];
  readonly #sources = new Map<ParquetTable, Source>();
  #reader: Hyparquet | undefined;
  #database: DuckDbConnection | undefined;
  #facets: Facet[] = [];

  constructor(store: string) {
    this.#files = new ParquetFiles(`${store}.parquet`, layout);
  }

  async loadTriples(tables: Tables): Promise<number> {
    this.#database = await DuckDbConnection.open();
    return await this.#files.writeTriples(this.#database, tables);
  }

  async loadObservations(tables: Tables): Promise<number> {
    return await this.#files.writeObservations(this.#database!, tables);
  }

  async settle(): Promise<void> {
    this.#database?.close();
    await this.reopen();
  }

  save(): string {
    return this.#files.folder;
  }

  async reopen(): Promise<void> {
    this.#reader = await moduleOf<Hyparquet>(hyparquetPackage);
    if (existsSync(this.#files.pathOf("facet"))) await this.#readFacets();
  }

  close(): void {
    for (const descriptor of this.#descriptors) closeSync(descriptor);
  }

  readonly answers: Answers = {
    q1: async (node) => {
      const columns = ["subject", "predicate", "object", "value"];
      const rows = await this.#rows("triple", columns, { subject: node, predicate: "name" });
      return firstColumn(rows.map(({ object, value }) => [object ?? value]));
    },
    o1: async ([variable, entity]) => {
      const columns = ["variable", "entity", "facet", "date", "value"];
      const rows = await this.#rows("point", columns, { variable, entity });
      const cells = rows.map(({ facet, date, value }) => [facet, date, value]);
      return seriesOf(cells, this.#facets);
    },
    o5: async (variable) => {
      const rows = await this.#rows("point", ["variable", "value"], { variable });
      let sum = 0;
      for (const { value } of rows) sum += value as number;
      return [[rows.length, sum]];
    },
    o6: async () => {
      let [count, sum] = [0, 0];
      await this.#reader!.parquetRead({
        ...(await this.#sourceOf("point")),
        columns: ["value"],
        onChunk: ({ columnData }) => {
          count += columnData.length;
          for (let at = 0; at < columnData.length; at++) sum += columnData[at]!;
        },
      });
      return [[count, sum]];
    },
  };

  async #rows(
    table: ParquetTable,
    columns: readonly string[],
    equals: Readonly<Record<string, string>>,
  ): Promise<Row[]> {
    const filter = Object.fromEntries(
      Object.entries(equals).map(([column, text]) => [column, { $eq: text }]),
    );
    return await this.#reader!.parquetQuery({ ...(await this.#sourceOf(table)), columns, filter });
  }

  /** A file and its footer, read once. */
  async #sourceOf(table: ParquetTable): Promise<Source> {
    let source = this.#sources.get(table);
    if (source === undefined) {
      const file = this.#fileAt(this.#files.pathOf(table));
      source = { file, metadata: await this.#reader!.parquetMetadataAsync(file) };
      this.#sources.set(table, source);
    }
    return source;
  }

  /** Reads as it is asked to, which is faster than the streams of hyparquet's own reader of files. */
  #fileAt(path: string): AsyncBuffer {
    const descriptor = openSync(path, "r");
    this.#descriptors.push(descriptor);
    const byteLength = fstatSync(descriptor).size;
    return {
      byteLength,
      slice: (start, end = byteLength) => {
        const bytes = new ArrayBuffer(end - start);
        readSync(descriptor, new Uint8Array(bytes), 0, end - start, start);
        return bytes;
      },
    };
  }

  async #readFacets(): Promise<void> {
    const names = [
      "facet",
      "import_name",
      "provenance_url",
      "measurement_method",
      "observation_period",
      "unit",
      "scaling_factor",
      "is_dc_aggregate",
    ];
    for (const row of await this.#rows("facet", names, {})) {
      const [facet, ...cells] = names.map((name) => row[name]) as [number, ...string[]];
      this.#facets[facet] = facetOfCells(cells);
    }
  }
}
