/** Tries a config in memory: does the dialect make the same of the table as it stands? */

import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Commons, TableColumns } from "../../index.ts";
import type { ColumnProposal, ColumnsProposal } from "../../lint.ts";
import { looksLikeDcid } from "../../load/values/mcf-value.ts";
import { measuredFields } from "../../stats/facet-fields.ts";
import { type ConfigPart, configText } from "./import-config.ts";

/** Larger tables are converted without a trial. */
const triedBytesMax = 64 * 1024 * 1024;

export const configName = "config.json";

/** @param commons what the proposal makes of the table. */
export async function readsTheSame(
  file: string,
  part: ConfigPart,
  { columns, found }: ColumnsProposal,
  commons: Commons,
): Promise<boolean> {
  const { size } = await stat(file);
  const { counters: own } = commons.info.diagnostics;
  // Signs that there is no value are errors in the dialect, notes and totals are rows, and what was left out would be
  // reported again.
  const odd = ["Sanity_NoValueInObs", "Layout_LeftOut", "Resolution_TotalRow"];
  const isOdd = own.some(({ counter, level }) => odd.includes(counter) || level === "error");
  // The dialect passes over no row: it would report what stands there.
  const isSkipped = (columns?.skipRows ?? 0) > 0;
  if (size > triedBytesMax || isOdd || isSkipped) return false;
  const { open } = await import("../../index.ts");
  const name = basename(file);
  const content = await readFile(file);
  const isPlain =
    own.every(({ counter }) => counter === "StrSplit_EmptyToken_value") && columns !== undefined;
  const simple = isPlain ? simpleColumns(columns) : undefined;
  const telling = simple && tellingLines(content, simple, found);
  const read = async (bytes: Uint8Array): Promise<Commons | undefined> => {
    const tried = await open({ [name]: bytes, [configName]: configText(part) }).catch(
      () => undefined,
    );
    const counters = tried?.info.diagnostics.counters ?? [];
    // The official importer keeps such dates as they are written.
    return counters.some(({ counter }) => counter === "Sanity_ReadObsDate") ? undefined : tried;
  };
  const some = telling && (await read(telling.content));
  if (some !== undefined && some.info.observationCount === telling?.count) {
    return holdsAll(commons, some);
  }
  const tried = await read(content);
  return tried?.info.observationCount === commons.info.observationCount && holdsAll(commons, tried);
}

/** What a table holds in which each cell means what it says. */
interface Columns {
  readonly entity: string | undefined;
  /** Headings of what the values of a row are about. */
  readonly keys: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
}

/** Members of the option that change no cell. */
const simpleMembers = new Set<keyof TableColumns>([
  "entity",
  "date",
  "variable",
  "variables",
  "value",
  "unit",
  "properties",
  "delimiter",
  "encoding",
]);

/** @returns undefined if the option says more of cells than which columns they are in. */
export function simpleColumns(columns: TableColumns): Columns | undefined {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  if (given.some(([name]) => !simpleMembers.has(name as keyof TableColumns))) return undefined;
  const { entity, date, variable, unit, value, variables = {} } = columns;
  const own = Object.values(variables).filter((one) => typeof one === "object");
  if (own.some((one) => (one.multiplier ?? one.date) !== undefined)) return undefined;
  const headings = [entity, date, variable, unit].map((one) => {
    const heading = typeof one === "object" && "column" in one ? one.column : one;
    return typeof heading === "string" ? heading : undefined;
  });
  const keys = new Set(headings.filter((one) => one !== undefined));
  const values = Array.isArray(variables) ? variables : Object.keys(variables);
  return { entity: headings[0], keys, values: new Set(value === undefined ? values : [value]) };
}

/** A cell of a key that was in no line, in lines without a value, or in one with a value. */
const seenAlone = 1;
const seenWithValue = 2;

interface TellingLines {
  readonly content: Uint8Array;
  /** Of their values, if no two lines are about the same. */
  readonly count: number;
}

/**
 * The lines that show how the dialect reads each distinct cell of the keys, and a value of each column: if
 * no line has a finding, the other lines are read like these.
 * @returns undefined if a line may be more than its cells, or if there are too many such lines
 */
export function tellingLines(
  content: Buffer,
  { entity, keys, values }: Columns,
  found: readonly ColumnProposal[],
): TellingLines | undefined {
  // One character for each byte, so that lines stay as they are.
  const text = content.toString("latin1");
  if (text.includes('"')) return undefined;
  const header = text
    .slice(0, text.indexOf("\n"))
    .split(",")
    .map((cell) => Buffer.from(cell, "latin1").toString().trim());
  const left = found.filter(({ role, heading }) => role === "not read" && heading !== "");
  const known = new Set([...keys, ...values, ...left.map(({ heading }) => heading)]);
  if (!header.every((heading) => known.has(heading))) return undefined;
  const positions = (wanted: ReadonlySet<string>) =>
    header.flatMap((heading, at) => (wanted.has(heading) ? [at] : []));
  const seen = positions(keys).map((at) => ({ at, cells: new Map<string, number>() }));
  const valued = positions(values);
  const shown = new Set<number>();
  let kept = "";
  let count = 0;
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf("\n", start);
    const next = feed < 0 ? text.length : feed + 1;
    const line = text.slice(start, next);
    if (isTelling(line.split(","))) kept += line;
    start = next;
  }
  if (kept.length * 2 > text.length) return undefined;
  return { content: Buffer.from(kept, "latin1"), count };

  function isTelling(cells: readonly string[]): boolean {
    const isWhole = cells.length === header.length;
    const cellOf = ({ at }: (typeof seen)[number]): string => {
      const cell = cells[at] ?? "";
      // The dialect takes an entity that looks like a dcid as it is: one stands for all.
      return header[at] === entity && looksLikeDcid(cell) ? "a/b" : cell;
    };
    const stateOf = (key: (typeof seen)[number]): number => key.cells.get(cellOf(key)) ?? 0;
    const filled = valued.filter((at) => isNumber(cells[at] ?? ""));
    const state = filled.length > 0 ? seenWithValue : seenAlone;
    const isNew = filled.some((at) => !shown.has(at)) || seen.some((key) => stateOf(key) < state);
    if (isWhole && !isNew) return false;
    count += filled.length;
    for (const at of filled) shown.add(at);
    for (const key of seen) key.cells.set(cellOf(key), Math.max(stateOf(key), state));
    return true;
  }
}

function isNumber(cell: string): boolean {
  return cell.trim() !== "" && Number.isFinite(Number(cell));
}

/** Says whether a world has each observation of another one, whoever published them. */
function holdsAll(world: Commons, other: Commons): boolean {
  const { graph, observations } = world.engine;
  const { graph: itsGraph, observations: its } = other.engine;
  const nodeOf = remembered(
    (id) => graph.dictionary.nodeOf(itsGraph.dictionary.textOf(id)) ?? graph.dictionary.nodeCount,
  );
  const dateOf = remembered((code) => observations.dateCodeOf(its.dateOfCode(code)) ?? -1);
  const isIn = (own: number, point: number): boolean => {
    const found = observations.pointAt(own, dateOf(its.dateCodeAt(point)));
    return found >= 0 && observations.textOf(found) === its.textOf(point);
  };
  for (let series = 0; series < its.seriesCount; series++) {
    const about = [nodeOf(its.variableOf(series)), nodeOf(its.entityOf(series))] as const;
    const { start, end } = observations.seriesOf(...about);
    let own = start;
    const facet = its.facetOf(series);
    const isAlike = (one: typeof facet) =>
      measuredFields.every((name) => one[name] === facet[name]);
    while (own < end && !isAlike(observations.facetOf(own))) own += 1;
    const points = its.pointsOf(series);
    for (let point = points.start; point < points.end; point++) {
      if (own === end || !isIn(own, point)) return false;
    }
  }
  return true;
}

function remembered(find: (key: number) => number): (key: number) => number {
  const known = new Map<number, number>();
  return (key) => {
    const found = known.get(key) ?? find(key);
    known.set(key, found);
    return found;
  };
}
