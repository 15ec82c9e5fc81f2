/** The command `import` in a process of its own: proposal, reading, and writing of what it makes. */

import { answerParent, childTask } from "../machine/child.ts";
import type { ReadCsvResult, ReadCsvTask } from "./read-csv-process.ts";

const { path } = childTask<ReadCsvTask>();
const write = process.stdout.write.bind(process.stdout);
const printed: string[] = [];
process.stdout.write = ((text: string) => printed.push(text) > 0) as typeof process.stdout.write;
process.argv = [process.argv[0]!, "pocket-commons", "import", path, "--force", "--json"];
const cpuBefore = process.cpuUsage();
const start = performance.now();
await import(new URL("../../../dist/cli.js", import.meta.url).href);
const clock = performance.now() - start;
const { user, system } = process.cpuUsage(cpuBefore);
process.stdout.write = write;
const { info } = JSON.parse(printed.join("")) as { info: { observationCount: number } };
const result: ReadCsvResult = {
  cpu: (user + system) / 1000,
  clock,
  rows: info.observationCount,
};
answerParent(result);
