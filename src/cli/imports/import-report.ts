/** What the command `import` says. */

import type { ColumnsProposal, Commons } from "../../index.ts";
import type { Rows } from "../output.ts";
import { counted, type Line, ofLevel } from "../styled-text.ts";
import { observationRows } from "./import-rows.ts";

const shownObservations = 5;
const cellMax = 60;

/** How the table is written, and what each column holds. */
export function proposalLines(file: string, proposal: ColumnsProposal): Line[] {
  const { delimiter, encoding, decimal, found } = proposal;
  const parted = delimiter === "\t" ? "tabs" : `"${delimiter}"`;
  const rows = found.map(({ heading, role, reason }) => [heading || "(none)", role, reason]);
  return [
    { style: "heading", text: file },
    `cells parted by ${parted}, ${encoding}, decimals behind "${decimal}"`,
    "",
    ...aligned([["column", "is", "because"], ...rows]),
  ];
}

/** The first observations. */
export function firstRows(commons: Commons): Rows {
  const rows: string[][] = [];
  for (const { variable, entity, date, value, unit } of observationRows(commons)) {
    if (rows.push([variable, entity, date, value, unit]) === shownObservations) break;
  }
  return { columns: ["variable", "entity", "date", "value", "unit"], rows };
}

export function observationLines(commons: Commons): Line[] {
  const { columns, rows } = firstRows(commons);
  const count = commons.info.observations;
  const all = counted(count, "observation");
  const title = count > rows.length ? `the first ${rows.length} of ${all}` : all;
  return [{ style: "heading", text: title }, ...aligned([columns, ...rows])];
}

/** What was left out, and what was read in a way that one may want to know. */
export function diagnosticLines({ info }: Commons): Line[] {
  return info.diagnostics.counters.map(({ level, counter, count, examples }) => {
    const [example] = examples;
    const place = example?.line === undefined ? "" : `line ${example.line}: `;
    const told = example === undefined ? "" : `, as ${place}${example.message}`;
    return [ofLevel(level), ` ${counter} × ${count}${told}`];
  });
}

function aligned(rows: readonly (readonly string[])[]): Line[] {
  const cut = rows.map((row) => row.map((cell, at) => (at < row.length - 1 ? short(cell) : cell)));
  const widths = (cut[0] ?? []).map((_, at) =>
    Math.max(...cut.map((row) => (row[at] ?? "").length)),
  );
  return cut.map((row) =>
    `  ${row.map((cell, at) => cell.padEnd(at < row.length - 1 ? (widths[at] ?? 0) : 0)).join("  ")}`.trimEnd(),
  );
}

function short(cell: string): string {
  return cell.length > cellMax ? `${cell.slice(0, cellMax)}…` : cell;
}

/** A word as a shell takes it. */
export function shellWord(text: string): string {
  return /^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
