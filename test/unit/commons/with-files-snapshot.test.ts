import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reopen } from "../../../src/commons/reopen.ts";
import { nodeHost } from "../../../src/disk/snapshot-files.ts";
import { SnapshotError } from "../../../src/errors/errors.ts";
import { attach, type Commons, type CommonsHandle, open } from "../../../src/index.ts";
import { Snapshot } from "../../../src/snapshot/snapshot.ts";
import { BufferBytes } from "../../../src/snapshot/snapshot-bytes.ts";
import { allReads } from "../../oracle/all-reads.ts";
import { sized } from "../../property/runs.ts";
import { FakeFile } from "../snapshot/small-snapshot.ts";

let folder: string;
let table: string;
let path: string;
let original: Commons;
let bytes: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pocket-commons-"));
  table = join(folder, "world.csv");
  path = join(folder, "world.pocket");
  writeFileSync(
    table,
    "entity,variable,date,value\ngeoId/06,Count_Person,2020,39\ngeoId/06,Count_Person,2021,40.5\n,,,\n",
  );
  writeFileSync(
    join(folder, "places.mcf"),
    "Node: dcid:geoId/06\ntypeOf: dcs:State\nname: California\ncontainedInPlace: dcid:country/USA\n",
  );
  original = await open([table, join(folder, "places.mcf")]);
  await original.save(path);
  bytes = new Uint8Array(readFileSync(path));
});
afterAll(() => rmSync(folder, { recursive: true }));

const names = (commons: Commons) => commons.v2.node({ nodes: ["geoId/06"], property: "->name" });

describe("a saved Commons", () => {
  test("opens from a path, a URL, a list of one, and bytes of any kind", async () => {
    const shared = new SharedArrayBuffer(bytes.length);
    new Uint8Array(shared).set(bytes);
    const expected = allReads(original);
    for (const source of [path, pathToFileURL(path), [path], bytes, bytes.buffer, shared]) {
      expect(allReads(await open(source))).toEqual(expected);
    }
    expect(allReads(await open(path, { read: "all" }))).toEqual(expected);
  });

  test("is known by its first bytes, whatever its name", async () => {
    const renamed = join(folder, "renamed.csv");
    writeFileSync(renamed, bytes);
    expect(names(await open(renamed))).toEqual(names(original));
    rmSync(renamed);
  });

  test("goes into streams and onto itself", async () => {
    const stream = new PassThrough();
    const [streamed] = await Promise.all([buffer(stream), original.save(stream)]);
    expect(streamed.equals(bytes)).toBe(true);
    const again = join(folder, "again.pocket");
    await original.save(pathToFileURL(again));
    const reopened = await open(again);
    await reopened.save(again);
    expect(readFileSync(again).equals(bytes)).toBe(true);
    expect(allReads(reopened)).toEqual(allReads(original));
    rmSync(again);
    expect(readdirSync(folder).sort()).toEqual(["places.mcf", "world.csv", "world.pocket"]);
  });

  test.each([[""], [7], [undefined], [{}]])("does not go to %o", async (target) => {
    await expect(original.save(target as never)).rejects.toThrow("save needs a path or a stream");
  });

  test("is a service with keys and a dialect of its own", async () => {
    const { fetch, answer } = (await open(path)).service({ keys: "mine", dialect: "extended" });
    expect((await fetch("/v2/node?key=other&nodes=a&property=->")).status).toBe(400);
    const body = JSON.stringify({ query: "SELECT * WHERE { ?a typeOf State }" });
    const { status, body: text } = answer({ method: "POST", url: "/v2/sparql?key=mine", body });
    expect([status, JSON.parse(text).rows]).toEqual([200, [expect.anything()]]);
  });

  test("reads what a question needs and no more", async () => {
    const file = new FakeFile(bytes);
    const commons = await reopen(file, {}, nodeHost);
    const opened = file.reads.length;
    expect(commons.info).toEqual(original.info);
    expect(commons.engine.observations.facets).toEqual(original.engine.observations.facets);
    expect(file.reads).toHaveLength(opened);
    expect(names(commons)).toEqual(names(original));
    const ofNode = file.reads.length - opened;
    expect(ofNode).toBeGreaterThan(3);
    expect(ofNode).toBeLessThan(25);
    expect(names(commons)).toEqual(names(original));
    expect(file.reads).toHaveLength(opened + ofNode);
    const distinct = new Set(file.reads.map(({ position }) => position));
    expect(distinct.size).toBe(file.reads.length);
    commons.share();
    const all = file.reads.length;
    allReads(commons);
    expect(file.reads).toHaveLength(all);
  });

  test.each([
    { ranking: { score: () => 1 } },
    { provenance: "dc/base/Mine" },
    { strict: true },
    { onDiagnostic: () => {} },
  ])("refuses %o", async (options) => {
    const name = Object.keys(options)[0];
    for (const source of [path, bytes]) {
      await expect(open(source, options)).rejects.toThrow(TypeError);
      await expect(open(source, options)).rejects.toThrow(`the option '${name}' comes too late`);
    }
  });

  test("is what bytes without a name have to be, whatever the options", async () => {
    const columns = { variable: "v", entity: "e", date: "d", value: "n" };
    const table = Buffer.from("e,v,d,n\nx,y,2020,5\n");
    for (const source of [table, new Blob([table])]) {
      await expect(open(source, { columns })).rejects.toThrow(
        "is not a snapshot: other files need",
      );
    }
  });

  test("stops when it is told to", async () => {
    await expect(open(path, { signal: AbortSignal.abort("enough") })).rejects.toBe("enough");
  });

  test("that is not there, or is something else, is a SnapshotError", async () => {
    await expect(open(join(folder, "gone.pocket"))).rejects.toMatchObject({ fault: "unreadable" });
    await expect(open(new ArrayBuffer(100))).rejects.toThrow(SnapshotError);
    const other = join(folder, "other.pocket");
    writeFileSync(other, "entity,variable\n");
    await expect(open(other)).rejects.toThrow(`${other}: is not a snapshot`);
    rmSync(other);
  });

  test("that is cut is named as its file is, in memory too", async () => {
    const cut = bytes.slice(0, -1);
    await expect(open({ "town/states.pocket": cut })).rejects.toMatchObject({
      fault: "truncated",
      file: "town/states.pocket",
      message: expect.stringMatching(/^town\/states\.pocket: 1 of its \d+ bytes are missing/),
    });
    await expect(open([new File([cut], "dropped.pocket")])).rejects.toThrow("dropped.pocket: 1 of");
    await expect(open(cut)).rejects.toThrow("snapshot in memory: 1 of its");
  });
});

describe("damage", () => {
  test("found by a question is an internal error of the endpoint, with its cause", async () => {
    const file = new FakeFile(bytes);
    const commons = await reopen(file, {}, nodeHost);
    file.bytes = new Uint8Array(bytes.length);
    const response = await commons.fetch("/core/api/v2/node?nodes=geoId/06&property=->name");
    expect(response.status).toBe(500);
    expect(((await response.json()) as { message: string }).message).toContain("is damaged in the");
    expect(() => names(commons)).toThrow(
      expect.objectContaining({ code: "SNAPSHOT", rpc: expect.objectContaining({ status: 500 }) }),
    );
    file.bytes = bytes;
    expect(names(commons)).toEqual(names(original));
  });

  test("is found by verify, which says whether there was something to verify", async () => {
    const commons = await open(path);
    expect(commons.verify()).toBe(true);
    expect(original.verify()).toBe(false);
    expect(() => original.verify("all" as never)).toThrow("'check' is one of checksums, structure");
    const file = new FakeFile(bytes.slice());
    const damaged = await reopen(file, {}, nodeHost);
    file.bytes.fill(1, bytes.length - 100, bytes.length - 50);
    expect(() => damaged.verify()).toThrow(SnapshotError);
  });

  test("of a single bit of any byte is found when opening, reading columns or verifying", () => {
    const names = [...original.share().columns.keys()];
    const flipped = bytes.slice();
    const whenFound = (): string => {
      let at = "open";
      try {
        const snapshot = new Snapshot(new BufferBytes(flipped), nodeHost.crc32);
        at = "use";
        for (const name of names) snapshot.column(name);
        at = "verify";
        snapshot.verify();
        return "never";
      } catch (error) {
        if (error instanceof SnapshotError) return at;
        throw error;
      }
    };
    const found = new Set<string>();
    const { stackTraceLimit } = Error;
    // Nobody reads the stacks of so many errors.
    Error.stackTraceLimit = 0;
    // Each byte of the header and of some columns; the others by turns.
    const step = sized(7, 1);
    for (const [at, byte] of bytes.entries()) {
      if (at > 2000 && at % step > 0) continue;
      flipped[at] = byte ^ (1 << ((at + (at >>> 3)) % 8));
      found.add(whenFound());
      flipped[at] = byte;
    }
    Error.stackTraceLimit = stackTraceLimit;
    expect(found).toEqual(new Set(["open", "use", "verify"]));
    expect(whenFound()).toBe("never");
  });
});

describe("a shared Commons", () => {
  test("lies in the same memory", () => {
    const handle = original.share();
    expect(original.share()).toBe(handle);
    const attached = attach(structuredClone(handle));
    expect(allReads(attached)).toEqual(allReads(original));
    expect(attached.engine.graph.out.terms.buffer).toBeInstanceOf(SharedArrayBuffer);
    const terms = original.engine.graph.out.terms;
    const [first = 0] = terms;
    terms[0] = first + 1;
    expect(attached.engine.graph.out.terms[0]).toBe(first + 1);
    terms[0] = first;
  });

  test("is a service as the one that was shared", async () => {
    const attached = attach(original.share());
    const url = "/v2/node?nodes=geoId/06&property=->name";
    expect((await attached.service({ requireKey: false }).fetch(url)).status).toBe(200);
    expect((await attached.fetch(url)).status).toBe(401);
  });

  test("can be saved", async () => {
    const again = join(folder, "attached.pocket");
    await attach(structuredClone(original.share())).save(again);
    expect(readFileSync(again).equals(bytes)).toBe(true);
    rmSync(again);
  });

  test("is of the same version here and there", () => {
    const handle = original.share();
    const attachTo = (changes: object) => () => attach({ ...handle, ...changes });
    expect(attachTo({ version: handle.version + 1 })).toThrow(
      expect.objectContaining({ fault: "newer" }),
    );
    expect(attachTo({ version: handle.version - 1 })).toThrow(
      expect.objectContaining({ fault: "older" }),
    );
    expect(attachTo({ format: "else" })).toThrow(expect.objectContaining({ fault: "foreign" }));
    expect(() => attach(undefined as unknown as CommonsHandle)).toThrow(
      "attach needs what share()",
    );
    expect(attachTo({ contents: {} })).toThrow("something else than a world");
    const attached = attach({ ...handle, columns: new Map() });
    expect(() => names(attached)).toThrow("the handle has no column");
  });
});
