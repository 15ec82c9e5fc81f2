/** The tests of the bundles: each is run once without a change, to see which changes it reaches. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import { hashOfFile } from "./project-files.mjs";

/** Milliseconds of processor time; a test that takes more is left out, in later runs from the start. */
const slowest = 1000;
/** Milliseconds until an answer that does not come counts as none; more while nothing is changed. */
const patience = 3000;
const firstPatience = 20_000;

/** What the changed code of the bundle looks at, and where it counts which changes it passed. */
export const switches = {};
globalThis.__stryker__ = switches;

let copies = 0;
/** A further copy of all modules. */
export async function freshCopy(folder, bundle = "quick.mjs") {
  return await import(`${pathToFileURL(join(folder, bundle)).href}?copy=${copies++}`);
}

export function copiesMade() {
  return copies;
}

/** @returns undefined if the test passes, or what is wrong */
export async function failureOf(test, time = patience) {
  const before = expect.getState().assertionCalls;
  let timer;
  try {
    const running = test.run({});
    if (typeof running?.then === "function") {
      const late = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error("no answer")), time);
      });
      await Promise.race([running, late]);
    }
  } catch (error) {
    return String(error?.message ?? error);
  } finally {
    clearTimeout(timer);
  }
  return expect.getState().assertionCalls > before ? undefined : "no assertion";
}

/**
 * @returns the tests that pass within the time. `reached` says how often each change was passed,
 * by its id: by `module` while sources load, by each file while it loads, by each test. `leftOut` has
 * the other tests; it is undefined in a later process of a run, which reads what the first one found
 */
export async function tryTests(folder, slowPath) {
  const path = join(folder, "tests.json");
  const isFirst = !existsSync(path);
  const found = isFirst ? await runOnce(folder, slowPath) : JSON.parse(readFileSync(path, "utf8"));
  const { times, reached, leftOut } = found;
  const all = await collectAll(await freshCopy(folder));
  const passed = all.filter(({ id }) => id in times);
  if (isFirst) {
    // Counters take most of the time of the run before.
    for (const test of passed) times[test.id] = (await timed(test)).time;
    writeFileSync(path, JSON.stringify(found));
  }
  const tests = passed.map((test) => ({ ...test, time: times[test.id] }));
  return { tests, reached, leftOut: isFirst ? leftOut : undefined };
}

/** @returns what is wrong, and milliseconds of processor time */
async function timed(test) {
  const start = process.cpuUsage();
  const failure = await failureOf(test, firstPatience);
  const { user, system } = process.cpuUsage(start);
  return { failure, time: (user + system) / 1000 };
}

async function collectAll(bundle) {
  const all = [];
  switches.currentTestId = "module";
  await bundle.sources();
  for (const [file, load] of Object.entries(bundle.files)) {
    switches.currentTestId = file;
    for (const test of await load()) all.push({ ...test, file, id: `${file}: ${test.name}` });
  }
  return all;
}

async function runOnce(folder, slowPath) {
  const all = await collectAll(await freshCopy(folder, "counting.mjs"));
  const slow = new Set(existsSync(slowPath) ? JSON.parse(readFileSync(slowPath, "utf8")) : []);
  const times = {};
  const leftOut = [];
  for (const test of all) {
    const version = `${test.id} ${hashOfFile(test.file)}`;
    if (slow.has(version)) {
      leftOut.push(`${test.id}: slow`);
      continue;
    }
    switches.currentTestId = test.id;
    const { failure, time } = await timed(test);
    if (time > slowest) {
      slow.add(version);
      leftOut.push(`${test.id}: ${time.toFixed(0)} ms`);
    } else if (failure === undefined) times[test.id] = time;
    else leftOut.push(`${test.id}: ${failure}`);
  }
  writeFileSync(slowPath, JSON.stringify([...slow].sort(), null, 1));
  return { times, leftOut, reached: switches.mutantCoverage?.perTest ?? {} };
}
