/** The examples, each in a new folder with the packed package and what it asks for. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pythonWith, skipped } from "../clients/environment.ts";
import { launch, skipReason, WatchedPage } from "../explorer/chromium.ts";

const run = promisify(execFile);
const examples = join(import.meta.dirname, "../../examples");
const names = readdirSync(examples, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** What is true of an example after its own test has passed. */
const also: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  "vite-page": opensInBrowser,
  "observable-loader": keepsItsAnswer,
  notebook: printsItsAnswers,
};

/** Codes of npm for a registry that is not reached. */
const unreachable = /npm error code (?:EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT)/;

let home: string;
let packed: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "examples-"));
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", home]);
  packed = join(home, readdirSync(home).find((name) => name.endsWith(".tgz")) ?? "");
});
afterAll(() => rmSync(home, { recursive: true }));

/** One environment has what all examples in Python ask for; the first one makes it. */
let python: ReturnType<typeof pythonWith> | undefined;

const requirementsOf = (name: string): string[] => {
  const file = join(examples, name, "requirements.txt");
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
};

/** The folder of programs for an example; undefined if it needs none; else why they are not here. */
async function programsFor(name: string) {
  if (requirementsOf(name).length === 0) return undefined;
  python ??= pythonWith("examples", [...new Set(names.flatMap(requirementsOf))]);
  const found = await python;
  return typeof found === "string" ? dirname(found) : found;
}

/** A copy that takes the packed package for the one of a registry. */
function copyOf(name: string): string {
  const folder = join(home, name);
  cpSync(join(examples, name), folder, { recursive: true });
  const manifest = join(folder, "package.json");
  const text = readFileSync(manifest, "utf8");
  const here = text.replace(/("pocket-commons": )"[^"]+"/, `$1"file:${packed}"`);
  expect(here).not.toBe(text);
  writeFileSync(manifest, here);
  return folder;
}

/** What npm printed, and whether it failed. */
async function npm(folder: string, args: readonly string[], path = "") {
  const env = {
    ...process.env,
    PATH: `${path}:${process.env["PATH"]}`,
    NO_COLOR: "1",
    OBSERVABLE_TELEMETRY_DISABLE: "true",
  };
  const done = run("npm", [...args], { cwd: folder, env, timeout: 300_000, maxBuffer: 1 << 26 });
  return await done.then(
    ({ stdout, stderr }) => ({ failed: false, text: stdout + stderr }),
    ({ stdout, stderr }) => ({ failed: true, text: `${stdout}${stderr}` }),
  );
}

/** Tests of Node that were skipped, and why, as its reporters write it. */
function skippedIn(text: string): string[] {
  return [
    ...text.matchAll(/^(?:ok \d+ - |\ufe63 )(.*?)(?: \([\d.]+ms\))? # (?:SKIP )?(.+)$/gm),
  ].map(([, title, reason]) => `${title}: ${reason}`);
}

describe("an example", { concurrent: true, timeout: 400_000 }, () => {
  test.each(names)("%s names the command that installs what is missing", async (name) => {
    const folder = join(home, `missing-${name}`);
    cpSync(join(examples, name), folder, { recursive: true });
    const { failed, text } = await npm(folder, ["test"]);
    expect(failed, text).toBe(true);
    expect(text).toContain(
      requirementsOf(name).length === 0
        ? "Run: npm install\n"
        : "Run: npm install && pip install -r requirements.txt\n",
    );
  });

  test.each(names)("%s works from the packed package", async (name) => {
    const programs = await programsFor(name);
    if (typeof programs === "object") return skipped(programs);
    const folder = copyOf(name);
    const options = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel", "error"];
    const installed = await npm(folder, ["install", ...options]);
    if (unreachable.test(installed.text)) {
      const reason = installed.text.trim().split("\n")[0] ?? "";
      return skipped({ reason: `example ${name}: npm install: ${reason}` });
    }
    expect(installed.failed, installed.text).toBe(false);
    const tested = await npm(folder, ["test"], programs);
    expect(tested.failed, tested.text).toBe(false);
    for (const reason of skippedIn(tested.text)) {
      process.stdout.write(`SKIPPED of example ${name}: ${reason}\n`);
    }
    await also[name]?.(folder);
  });
});

/** The page shows its snapshot, and a dropped file over it. */
async function opensInBrowser(folder: string): Promise<void> {
  const why = skipReason();
  if (why !== undefined) return;
  const args = ["node_modules/vite/bin/vite.js", "preview", "--host", "127.0.0.1"];
  const server = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const browser = await launch();
  try {
    let printed = "";
    while (!/http:\S+/.test(printed)) printed += (await once(server.stdout, "data"))[0];
    const [url = ""] = /http:\S+/.exec(printed) ?? [];
    const watched = await WatchedPage.open(browser, url);
    const { page } = watched;
    await page.getByText("California").waitFor();
    const before = await page.locator("#state").textContent();
    await page.evaluate(() => {
      const files = new DataTransfer();
      const text = "entity,variable,date,value\ngeoId/56,Count_Person,2026,90000000\n";
      files.items.add(new File([text], "more.csv"));
      dispatchEvent(new DragEvent("drop", { dataTransfer: files, cancelable: true }));
    });
    await page.getByText("Wyoming").waitFor();
    const count = Number.parseInt(before ?? "", 10);
    expect(await page.locator("#state").textContent()).toBe(`${count + 1} observations`);
    expect(watched.faults).toEqual([]);
  } finally {
    await browser.close();
    server.kill();
  }
}

/** The data loader ran once: the second build takes what the first one kept. */
async function keepsItsAnswer(folder: string): Promise<void> {
  const kept = join(folder, "src/.observablehq/cache/data/states.json");
  expect(JSON.parse(readFileSync(kept, "utf8"))).toHaveLength(51 * 7);
  writeFileSync(kept, "[]");
  await npm(folder, ["run", "build"]);
  const built = join(folder, "dist/_file/data");
  const texts = readdirSync(built).map((name) => readFileSync(join(built, name), "utf8"));
  expect(texts).toContain("[]");
}

async function printsItsAnswers(folder: string): Promise<void> {
  const text = readFileSync(join(folder, "executed.ipynb"), "utf8");
  for (const answer of ["California  2025  39355309", "District of Columbia   5.5   8.0"]) {
    expect(text).toContain(answer);
  }
}
