/** Checks texts as if they were files. */

import { type LintOptions, lint } from "../../../src/commons/with-files.ts";
import type { LintReport } from "../../../src/lint/lint-report.ts";
import { type Texts, withFolder } from "../load/load-texts.ts";

export interface Linted {
  readonly report: LintReport;
  /** `level counter file:line` of each finding that was kept, in their order. */
  readonly found: readonly string[];
  /** The offending lines, in the same order; empty for those without a place. */
  readonly lines: readonly string[];
  readonly messages: readonly string[];
}

export async function lintTexts(texts: Texts, options: LintOptions = {}): Promise<Linted> {
  return await withFolder(texts, async (folder) => {
    const report = await lint(folder, options);
    const found = report.findings.map(({ level, counter, file, line }) => {
      const place = file === undefined ? "-" : `${file.slice(folder.length + 1)}:${line ?? ""}`;
      return `${level} ${counter} ${place}`;
    });
    const lines = report.findings.map(({ text }) => text ?? "");
    return { report, found, lines, messages: report.findings.map(({ message }) => message) };
  });
}

/** Findings of one instance MCF file, but notes about what is not loaded. */
export async function lintMcf(text: string): Promise<readonly string[]> {
  const { found } = await lintTexts({ "a.mcf": text });
  return found.filter((finding) => !finding.includes("Graph_NotLoaded"));
}

/** `counter file:line message` of the findings that name a slip of a known name. */
export async function slipsOf(texts: Texts): Promise<readonly string[]> {
  const { found, messages } = await lintTexts(texts, { maxExamples: 100 });
  const own = found.map((line, at) => `${line} ${messages[at]}`);
  return own
    .filter((line) => line.includes("Misspelt"))
    .map((line) => line.replace(/^warning /, ""));
}

/** A variable that no check has anything to say about. */
export function soundVariable(dcid: string, ...more: string[]): string {
  return [
    `Node: dcid:${dcid}`,
    "typeOf: dcs:StatisticalVariable",
    "populationType: dcs:Person",
    "measuredProperty: dcs:count",
    "statType: dcs:measuredValue",
    ...more,
    "",
    "",
  ].join("\n");
}
