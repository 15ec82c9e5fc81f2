/** Publishing into real stores, and publishers that are killed. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { folderTarget } from "../../src/operate/folder-target.ts";
import { openRemote } from "../../src/remote/remote-commons.ts";
import { postgresBlocks } from "../../src/remote/stores/postgres-blocks.ts";
import { postgresTarget } from "../../src/remote/versions/postgres-target.ts";
import { publish, removeVersions, versionsOf } from "../../src/remote/versions/publish.ts";
import type { PublishTarget } from "../../src/remote/versions/publish-target.ts";
import { named, nameIn, type Published, testPublishing } from "./publishing.ts";
import { randomOf } from "./random-requests.ts";
import { errorOf } from "./stored-world.ts";
import { type RunningStore, stores } from "./stores/all-stores.ts";
import type { RunningPostgres } from "./stores/postgres.ts";

/** They take what they are given, also when somebody else was faster. */
const unconditional: readonly string[] = ["nginx", "S3 (Swift)"];
const killCount = Number(process.env["KILLS"] || 12);

const started: Record<string, RunningStore> = {};
for (const [name, start] of Object.entries(stores)) {
  const store = await start().catch((error: Error) => {
    process.stdout.write(`SKIPPED publishing into ${name}: ${error.message}\n`);
  });
  if (store !== undefined) started[name] = store;
}

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pocket-commons-killed-"));
  await build({
    entryPoints: ["test/remote/publish-process.ts"],
    outfile: join(folder, "publish.mjs"),
    bundle: true,
    platform: "node",
    format: "esm",
  });
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  for (const store of Object.values(started)) await store.stop();
});

for (const [name, store] of Object.entries(started)) {
  if (store.target === undefined) continue;
  describe(`a world published into ${name}`, () => {
    const published = store as Required<RunningStore> satisfies Published;
    testPublishing(() => published, !unconditional.includes(name));
  });
}

/** Publishes in a process of its own. */
function publisher(target: readonly string[], version: string): ChildProcess {
  const snapshots = ["one", "other"].map((name) => join(folder, `${name}.pocket`));
  const args = [join(folder, "publish.mjs"), ...snapshots, version, ...target];
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
}

/** Kills publishers at random moments; then the next one publishes, and nothing is left of theirs. */
async function killMany(
  place: readonly string[],
  target: PublishTarget,
  read: (version?: string) => ReturnType<typeof openRemote>,
): Promise<void> {
  for (const name of ["one", "other"]) {
    writeFileSync(join(folder, `${name}.pocket`), await named("killed", name));
  }
  await publish(target, await named("first"), { version: "first" });
  const random = randomOf(7);
  let last = "first";
  let left = 0;
  // A busy machine may kill all of them before they write, or after it.
  for (let kill = 0; kill < killCount || (left === 0 && kill < 4 * killCount); kill++) {
    // The lease of the one before has ended.
    await new Promise((done) => setTimeout(done, 150));
    const child = publisher(place, `killed-${kill}`);
    const ended = once(child, "exit");
    // It says when it begins.
    await once(child.stdout!, "data");
    await new Promise((done) => setTimeout(done, random() * 150));
    child.kill("SIGKILL");
    await ended;
    const { current, versions, writing } = await versionsOf(target);
    if (writing !== undefined) left++;
    expect(versions.map(({ name }) => name)).toContain(current);
    expect(current === last || current?.startsWith(`killed-${kill}`)).toBe(true);
    const remote = await read();
    expect(await nameIn(remote)).toBe(current?.startsWith("killed") ? "killed" : "first");
    remote.close();
    last = current!;
  }
  expect(left).toBeGreaterThan(0);
  // The shortest lease that there is.
  await new Promise((done) => setTimeout(done, 150));
  await removeVersions(target, [], { lease: 1000 });
  expect((await versionsOf(target)).writing).toBeUndefined();
}

test("a publisher that is killed leaves a folder that readers read and the next one cleans", async () => {
  const path = join(folder, "world");
  const target = folderTarget(path);
  const { fileBlocks } = await import("../../src/operate/file-blocks.ts");
  await killMany(["folder", path], target, () => openRemote(fileBlocks(join(path, "world.json"))));
  const { versions } = await versionsOf(target);
  const needed = new Set(versions.map(({ snapshot }) => snapshot.address));
  expect(new Set(readdirSync(path))).toEqual(new Set(["world.json", ...needed]));
}, 120_000);

const postgres = started["PostgreSQL"] as RunningPostgres | undefined;

describe.runIf(postgres !== undefined)("in PostgreSQL", () => {
  const { client, port } = postgres ?? ({} as RunningPostgres);
  const rows = async (text: string, given: unknown[] = []) =>
    (await client.query(text, given)).rows as Record<string, unknown>[];

  test("a publisher that is killed leaves what readers read and the next one cleans", async () => {
    const target = postgresTarget(client, "killed");
    await killMany(["postgres", `${port}`, "killed"], target, () =>
      openRemote(postgresBlocks(client, "killed")),
    );
    const { versions } = await versionsOf(target);
    const needed = new Set(versions.map(({ snapshot }) => `killed/${snapshot.address}`));
    const found = await rows("SELECT DISTINCT world FROM pocket_block WHERE world LIKE 'killed%'");
    const names = found.map(({ world }) => String(world).replace(/@.*$/, ""));
    // One writing of each object, and one of the pointer.
    expect(names.sort()).toEqual([...needed, "killed"].sort());
  }, 120_000);

  test("rights to read and write rows publish, SELECT reads, and others are refused at once", async () => {
    await publish(postgresTarget(client, "rights"), await named("one"), { version: "v1" });
    for (const text of [
      "CREATE ROLE writer LOGIN",
      "CREATE ROLE reader LOGIN",
      "CREATE ROLE stranger LOGIN",
      "REVOKE CREATE ON SCHEMA public FROM PUBLIC",
      "GRANT SELECT, INSERT, UPDATE, DELETE ON pocket_world, pocket_block TO writer",
      "GRANT SELECT ON pocket_world, pocket_block TO reader",
    ]) {
      await client.query(text, []);
    }
    const { Pool } = await import("pg");
    const as = (user: string, database = "postgres") =>
      new Pool({ host: "127.0.0.1", port, user, database, allowExitOnIdle: true });
    const [writer, reader, stranger, lost] = [
      as("writer"),
      as("reader"),
      as("stranger"),
      as("nobody"),
    ];
    await publish(postgresTarget(writer, "rights"), await named("two"), { version: "v2", keep: 1 });
    const remote = await openRemote(postgresBlocks(reader, "rights"));
    expect(await nameIn(remote)).toBe("two");
    const denied = { fault: "denied" };
    const bytes = await named("three");
    expect(await errorOf(publish(postgresTarget(reader, "rights"), bytes))).toMatchObject(denied);
    const begun = performance.now();
    for (const pool of [stranger, lost, as("reader", "no-such-database")]) {
      const error = await errorOf(openRemote(postgresBlocks(pool, "rights")));
      expect(error).toMatchObject(denied);
      expect(error.message).toContain("PGUSER");
    }
    expect(performance.now() - begun).toBeLessThan(2000);
    for (const pool of [writer, reader, stranger, lost]) await pool.end();
  });
});
