/**
 * The process that tries changes: it loads the bundle once, and turns one change after the other on.
 * A change of what runs while modules load is tried in a further copy of all modules.
 *
 *     node worker.mjs FOLDER SLOW      where the bundles lie; a file with the names of slow tests
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";

const [folder, slowPath] = process.argv.slice(2);
/** Milliseconds of tests for one change. */
const timeForChange = 4000;
/** Copies of the modules stay in memory. */
const copiesMax = 150;

// vitest's expectations ask for the state of one of its processes.
globalThis.__vitest_worker__ = { config: {}, ctx: {}, environment: { name: "node" } };
// The same cases in every run, so that a change is noticed always or never.
fc.configureGlobal({ seed: 1 });
// A change may break what nobody waits for.
process.on("unhandledRejection", () => {});
process.on("uncaughtException", () => {});

const { copiesMade, failureOf, freshCopy, switches, tryTests } = await import(
  "./collected-tests.mjs"
);
const fileOfChange = new Map(
  JSON.parse(readFileSync(join(folder, "changes.json"), "utf8")).map(({ id, file }) => [id, file]),
);
const { tests, reached, leftOut } = await tryTests(folder, slowPath).catch((error) => {
  console.error(error);
  process.exit(1);
});
const testFiles = new Set(tests.map(({ file }) => file));
const testsOf = testsByChange();
const testsOfFile = testsBySource();

/** @returns for each id of a change the tests that reach it, and how often one passes it at most */
function testsByChange() {
  const byChange = new Map();
  for (const test of tests) {
    for (const [id, times] of Object.entries(reached[test.id] ?? {})) {
      const entry = byChange.get(id) ?? { tests: [], times: 0 };
      entry.tests.push(test);
      entry.times = Math.max(entry.times, times);
      byChange.set(id, entry);
    }
  }
  return byChange;
}

/** @returns for each source the tests that reach a change of it */
function testsBySource() {
  const bySource = new Map();
  for (const [id, { tests: reaching }] of testsOf) {
    const file = fileOfChange.get(id);
    bySource.set(file, new Set([...(bySource.get(file) ?? []), ...reaching]));
  }
  return bySource;
}

/** @param slack how many times more often the changed code may run than without a change */
function turnOn(id, slack) {
  switches.activeMutant = id;
  switches.hitCount = 0;
  switches.hitLimit = ((testsOf.get(id)?.times ?? 0) * 50 + 20_000) * slack;
}

function turnOff() {
  switches.activeMutant = undefined;
  switches.hitCount = undefined;
}

/**
 * Tests that reach the file first, of them those that bear its name, then those beside it, quick
 * ones first: as many as there is time for. Whole outputs show most of what a change does, so half of the time is for the tests of those.
 */
function inTime(id, candidates) {
  const own = fileOfChange.get(id).replace(/^src(.*)\.ts$/, "test/unit$1");
  const near = dirname(own);
  const reaching = testsOfFile.get(fileOfChange.get(id));
  const distance = (test) => {
    const beside = test.file.startsWith(near) ? 1 : 2;
    return (test.file.startsWith(own) ? 0 : beside) + (reaching?.has(test) ? 0 : 3);
  };
  const sorted = [...candidates].sort((a, b) => distance(a) - distance(b) || a.time - b.time);
  const isWhole = ({ file }) => file.endsWith("-whole.test.ts");
  const first = upTo(
    timeForChange / 2,
    sorted.filter(isWhole).sort((a, b) => a.time - b.time),
  );
  const others = sorted.filter((test) => !first.includes(test));
  return [...first, ...upTo(timeForChange / 2, others)];
}

function upTo(most, tests) {
  let time = 0;
  return tests.filter((test) => {
    time += test.time;
    return time < most;
  });
}

async function verdictOn(id) {
  const { tests: direct } = testsOf.get(id) ?? { tests: [] };
  const files = Object.keys(reached).filter((key) => testFiles.has(key) && id in reached[key]);
  const whileLoading = id in (reached["module"] ?? {});
  if (direct.length === 0 && files.length === 0 && !whileLoading) return { verdict: "unreached" };
  if (!whileLoading) {
    let isMadeBefore = false;
    for (const test of inTime(id, direct)) {
      turnOn(id, 1);
      const failure = await failureOf(test);
      isMadeBefore ||= switches.hitCount === 0;
      turnOff();
      if (failure === undefined) continue;
      if ((await failureOf(test)) === undefined) return noticedBy(test.file);
      // The change left something behind, maybe an earlier one did.
      return { ...(await verdictInCopy(id, inTime(id, direct))), isWornOut: true };
    }
    // What the modules have made for a test once, they keep: a further copy makes it anew.
    if (files.length === 0 && !isMadeBefore) return { verdict: "survived" };
  }
  // What a module makes while it loads may be met by any test.
  const loading = whileLoading ? tests : tests.filter(({ file }) => files.includes(file));
  return await verdictInCopy(id, inTime(id, new Set([...direct, ...loading])));
}

/** The change is on while modules load, too. */
async function verdictInCopy(id, candidates) {
  const slack = 100;
  const wanted = new Map();
  for (const { file, name } of candidates) wanted.set(file, [...(wanted.get(file) ?? []), name]);
  try {
    turnOn(id, slack);
    const copy = await freshCopy(folder);
    await copy.sources();
    for (const [file, names] of wanted) {
      turnOn(id, slack);
      const byName = new Map((await copy.files[file]()).map((test) => [test.name, test]));
      for (const name of names) {
        turnOn(id, slack);
        const test = byName.get(name);
        if (test === undefined || (await failureOf(test)) !== undefined) return noticedBy(file);
      }
    }
    return { verdict: "survived" };
  } catch {
    return noticedBy(undefined);
  } finally {
    turnOff();
  }
}

/** @param by the file of the test; undefined if the modules could not even be loaded */
function noticedBy(by) {
  return { verdict: "noticed", by };
}

process.on("message", async ({ id }) => {
  if (id === undefined) process.exit(0);
  const answer = await verdictOn(id);
  const isWornOut = answer.isWornOut === true || copiesMade() > copiesMax;
  process.send({ id, ...answer, isWornOut });
});
process.send({ tests: tests.length, leftOut });
