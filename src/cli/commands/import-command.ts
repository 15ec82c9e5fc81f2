/** Looks at somebody's CSV, says what its columns hold, and writes a config for it. */

import {
  type ColumnsProposal,
  type Commons,
  type KnownColumns,
  open,
  proposeColumns,
} from "../../index.ts";
import { type CliCommand, type OptionValues, text, textOption } from "../command.ts";
import { exitCodes, UsageError } from "../io.ts";
import { leftOut } from "../opened-world.ts";
import type { Answer, Rows } from "../output.ts";
import { counted, type Line, ofLevel } from "../styled-text.ts";
import {
  importFiles,
  observationRows,
  placesOf,
  refuseExisting,
  writeFiles,
} from "./import-files.ts";

export const importCommand: CliCommand = {
  usage: "import <file>",
  about:
    "propose what the columns of a CSV mean, write a config.json beside it, show first observations",
  aboutWith: "further sources in which names of places are looked up, like --base",
  options: [
    { flags: "-b, --base <source>", about: "a source in which names of places are looked up" },
    { flags: "-e, --entity <heading>", about: "column of ids" },
    { flags: "--prefix <text>", about: "text before each id, such as geoId/" },
    { flags: "--name <heading>", about: "column of names of places" },
    { flags: "-t, --type <type>", about: "type of these places" },
    { flags: "--within <dcid>", about: "place around them" },
    { flags: "--create <prefix>", about: "make new places of unknown names" },
    { flags: "-d, --date <heading or date>", about: "column of dates, or the date of all rows" },
    {
      flags: "--variable <heading or dcid>",
      about: "column of variables, or the variable of all rows",
    },
    { flags: "--value <heading>", about: "column of values" },
    { flags: "--unit <heading or unit>", about: "column of units, or the unit of all rows" },
    { flags: "--decimal <sign>", about: "the sign before decimals", choices: [".", ","] },
    { flags: "-n, --dry-run", about: "write nothing" },
    { flags: "--add", about: "add the table to the existing config.json" },
    { flags: "--force", about: "replace existing files" },
  ],
  examples: [
    "pocket-commons import towns.csv --base places.pocket --within geoId/25",
    "pocket-commons import towns.csv --date 2024 --dry-run",
  ],
  run: async ([given], options, { open: openSources }) => {
    const file = text(given);
    if (!/\.[ct]sv(?:\.gz)?$/i.test(file)) {
      throw new UsageError(`a table is a .csv or a .tsv: give ${file} such a name`);
    }
    const isDry = options["dryRun"] === true;
    const isAdded = options["add"] === true;
    await refuseExisting(file, isDry || isAdded || options["force"] === true);
    const proposal = await proposeColumns(file, knownOf(options));
    const { columns } = proposal;
    if (columns === undefined) return unfinished(file, proposal, proposal.problems);
    const bases = [textOption(options, "base") ?? [], options.with ?? []].flat();
    const { with: _, ...others } = options;
    const base = bases.length === 0 ? undefined : await openSources(bases, others);
    const commons = await open(file, {
      columns,
      ...(base === undefined ? {} : { base }),
      ...(options.strict === true ? { strict: true } : {}),
    });
    if (commons.info.observationCount === 0) {
      const reasons = [...diagnosticLines(commons), ...cures(proposal, base)];
      return unfinished(file, proposal, ["nothing of it could be read", ...reasons]);
    }
    const files = await importFiles(file, proposal, commons, isAdded);
    if (!isDry) await writeFiles(files);
    return finished(
      file,
      proposal,
      commons,
      files.map(({ path }) => path),
      isDry,
    );
  },
};

function knownOf(options: OptionValues): KnownColumns {
  const names = [
    "entity",
    "name",
    "prefix",
    "type",
    "within",
    "create",
    "date",
    "variable",
  ] as const;
  const given = [...names, "value", "unit", "decimal"].map((name) => [
    name,
    textOption(options, name),
  ]);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** What a user can do about names of places that were not found. */
function cures({ columns }: ColumnsProposal, base: Commons | undefined): Line[] {
  const entity = columns?.entity;
  const isNamed = typeof entity === "object" && "name" in entity;
  if (!isNamed) return [];
  const better =
    base === undefined
      ? "--base SOURCE names a source that knows the places"
      : "--type and --within say which places are meant";
  return [`${better}; --create PREFIX makes new ones`];
}

function unfinished(file: string, proposal: ColumnsProposal, reasons: readonly Line[]): Answer {
  return {
    json: proposal,
    rows: {
      columns: ["column", "is", "because"],
      rows: proposal.found.map(({ heading, role, reason }) => [heading, role, reason]),
    },
    text: [
      ...proposalLines(file, proposal),
      "",
      [{ style: "bad", text: "nothing was written" }],
      ...reasons,
    ],
    exitCode: exitCodes.failed,
  };
}

function finished(
  file: string,
  proposal: ColumnsProposal,
  commons: Commons,
  files: readonly string[],
  isDry: boolean,
): Answer {
  const { folder } = placesOf(file);
  const rows = firstRows(commons);
  const [first = []] = rows.rows;
  const ask = ["pocket-commons stat", ...[folder, ...first.slice(0, 2)].map(shellWord)].join(" ");
  const converted =
    files.length > 1
      ? [
          "the official dialect cannot say all of this: the config reads a table that is converted for it",
        ]
      : [];
  const diagnostics = diagnosticLines(commons);
  return {
    json: { ...proposal, files, written: !isDry, observations: rows.rows, info: commons.info },
    rows,
    text: [
      ...proposalLines(file, proposal),
      "",
      ...observationLines(commons),
      ...(diagnostics.length > 0 ? ["", ...diagnostics] : []),
      "",
      ...converted,
      `${isDry ? "would write" : "wrote"} ${files.join(", ")}`,
      ...(isDry ? [] : [`ask: ${ask}`]),
    ],
    exitCode: leftOut(commons.info) > 0 ? exitCodes.mistakes : exitCodes.done,
  };
}

const shownObservations = 5;
const cellMax = 60;

/** How the table is written, and what each column holds. */
function proposalLines(file: string, proposal: ColumnsProposal): Line[] {
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
function firstRows(commons: Commons): Rows {
  const rows: string[][] = [];
  for (const { variable, entity, date, value, unit } of observationRows(commons)) {
    if (rows.push([variable, entity, date, value, unit]) === shownObservations) break;
  }
  return { columns: ["variable", "entity", "date", "value", "unit"], rows };
}

function observationLines(commons: Commons): Line[] {
  const { columns, rows } = firstRows(commons);
  const count = commons.info.observationCount;
  const all = counted(count, "observation");
  const title = count > rows.length ? `the first ${rows.length} of ${all}` : all;
  return [{ style: "heading", text: title }, ...aligned([columns, ...rows])];
}

/** What was left out, and what was read in a way that one may want to know. */
function diagnosticLines({ info }: Commons): Line[] {
  return info.diagnostics.counters.map(({ level, counter, count, examples }) => {
    const [example] = examples;
    const place = example?.line === undefined ? "" : `line ${example.line}: `;
    const first = example === undefined ? "" : `, as ${place}${example.message}`;
    return [ofLevel(level), ` ${counter} × ${count}${first}`];
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
function shellWord(text: string): string {
  return /^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
