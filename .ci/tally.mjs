/**
 * Counts what the steps of `.ci/run` reported. Names every failure and ends with the line
 * "N passed, N failed"; the exit code is 0 when nothing failed.
 *
 *     node .ci/tally.mjs <folder> <step>=<exit code> …     <folder>/<step>/*.json are its reports
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expectations } from "./corpus-expectations.mjs";

const [folder, ...outcomes] = process.argv.slice(2);
let passedCount = 0;
const failures = [];

for (const outcome of outcomes) {
  const [step, exitCode] = outcome.split("=");
  const found = failuresOf(step);
  // A step that broke before, after or beside its tests has failed by itself.
  if (exitCode !== "0" && found.length === 0) found.push(`exit code ${exitCode}`);
  failures.push(...found.map((failure) => `${step}: ${failure}`));
}
if (passedCount + failures.length === 0) failures.push("nothing was counted");

for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`${passedCount} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;

function failuresOf(step) {
  const reports = reportsOf(step);
  const files = reports.flatMap(({ testResults = [] }) => testResults);
  const cases = reports.flatMap(({ results = [] }) => results);
  return [...files.flatMap(failuresOfFile), ...(cases.length > 0 ? failuresOfCorpus(cases) : [])];
}

function reportsOf(step) {
  let names = [];
  try {
    names = readdirSync(join(folder, step));
  } catch (error) {
    // An interruption is no step and has no folder.
    if (error.code !== "ENOENT") throw error;
  }
  return names.map((name) => JSON.parse(readFileSync(join(folder, step, name), "utf8")));
}

/** One test file in the words of vitest's json reporter. */
function failuresOfFile({ name, status, message, assertionResults }) {
  passedCount += assertionResults.filter((test) => test.status === "passed").length;
  const failed = assertionResults.filter((test) => test.status === "failed");
  const file = relative(".", name);
  // The file itself, or a hook in it, could not run.
  if (status === "failed" && failed.length === 0) return [`${file}: ${message}`];
  return failed.map(({ fullName }) => `${file}: ${fullName}`);
}

/** All cases of the conformance corpora against what is expected of each: no difference, or one. */
function failuresOfCorpus(cases) {
  const expected = new Map(expectations.map(({ id, why }) => [id, why]));
  const surprises = cases
    .filter(({ id, why }) => (why ?? undefined) !== expected.get(id))
    .map(({ id, why }) => `${id}: ${why ?? `differs no more; expected: ${expected.get(id)}`}`);
  passedCount += cases.length - surprises.length;
  const known = new Set(cases.map(({ id }) => id));
  const unknown = [...expected.keys()].filter((id) => !known.has(id));
  return [
    ...surprises,
    ...unknown.map((id) => `${id}: expected to differ, but there is no such case`),
  ];
}
