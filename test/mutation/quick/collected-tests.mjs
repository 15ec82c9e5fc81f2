/** The tests of a bundle: each is run once without a change, to see which changes it reaches. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import { hashOfFile } from "./project-files.mjs";

/** Milliseconds of processor time; a test that takes more is left out, in later runs from the start. */
const slowest = 300;
/** Milliseconds until an answer that does not come counts as none. */
const patience = 5000;

/** What the changed code of the bundle looks at, and where it counts which changes it passed. */
export const switches = {};
globalThis.__stryker__ = switches;

/** A further copy of all modules of the bundle. */
let copies = 0;
export async function freshCopy(folder) {
  return await import(`${pathToFileURL(join(folder, "bundle.mjs")).href}?copy=${copies++}`);
}

export function copiesMade() {
  return copies;
}

/** @returns undefined if the test passes, or what is wrong */
export async function failureOf(test) {
  const before = expect.getState().assertionCalls;
  let timer;
  try {
    const running = test.run({});
    if (typeof running?.then === "function") {
      const late = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error("no answer")), patience);
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
export async function tryTests(folder, bundle, slowPath) {
  const all = [];
  switches.currentTestId = "module";
  await bundle.sources();
  for (const [file, load] of Object.entries(bundle.files)) {
    switches.currentTestId = file;
    for (const test of await load()) all.push({ ...test, file, id: `${file}: ${test.name}` });
  }
  const path = join(folder, "tests.json");
  const known = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
  const found = known ?? (await runOnce(all, slowPath));
  if (known === undefined) writeFileSync(path, JSON.stringify(found));
  switches.currentTestId = "later";
  switches.mutantCoverage.perTest = {};
  const tests = all.filter(({ id }) => id in found.times);
  for (const test of tests) test.time = found.times[test.id];
  return {
    tests,
    reached: found.reached,
    leftOut: known === undefined ? found.leftOut : undefined,
  };
}

async function runOnce(all, slowPath) {
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
    const start = process.cpuUsage();
    const failure = await failureOf(test);
    const { user, system } = process.cpuUsage(start);
    const time = (user + system) / 1000;
    if (time > slowest) {
      slow.add(version);
      leftOut.push(`${test.id}: ${time.toFixed(0)} ms`);
    } else if (failure === undefined) times[test.id] = time;
    else leftOut.push(`${test.id}: ${failure}`);
  }
  writeFileSync(slowPath, JSON.stringify([...slow].sort(), null, 1));
  return { times, leftOut, reached: switches.mutantCoverage?.perTest ?? {} };
}
