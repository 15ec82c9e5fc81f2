/** An export in one call: where it goes, what it reports, how it is stopped. */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Commons,
  type ExportProgress,
  exportFormats,
  open,
  type SaveProgress,
  world,
} from "../../../src/index.ts";

let folder: string;
let commons: Commons;
const made = () =>
  world()
    .place("geoId/06", "California", "State", "country/USA")
    .node("geoId/06", { note: "two\nlines" })
    .series("Count_Person", "geoId/06", { 2022: 39, 2023: 38 });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pocket-commons-"));
  commons = await open(made());
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = (...names: string[]) => readFileSync(join(folder, ...names), "utf8");

/** Texts by name, and the names that were said beforehand. */
function collector() {
  const texts: Record<string, string> = {};
  const said: (readonly string[])[] = [];
  const streamOf = (name: string, names: readonly string[]) => {
    said.push(names);
    let whole = "";
    return new WritableStream<Uint8Array>({
      write: (bytes) => {
        whole += new TextDecoder().decode(bytes);
      },
      close: () => {
        texts[name] = whole;
      },
    });
  };
  return { texts, said, streamOf };
}

describe("an export", () => {
  test("into a folder reports files, rows, bytes and what was left out", async () => {
    const report = await commons.export(join(folder, "a", "b"), { format: "mcf" });
    const names = readdirSync(join(folder, "a", "b"));
    expect(report.files.map(({ name }) => name).sort()).toEqual(names.sort());
    for (const { name, bytes } of report.files) {
      expect(bytes).toBe(Buffer.byteLength(read("a", "b", name)));
    }
    expect(report.bytes).toBe(report.files.reduce((sum, { bytes }) => sum + bytes, 0));
    expect(report.omissions).toMatchObject([{ count: 1, reason: "MCF cannot write it" }]);
    const [graph] = report.files.filter(({ name }) => name.startsWith("graph-"));
    expect(graph?.rowCount).toBe(1);
  });

  test.each(exportFormats)("as %s counts rows without headings, in any target", async (format) => {
    const target = pathToFileURL(join(folder, format));
    const report = await commons.export(target, { format });
    const { texts, said, streamOf } = collector();
    expect(await commons.export(streamOf, { format })).toEqual(report);
    for (const { name } of report.files) expect(texts[name]).toBe(read(format, name));
    expect(
      said.every((names) => names.join() === report.files.map(({ name }) => name).join()),
    ).toBe(true);
    for (const { name, rowCount } of report.files) {
      const lines = texts[name]!.split("\n").length - 1;
      if (name.endsWith(".csv") && !name.startsWith("triples")) expect(rowCount).toBe(lines - 1);
      if (/\.n[qt]$/.test(name)) expect(rowCount).toBe(report.rowCount);
      if (name === "manifest.json") expect(rowCount).toBe(0);
    }
  });

  test("is of tables unless a format is named", async () => {
    const { files } = await commons.export(join(folder, "default"));
    expect(files.map(({ name, rowCount }) => [name, rowCount])).toEqual([
      ["triples.csv", 4],
      ["observations.csv", 2],
      ["manifest.json", 0],
    ]);
  });

  test("of one file goes into a stream of Node or of the web", async () => {
    const stream = new PassThrough();
    const [whole] = await Promise.all([text(stream), commons.export(stream, { format: "long" })]);
    expect(whole.split("\n")).toHaveLength(4);
    const { texts, streamOf } = collector();
    await commons.export(streamOf("one", []), { format: "nquads" });
    expect(texts["one"]).toContain("California");
    const several = commons.export(new PassThrough(), { format: "tables" });
    await expect(several).rejects.toThrow("tables is more than one file");
  });

  test("tells how far it is, and ends with its report", async () => {
    const told: ExportProgress[] = [];
    const report = await commons.export(join(folder, "told"), {
      onProgress: (progress) => void told.push(progress),
    });
    expect(told.map(({ file }) => file)).toEqual(report.files.map(({ name }) => name));
    const { rowCount, bytes } = report;
    expect(told.at(-1)).toEqual({ file: "manifest.json", rowCount, bytesWritten: bytes });
  });

  test("that is stopped rejects with the reason, and leaves no unfinished file", async () => {
    const stop = new AbortController();
    const target = join(folder, "stopped");
    const exporting = commons.export(target, {
      signal: stop.signal,
      onProgress: ({ file }) => {
        if (file === "observations.csv") stop.abort(new Error("enough"));
      },
    });
    await expect(exporting).rejects.toThrow("enough");
    expect(readdirSync(target)).toEqual(["observations.csv", "triples.csv"]);
    let aborted: unknown;
    const stream = new WritableStream({
      abort: (reason) => {
        aborted = reason;
      },
    });
    const { signal } = stop;
    await expect(commons.export(stream, { format: "long", signal })).rejects.toThrow("enough");
    const late = commons.export(() => stream, {
      onProgress: () => {
        throw new Error("no more");
      },
    });
    await expect(late).rejects.toThrow("no more");
    expect(aborted).toMatchObject({ message: "no more" });
  });

  test("into a folder that holds something is refused, and replaces its files if it is forced", async () => {
    const target = join(folder, "held");
    mkdirSync(target);
    writeFileSync(join(target, "manifest.json"), "mine");
    writeFileSync(join(target, "notes.txt"), "mine, too");
    const refused = commons.export(pathToFileURL(target), { format: "mcf" });
    await expect(refused).rejects.toThrow(
      new TypeError(
        `${target} is not empty, it holds manifest.json: choose another folder, or replace files of the same names with force: true`,
      ),
    );
    expect([readdirSync(target), read("held", "manifest.json")]).toEqual([
      ["manifest.json", "notes.txt"],
      "mine",
    ]);
    const { files } = await commons.export(target, { format: "mcf", force: true });
    expect(readdirSync(target)).toEqual([...files.map(({ name }) => name), "notes.txt"].sort());
    expect(read("held", "manifest.json")).not.toBe("mine");
  });

  test.each([[""], [7], [undefined], [{}]])("has a target, which %j is none", async (target) => {
    await expect(commons.export(target as never)).rejects.toThrow(TypeError);
    await expect(commons.export(target as never)).rejects.toThrow("export needs the path");
  });

  test("of another format than there are is refused", async () => {
    const exporting = commons.export(folder, { format: "xml" as never });
    await expect(exporting).rejects.toThrow("export: 'format' is one of tables, mcf,");
  });
});

describe("saving", () => {
  test("tells how far it is, in a file and in a stream", async () => {
    for (const target of [join(folder, "w.pocket"), new WritableStream()]) {
      const told: SaveProgress[] = [];
      await commons.save(target, { onProgress: (progress) => void told.push(progress) });
      expect(told[0]?.bytesWritten).toBe(0);
      expect(told.at(-1)?.bytesWritten).toBe(told.at(-1)?.bytesTotal);
      expect(told.at(-1)?.bytesTotal).toBe(readFileSync(join(folder, "w.pocket")).length);
    }
  });

  test("that is stopped rejects with the reason: the old file stays, a stream is aborted", async () => {
    const path = join(folder, "w.pocket");
    const before = readFileSync(path);
    const entries = readdirSync(folder).sort();
    let aborted = false;
    const stream = new WritableStream({
      abort: () => {
        aborted = true;
      },
    });
    for (const target of [path, stream]) {
      const stop = new AbortController();
      const { signal } = stop;
      const onProgress = ({ bytesWritten }: SaveProgress) => {
        if (bytesWritten > 0) stop.abort(new Error("enough"));
      };
      await expect(commons.save(target, { signal, onProgress })).rejects.toThrow(/^enough$/);
    }
    expect(aborted).toBe(true);
    expect(readFileSync(path)).toEqual(before);
    expect(readdirSync(folder).sort()).toEqual(entries);
    const signal = AbortSignal.abort(new Error("before"));
    await expect(commons.save(path, { signal })).rejects.toThrow("before");
  });
});
