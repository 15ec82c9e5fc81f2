/**
 * Mutation testing of parts of the source: changes the code in many small ways, one at a time, and
 * lists the changes that no test notices.
 *
 *     npm run suite mutation -- src/load/records src/ids/uint64.ts     folders or files of src
 *     npm run suite mutation -- --tests test/unit/load/records,test/property/load src/load/records
 *     npm run suite mutation -- --every 4 src/sparql/run           a fourth of the changes
 *     npm run suite mutation -- --every 4 --part 3 src/sparql/run  another fourth
 *     npm run suite mutation -- --official src/ids                 with the runner of Stryker, slowly
 *
 * Each room is tested by its own unit and property tests. The rooms that answer requests are tested
 * by the contract tests, too. `--tests` names other files or folders of tests, with commas between
 * them. `--every` chooses changes by the hash of their place, so that the next run chooses the same;
 * `--part`, a number below that of `--every`, chooses others.
 * What was found is kept in `.stryker`, so that a second run tries only what changed since
 * then. Exits with 1 when less than 90 % of the changes that some test reaches were noticed.
 */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    every: { type: "string", default: "1" },
    official: { type: "boolean" },
    part: { type: "string", default: "0" },
    tests: { type: "string" },
  },
});
const targets = positionals.map((path) => path.replace(/\/+$/, ""));
const tests = values.tests?.split(",");
const every = Number(values.every);
const part = Number(values.part);
const wrong = [
  ...targets.filter((path) => !/^src\/[^/]/.test(path)),
  ...[...targets, ...(tests ?? [])].filter((path) => !existsSync(path)),
];
if (targets.length === 0 || wrong.length > 0) {
  console.error(`name files or folders of src${wrong.length === 0 ? "" : `, not ${wrong}`}`);
  process.exit(2);
}
if (!Number.isInteger(every) || every < 1) {
  console.error(`--every takes a number from 1, not ${values.every}`);
  process.exit(2);
}
if (!Number.isInteger(part) || part < 0 || part >= every) {
  console.error(`--part takes a number from 0 below ${every}, not ${values.part}`);
  process.exit(2);
}
// Many changes, few cases each.
process.env["FC_RUNS"] ??= "0.5";
process.env["FC_SEED"] ??= "1";

const enough = values.official
  ? await (await import("./official.mjs")).runOfficial(targets)
  : await (await import("./quick/quick.mjs")).runQuick(targets, tests, { every, part });
process.exitCode = enough ? 0 : 1;
