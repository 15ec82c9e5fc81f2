/** Looks at somebody's CSV, says what its columns hold, and writes a config for it. */

import { Option } from "commander";
import { shellWord } from "../../errors/excerpts.ts";
import type { Commons } from "../../index.ts";
import type { ColumnsProposal, KnownColumns } from "../../lint.ts";
import { knownRows } from "../../propose/proposal.ts";
import { type CliCommand, countOption, type OptionValues, text, textOption } from "../command.ts";
import { columnsIn, onlyIn, refuseBesideMap } from "../import/import-config.ts";
import { doubtsOf, takenNames } from "../import/import-doubts.ts";
import {
  fileLines,
  type ImportedFiles,
  importFiles,
  observationRows,
  placesOf,
  refuseExisting,
  writeDraft,
  writeFiles,
} from "../import/import-files.ts";
import { askFor } from "../import/import-nodes.ts";
import {
  based,
  besideFolder,
  createsPlaces,
  curesOfNames,
  headingsOfRows,
  idsOutside,
  isElsewhere,
  lookedUp,
  otherSize,
  placesNamed,
  type UnknownName,
  unknownLines,
  withoutKnown,
} from "../import/import-places.ts";
import { lookedUpCures, waysOf } from "../import/import-ways.ts";
import { type CliIo, exitCodes, UsageError } from "../io.ts";
import { barOn, leftOut } from "../opened-world.ts";
import { type CliOption, groups, options as rows } from "../options.ts";
import type { Answer } from "../output.ts";
import { counted, type Line, ofLevel } from "../styled-text.ts";

const { dryRun } = rows;

const columnOptions: readonly CliOption[] = [
  { flags: "--base <source>", about: "a source in which names of places are looked up" },
  { flags: "-e, --entity <heading>", about: "column of ids, or the dcid of all rows" },
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
  {
    flags: "--multiplier <power>",
    about: "what each value is multiplied by, such as 1000",
    countMax: 1_000_000_000_000,
  },
  {
    flags: "--decimal <sign>",
    about: "the sign before decimals",
    choices: knownRows.decimal.choices,
  },
  { flags: "--day-first", about: "03/04/2020 is in April" },
  { flags: "--month-first", about: "03/04/2020 is in March" },
  {
    flags: "--header <line>",
    about: "line of the header; default: it is found below titles",
    countMax: 999_999,
  },
  {
    flags: "--layout <name>",
    about: "how the table is written, where it does not show it",
  },
  { flags: "--sheet <name>", about: "sheet of a workbook, or file of a zip" },
  {
    flags: "--skip-rows <count>",
    about: "rows below the header that are not read",
    countMax: 999_999,
  },
  { flags: "--only <heading=cell...>", about: "read only rows with this cell" },
  {
    flags: "--propose <file>",
    about: "write the proposal alone, to be edited",
  },
  { flags: "--map <file>", about: "read the table as this edited proposal says" },
  dryRun,
  { flags: "--add", about: "add the table to the existing config.json" },
  rows.force,
];

export const importCommand: CliCommand = {
  usage: "import <file>",
  about: "propose what the columns of a CSV mean, and write its config.json",
  groups: ["answers", "sources"],
  aboutCommon: { with: "further sources in which names of places are looked up, like --base" },
  options: columnOptions,
  examples: [
    "pocket-commons import towns.csv --base places.pocket --within geoId/25",
    "pocket-commons import towns.csv --date 2024 --dry-run",
    "pocket-commons import towns.csv --propose map.json",
  ],
  run: async ([given], options, { io, open: openSources }) => {
    const file = text(given);
    const isDry = options["dryRun"] === true;
    const [isAdded, isForced] = [options["add"] === true, options["force"] === true];
    const [map, draft] = [textOption(options, "map"), textOption(options, "propose")];
    const isAllowed = isDry || isAdded || isForced || draft !== undefined;
    await refuseExisting(file, isAllowed);
    refuseBesideMap(map, options);
    const known = map === undefined ? knownOf(options) : { columns: await columnsIn(map) };
    const command = (cure: string) => commandOf(file, options, cure);
    const seen = await proposed(file, known, options, io);
    const { with: further = [], ...others } = options;
    const bases = [textOption(options, "base") ?? [], further].flat();
    if (draft !== undefined) return await drafted(file, seen, draft, { bases, isForced });
    const { refused, base } = await lookedUp(seen, known, async () =>
      bases.length === 0 ? undefined : await openSources(bases, others),
    );
    if (refused !== undefined) return await unfinished({ file, command, map, proposal: refused });
    const isGiven = known.type !== undefined || known.columns !== undefined;
    const places = await placesNamed(seen, base, isGiven);
    const { unknown } = places;
    const proposal = withoutKnown(places.proposal, base);
    const columns = proposal.columns ?? seen.columns;
    const isCreated = createsPlaces({ columns });
    const read = columns && { repeated: "later" as const, ...columns };
    const { open } = await import("../../index.ts");
    const commons = await open(file, { columns: read, base, strict: options.strict });
    // Of names that become new places, those that may be slips of known ones.
    const listed = isCreated ? unknown.filter(({ meant }) => meant !== undefined) : unknown;
    const reading = { file, command, map, proposal, commons, unknown: listed };
    const [taken, sized] = [takenNames(commons, base), otherSize(seen, proposal)];
    const doubts = [
      ...sized.map(({ problem }) => problem),
      ...(isCreated ? [] : await headingsOfRows(unknown, base)),
      ...doubtsOf(commons, proposal, known),
      ...taken,
    ];
    if (commons.info.observationCount === 0 || doubts.length > 0) {
      const cures = await lookedUpCures(file, known, { proposal, base, taken, unknown, sized });
      const own = { ...reading, proposal: { ...proposal, cures } };
      return await unfinished(own, doubts, base !== undefined);
    }
    const made = await importFiles(file, proposal, commons, { isAdded, isForced });
    if (!isDry) await writeFiles(made.files);
    const outside = idsOutside(proposal, commons, base);
    return finished(reading, commons, { made, outside, isDry, bases: besideFolder(bases, base) });
  },
};

/** @throws UsageError for a map that is no proposal */
async function proposed(file: string, known: KnownColumns, options: OptionValues, io: CliIo) {
  const map = textOption(options, "map");
  const bar = options.quiet === true ? undefined : barOn(io);
  const { proposeColumns } = await import("../../lint.ts");
  try {
    return await proposeColumns(file, { ...known, onProgress: bar?.show });
  } catch (error) {
    const isOfMap = error instanceof TypeError && map !== undefined;
    throw isOfMap ? new UsageError(`--map ${map}: ${error.message}`) : error;
  } finally {
    bar?.stop();
  }
}

/** Writes what is proposed into a file that people edit. */
async function drafted(
  file: string,
  proposal: ColumnsProposal,
  path: string,
  { bases, isForced }: { readonly bases: readonly string[]; readonly isForced: boolean },
): Promise<Answer> {
  const { columns, draft, found, variables, problems } = proposal;
  const written = { columns: columns ?? draft, problems, found, variables };
  await writeDraft(path, `${JSON.stringify(written, null, 2)}\n`, isForced);
  const next = `npx pocket-commons import ${shellWord(file)} --map ${shellWord(path)}${based(bases)}`;
  return {
    json: { ...written, files: [path] },
    rows: {
      columns: ["column", "is", "because"],
      rows: found.map(({ heading, role, reason }) => [heading, role, reason]),
    },
    text: [
      ...proposalLines(file, proposal),
      "",
      ...(problems.length > 0
        ? [
            "still to be said in its member columns, and then to be taken out of problems:",
            ...problems,
          ]
        : []),
      `wrote ${path}: edit it, then ${next}`,
    ],
    exitCode: exitCodes.done,
  };
}

function knownOf(options: OptionValues): KnownColumns {
  const [isDayFirst, isMonthFirst] = [options["dayFirst"] === true, options["monthFirst"] === true];
  if (isDayFirst && isMonthFirst)
    throw new UsageError("--day-first and --month-first exclude each other");
  const texts = Object.keys(knownRows).map((name) => [name, textOption(options, name)]);
  return {
    ...Object.fromEntries(texts),
    dayFirst: isDayFirst || isMonthFirst ? isDayFirst : undefined,
    columns: undefined,
    multiplier: countOption(options, "multiplier"),
    header: countOption(options, "header"),
    skipRows: countOption(options, "skipRows"),
    only: onlyIn(options["only"]),
  };
}

/** The command as it was given, without what says how to print, and a cure, whose options count in place of the same ones. */
function commandOf(file: string, given: OptionValues, cure: string): string {
  const cured = new Set(cure.split(" "));
  // Names are looked up in place of ids.
  if (cured.has("--name")) cured.add("--entity");
  const words = [...columnOptions, ...groups.sources].flatMap((option) => {
    const parsed = new Option(option.flags);
    const value = given[parsed.attributeName()];
    if (value === undefined) return [];
    const name = `--${parsed.name()}`;
    if (cured.has(name) && !Array.isArray(value)) return [];
    return value === true ? [name] : [value].flat().flatMap((one) => [name, shellWord(`${one}`)]);
  });
  return ["npx pocket-commons import", shellWord(file), ...words, cure].join(" ");
}

/** A table, and what was made of it. */
interface Reading {
  readonly file: string;
  /** The command that reads it, with a cure. */
  readonly command: (cure: string) => string;
  readonly map: string | undefined;
  readonly proposal: ColumnsProposal;
  readonly commons?: Commons;
  /** Names that no place has. */
  readonly unknown?: readonly UnknownName[];
}

async function unfinished(
  reading: Reading,
  doubts: readonly Line[] = [],
  hasBase = false,
): Promise<Answer> {
  const { file, command, map, proposal, commons, unknown = [] } = reading;
  const { problems, found } = proposal;
  const lacksPlaces = unknown.length > 0 && (!hasBase || isElsewhere(proposal, unknown));
  const { title, ways } = await waysOf(file, proposal, { map, lacksPlaces });
  const commands = ways.map((cure) => `  ${command(cure)}`);
  return {
    json: { ...proposal, commands: commands.map((one) => one.trim()), unknown },
    rows: {
      columns: ["column", "is", "because"],
      rows: found.map(({ heading, role, reason }) => [heading, role, reason]),
    },
    text: [
      ...proposalLines(file, proposal),
      "",
      [{ style: "bad", text: "nothing was written" }],
      ...problems,
      ...doubts,
      ...(commons?.info.observationCount === 0 ? ["nothing of it could be read"] : []),
      ...(commons === undefined ? [] : diagnosticLines(commons)),
      ...unknownLines(unknown, proposal),
      ...curesOfNames(unknown, proposal, hasBase, map),
      title,
      ...commands,
    ],
    exitCode: exitCodes.failed,
  };
}

interface Written {
  readonly made: ImportedFiles;
  /** What a base does not know. */
  readonly outside: readonly Line[];
  readonly isDry: boolean;
  /** Sources that have the names of places, and go with what is written. */
  readonly bases: readonly string[];
}

function finished(
  { file, proposal, unknown = [] }: Reading,
  commons: Commons,
  { made, outside, isDry, bases }: Written,
): Answer {
  const { folder } = placesOf(file);
  const rows = firstRows(commons);
  const ask = `${askFor(commons, folder, rows.rows[0])}${based(bases, "--with")}`;
  const files = made.files.map(({ path }) => path);
  const diagnostics = [...diagnosticLines(commons), ...unknownLines(unknown, proposal), ...outside];
  return {
    json: {
      ...proposal,
      unknown,
      files,
      written: !isDry,
      observations: rows.rows,
      info: commons.info,
    },
    rows,
    text: [
      ...proposalLines(file, proposal),
      "",
      ...observationLines(commons),
      ...(diagnostics.length > 0 ? ["", ...diagnostics] : []),
      "",
      ...fileLines(made, isDry),
      ...(isDry ? [] : [`ask: ${ask}`]),
    ],
    exitCode: leftOut(commons.info) > 0 ? exitCodes.mistakes : exitCodes.done,
  };
}

const shownObservations = 5;
const cellMax = 60;

/** How the table is written, and what each column holds. */
function proposalLines(file: string, proposal: ColumnsProposal): Line[] {
  const { delimiter, encoding, decimal, header, found, layout } = proposal;
  const sheet = (proposal.columns ?? proposal.draft)?.sheet;
  const parted = delimiter === "\t" ? "tabs" : `"${delimiter}"`;
  const rows = found.map(({ heading, role, reason }) => [heading || "(none)", role, reason]);
  return [
    { style: "heading", text: file },
    ...(sheet === undefined ? [] : [`the sheet is ${sheet}; --sheet names another one`]),
    ...(layout === undefined ? [] : [`the layout is ${layout}`]),
    `cells parted by ${parted}, ${encoding === "utf-8" ? encoding : `${encoding} as a guess, since it is not utf-8`}, decimals after "${decimal}"${header === 1 ? "" : `, header in line ${header}`}`,
    "",
    ...aligned([["column", "is", "because"], ...rows]),
    ...variableLines(proposal),
  ];
}

const shownVariables = 10;

/** What is proposed about variables, and why. */
function variableLines({ variables }: ColumnsProposal): Line[] {
  if (variables.length === 0) return [];
  const shown = variables.slice(0, shownVariables).map((line) => `  ${line}`);
  const more = variables.length - shown.length;
  return [
    "",
    "proposed for variables, to be checked:",
    ...shown,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

/** The first observations. */
function firstRows(commons: Commons) {
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
    const place = example?.line === undefined ? example?.file : `line ${example.line}:`;
    const first = example === undefined ? "" : `, as ${place} ${example.message}`;
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
