/** What a source holds, in numbers. */

import type { CommonsInfo } from "../../index.ts";
import { type CliCommand, texts } from "../command.ts";

export const infoCommand: CliCommand = {
  usage: "info <source...>",
  about: "what a source holds, and what loading it found odd",
  examples: ["pocket-commons info data-samples/us-states", "pocket-commons info graph.mcf --json"],
  run: async ([sources], options, { open }) => {
    const { info } = await open(texts(sources), { ...options, quiet: true });
    return { json: info, text: describeInfo(info) };
  },
};

/** Counts, then every kind of diagnostic with its first example. */
export function describeInfo(info: CommonsInfo): string {
  const { diagnostics, bytes, ...counts } = info;
  const lines = Object.entries(counts).map(
    ([what, count]) => `${what.padEnd(14)}${count.toLocaleString("en-US").padStart(14)}`,
  );
  const megabytes = (bytes / 1e6).toFixed(1);
  lines.push(`${"memory".padEnd(14)}${`${megabytes} MB`.padStart(14)}`);
  if (diagnostics.counters.length > 0) lines.push("");
  for (const { level, counter, count, examples } of diagnostics.counters) {
    lines.push(`${level.padEnd(8)} ${String(count).padStart(7)}  ${counter}`);
    const [first] = examples;
    if (first === undefined) continue;
    const line = first.line === undefined ? "" : `:${first.line}`;
    lines.push(`${" ".repeat(18)}${first.file}${line}: ${first.message}`);
  }
  return lines.join("\n");
}
