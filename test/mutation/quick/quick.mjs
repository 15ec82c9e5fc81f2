/**
 * Tries all changes in one process that keeps the modules loaded; a new one takes its place when a
 * change makes it hang, die, or leaves something behind.
 */
import { fork } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeBundle } from "./changed-bundle.mjs";
import { FoundBefore } from "./found-before.mjs";
import { hashOf, projectRoot, sourcesOf, testsOf, testsUnder } from "./project-files.mjs";
import { report } from "./report.mjs";

const kept = join(projectRoot, ".stryker");
const program = join(import.meta.dirname, "worker.mjs");
/** Milliseconds until a process that says nothing counts as hanging. */
const patience = 20_000;
/** The same while it loads the modules and tries the tests without a change. */
const firstPatience = 600_000;

/**
 * @param every tries one of so many changes, chosen by the hash of its place
 * @param part which one of them, from 0
 * @returns whether at least nine tenths of the changes that some test reaches were noticed
 */
export async function runQuick(targets, testPaths, { every, part }) {
  const start = Date.now();
  const sources = sourcesOf(targets);
  const folder = join(kept, `run-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    const testFiles = testPaths === undefined ? testsOf(sources) : testsUnder(testPaths);
    const { changes: all, tests } = await makeBundle(sources, testFiles, folder);
    const changes = all.filter(({ key }) => Number.parseInt(hashOf(key), 16) % every === part);
    const found = new FoundBefore(join(kept, "found.jsonl"), tests);
    const waiting = changes.filter((change) => found.verdictOn(change) === undefined);
    console.log(`${changes.length} changes, ${waiting.length} of them to try`);
    const slow = join(kept, `slow-${hashOf(targets.join("+"))}.json`);
    await tryAll(waiting, [folder, slow], (change, answer) => found.add(change, answer));
    const verdicts = changes.map((change) => ({ ...change, verdict: found.verdictOn(change) }));
    const isEnough = report(verdicts, sources);
    console.log(`${((Date.now() - start) / 1000).toFixed(0)} s`);
    return isEnough;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param args those of the worker
 * @param onAnswer takes each change and what came of it
 */
async function tryAll(changes, args, onAnswer) {
  const waiting = changes.slice();
  // Tests leave files behind when their process is killed.
  const temporary = mkdtempSync(join(tmpdir(), "pocket-commons-"));
  const env = { ...process.env, NODE_ENV: "test", TMPDIR: temporary };
  const start = () => fork(program, args, { env, execArgv: ["--max-old-space-size=3000"] });
  const told = (change, answer) => {
    onAnswer(change, answer);
    const tried = changes.length - waiting.length;
    if (tried % 100 === 0) console.error(`${tried} of ${changes.length} tried`);
  };
  try {
    while (waiting.length > 0) await tryUntilWorn(start(), waiting, told);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Takes changes from `waiting`; resolves when the process has ended. */
function tryUntilWorn(child, waiting, onAnswer) {
  let isReady = false;
  let change;
  let timer;
  const wait = (time) => {
    clearTimeout(timer);
    timer = setTimeout(() => child.kill("SIGKILL"), time);
  };
  child.on("message", ({ id, isWornOut, tests, leftOut, ...answer }) => {
    if (id !== undefined) onAnswer(change, answer);
    // Only the first process of a run tries the tests.
    else if (leftOut !== undefined) tellOfTests(tests, leftOut);
    isReady = true;
    change = isWornOut ? undefined : waiting.shift();
    wait(patience);
    child.send({ id: change?.id });
  });
  wait(firstPatience);
  return new Promise((resolve, reject) => {
    child.on("exit", (code) => {
      clearTimeout(timer);
      if (!isReady) reject(new Error(`the process that runs the tests ended: ${code}`));
      // It hung or died of the change.
      if (change !== undefined) onAnswer(change, { verdict: "noticed" });
      resolve();
    });
  });
}

function tellOfTests(tests, leftOut) {
  console.log(`${tests} tests; too slow or failing without a change: ${leftOut.length}`);
  for (const test of leftOut) console.log(`  ${test}`);
}
