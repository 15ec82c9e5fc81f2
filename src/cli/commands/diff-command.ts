/** What differs between two worlds: what reviewers of an import ask for. */

import type { DiffChange, DiffCounts, Difference, DiffKind, WorldDiff } from "../../lint.ts";
import { type CliCommand, countOption, type OptionValues, text, textOption } from "../command.ts";
import { exitCodes, UsageError } from "../io.ts";
import { options as rows } from "../options.ts";
import type { Rows } from "../output.ts";
import type { Line } from "../styled-text.ts";

const kinds: readonly (readonly [DiffKind, string])[] = [
  ["node", "nodes"],
  ["arc", "arcs"],
  ["variable", "variables"],
  ["series", "series"],
  ["point", "points"],
];
const changes: readonly DiffChange[] = ["added", "removed", "changed"];

export const diffCommand: CliCommand = {
  usage: "diff <before> <after>",
  about: "what differs between two worlds, down to the points of series",
  details: "The exit code is 1 if they differ.",
  options: [
    { ...rows.examples, byDefault: "20" },
    {
      flags: "--tolerance <share>",
      about: "values are equal up to this share of the larger one, such as 0.01",
      byDefault: "0",
    },
  ],
  groups: ["answers", "sources"],
  aboutCommon: { with: "sources that are loaded into both worlds" },
  examples: [
    "pocket-commons diff last-month.pocket my/import",
    "pocket-commons diff before after --tolerance 0.001 --csv",
  ],
  run: async ([one, other], options, { open }) => {
    const settings = {
      maxExamples: countOption(options, "examples"),
      tolerance: shareOption(options, "tolerance"),
    };
    const before = await open([text(one)], options);
    const after = await open([text(other)], options);
    const { diff } = await import("../../lint.ts");
    const found = await diff(before, after, settings);
    return {
      json: found,
      rows: rowsOf(found),
      text: textOf(found),
      exitCode: found.differs ? exitCodes.mistakes : exitCodes.done,
    };
  },
};

function shareOption(options: OptionValues, name: string): number {
  const value = textOption(options, name) ?? "";
  if (/^0(?:\.\d+)?$/.test(value)) return Number(value);
  throw new UsageError(`--${name} takes a share below 1, such as 0.01`);
}

const columns = [
  "kind",
  "change",
  "node",
  "property",
  "object",
  "variable",
  "entity",
  "facet",
  "date",
  "before",
  "after",
] as const;

function rowsOf({ differences }: WorldDiff): Rows {
  return {
    columns,
    rows: differences.map((one) => columns.map((column) => one[column] ?? "")),
  };
}

/** More examples would not show these points. */
const ofWholeSeries = "  points of series that only one world has are counted, not shown";

function textOf({ differs, counts, differences }: WorldDiff): Line[] {
  if (!differs) return ["the worlds are equal"];
  const lines: Line[] = [...countLines(counts)];
  for (const [kind, title] of kinds) {
    for (const change of changes) {
      const own = differences.filter((one) => one.kind === kind && one.change === change);
      const count = counts[kind][change];
      if (count === 0) continue;
      const shown = own.length < count ? ` (${own.length} of ${count} shown)` : "";
      lines.push("", { style: "heading", text: `${title} ${change}${shown}` });
      if (kind === "point" && counts.series[change] > 0 && change !== "changed") {
        lines.push(ofWholeSeries);
      }
      lines.push(...own.map((one) => `  ${lineOf(one)}`));
    }
  }
  return lines;
}

function countLines(counts: DiffCounts): Line[] {
  const widths = changes.map((change) =>
    Math.max(change.length, ...kinds.map(([kind]) => String(counts[kind][change]).length)),
  );
  const row = (name: string, cells: readonly string[]) =>
    [name.padEnd(9), ...cells.map((cell, at) => cell.padStart(widths[at] ?? 0))].join("  ");
  return [
    row("", changes),
    ...kinds.map(([kind, title]) =>
      row(
        title,
        changes.map((change) => String(counts[kind][change])),
      ),
    ),
  ];
}

function lineOf(one: Difference): string {
  const { kind, node, property, object, variable, entity, facet, date, before, after } = one;
  switch (kind) {
    case "node":
      return node ?? "";
    case "arc":
      return `${node} ${property} ${object}`;
    case "variable":
      return variable ?? "";
    default: {
      const series = `${variable} ${entity}${date === undefined ? "" : ` ${date}`}`;
      const values =
        before === undefined || after === undefined ? (before ?? after) : `${before} -> ${after}`;
      const about = facet === undefined || facet === "" ? "" : ` (${facet})`;
      return `${series}${values === undefined ? "" : `: ${values}`}${about}`;
    }
  }
}
