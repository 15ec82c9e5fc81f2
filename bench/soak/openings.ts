/** Opens the same small world in every way, also in ways that must fail, and ways to write it. */

import {
  appendFileSync,
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { lint, open } from "../library.ts";

const samples = fileURLToPath(new URL("../../../data-samples/", import.meta.url));
const table = "subject_id,predicate,object_id,object_value,provenance\n";
const row = "geoId/06,name,,California,dc/base/Soak\n";
/** Tables above 32 MiB are read by several threads. */
const largeBytes = 33 * 2 ** 20;

/** A way to open or to write; some of them must reject. */
interface Way {
  readonly name: string;
  readonly fails?: boolean;
  readonly run: () => Promise<unknown>;
}

/** The ways of every round, on files that are made in the folder. */
export function waysIn(folder: string): readonly Way[] {
  const path = makeFiles(folder);
  const { usual, zipped, cut, utf16, broken, snapshot, short, damaged, custom } = path;
  const fails = true;
  return [
    { name: "a file", run: async () => await open(usual) },
    { name: "a compressed file", run: async () => await open(zipped) },
    { name: "a folder", run: async () => await open(join(samples, "us-states")) },
    { name: "a custom folder", run: async () => await open(custom) },
    { name: "files and folders", run: async () => await open([usual, custom], { threads: 2 }) },
    {
      name: "a snapshot, part by part",
      run: async () => (await open(snapshot)).v2.node({ nodes: ["geoId/06"], property: "->name" }),
    },
    { name: "a snapshot that nobody asks", run: async () => await open(snapshot) },
    { name: "a whole snapshot", run: async () => await open(snapshot, { read: "all" }) },
    { name: "a snapshot with a file", run: async () => await open([snapshot, usual]) },
    { name: "the bytes of a snapshot", run: async () => await open(readFileSync(snapshot)) },
    {
      name: "a snapshot saved over another",
      run: async () => await (await open(usual)).save(join(folder, "saved.pocket")),
    },
    {
      name: "an export",
      run: async () =>
        await (await open(usual)).export(join(folder, "export"), { format: "mcf", force: true }),
    },
    { name: "a lint", run: async () => await lint(broken) },
    { name: "no such file", fails, run: async () => await open(join(folder, "none.mcf")) },
    { name: "a folder without files", fails, run: async () => await open(join(folder, "empty")) },
    { name: "a compressed file that is cut", fails, run: async () => await open(cut) },
    { name: "another encoding", fails, run: async () => await open(utf16) },
    {
      name: "errors, where none is allowed",
      fails,
      run: async () => await open([usual, broken], { strict: true }),
    },
    { name: "a snapshot that is cut", fails, run: async () => await open(short) },
    { name: "a damaged snapshot", fails, run: async () => await open(damaged, { read: "all" }) },
    {
      name: "a damaged snapshot, when it is asked",
      fails,
      run: async () => (await open(damaged)).verify(),
    },
    { name: "an aborted load", fails, run: async () => await openAborted(custom) },
    {
      name: "a snapshot in place of a folder",
      fails,
      run: async () => await (await open(usual)).save(join(folder, "empty")),
    },
    {
      name: "a snapshot in no folder",
      fails,
      run: async () => await (await open(usual)).save(join(folder, "none", "a.pocket")),
    },
    {
      name: "an export in place of a file",
      fails,
      run: async () => await (await open(usual)).export(usual, { format: "mcf" }),
    },
  ];
}

/** Ways that start threads. Slow, so that they are not in every round. */
export function threadedWaysIn(folder: string): readonly Way[] {
  const large = join(folder, "large.csv");
  writeLarge(large);
  const broken = join(folder, "large-broken.csv");
  cpSync(large, broken);
  appendFileSync(broken, '"open,quote\n');
  return [
    { name: "several threads", run: async () => await open(large, { threads: 3 }) },
    {
      name: "several threads, one of which fails",
      fails: true,
      run: async () => await open(broken, { threads: 3, strict: true }),
    },
    {
      name: "several threads that are stopped",
      fails: true,
      run: async () => await openAborted(large),
    },
  ];
}

/** @returns what went otherwise than it should, in a line */
export async function walk({ name, fails = false, run }: Way): Promise<string | undefined> {
  try {
    await run();
    return fails ? `${name}: should fail` : undefined;
  } catch (error) {
    return fails ? undefined : `${name}: ${(error as Error).message}`;
  }
}

/** Ends as soon as something was read. */
async function openAborted(path: string): Promise<unknown> {
  const controller = new AbortController();
  const { signal } = controller;
  return await open(path, { signal, threads: 3, onProgress: () => controller.abort() });
}

type FileName =
  | "usual"
  | "zipped"
  | "cut"
  | "utf16"
  | "broken"
  | "snapshot"
  | "short"
  | "damaged"
  | "custom";

function makeFiles(folder: string): Readonly<Record<FileName, string>> {
  const write = (name: string, contents: string | Uint8Array): string => {
    writeFileSync(join(folder, name), contents);
    return join(folder, name);
  };
  mkdirSync(join(folder, "empty"));
  writeFileSync(join(folder, "empty", "notes.bin"), "nothing that is read");
  mkdirSync(join(folder, "export"));
  const zipped = gzipSync(table + row.repeat(2000));
  cpSync(join(samples, "custom-folder"), join(folder, "custom"), { recursive: true });
  return {
    usual: write("usual.csv", table + row),
    zipped: write("zipped.csv.gz", zipped),
    cut: write("cut.csv.gz", zipped.subarray(0, zipped.length - 20)),
    utf16: write("utf16.csv", Buffer.from(`\uFEFF${table}${row}`, "utf16le")),
    broken: write("broken.mcf", "Node: dcid:a\ntypeOf: dcid:City\nno colon\n"),
    snapshot: join(folder, "small.pocket"),
    short: join(folder, "short.pocket"),
    damaged: join(folder, "damaged.pocket"),
    custom: join(folder, "custom"),
  };
}

/** Makes the snapshots that `waysIn` opens. */
export async function makeSnapshots(folder: string): Promise<void> {
  const path = join(folder, "small.pocket");
  await (await open(join(samples, "us-states"))).save(path);
  const bytes = readFileSync(path);
  writeFileSync(join(folder, "short.pocket"), bytes.subarray(0, bytes.length >> 1));
  // In the middle are columns, of which each block has a checksum.
  bytes[bytes.length >> 1]! ^= 0xff;
  writeFileSync(join(folder, "damaged.pocket"), bytes);
}

function writeLarge(path: string): void {
  const block = Buffer.from(row.repeat(1 << 15));
  const descriptor = openSync(path, "w");
  try {
    writeSync(descriptor, table);
    for (let size = 0; size < largeBytes; size += block.length) writeSync(descriptor, block);
  } finally {
    closeSync(descriptor);
  }
}

/** What ways write again and again. */
export function removeWritten(folder: string): void {
  for (const name of ["saved.pocket", "export", "large.csv", "large-broken.csv"]) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
  mkdirSync(join(folder, "export"));
}
