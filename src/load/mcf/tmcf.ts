/**
 * Template MCF: one node per entity, to be filled from each row of a table (behaviour: inputs 4.1).
 * Whether a table is what a template describes, its header line shows, and the delimiter too.
 */

import { readBytes } from "../bytes/byte-blocks.ts";
import { type Cure, type DiagnosticLog, FileLog, shown } from "../bytes/diagnostics.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { readLines, textStart } from "../bytes/lines.ts";
import { Progress } from "../bytes/load-progress.ts";
import { textOf } from "../bytes/native.ts";
import { generatedKind } from "../nodes/dcid-assignment.ts";
import { isPlaceType, saysWhichPlace } from "../nodes/place-identity.ts";
import type { CsvDialect } from "../records/csv-records.ts";
import { firstLineHeader } from "../records/csv-rows.ts";
import { type PropertyValue, splitValues, stripQuotes, trim } from "../values/mcf-value.ts";
import {
  doubledPart,
  isSamePart,
  missingProperties,
  observationHint,
  observationType,
  slipAs,
  slippedAs,
  slotOf,
} from "../values/observation-parts.ts";
import { slipOf } from "../values/slips.ts";
import { McfParser, parseTerm } from "./mcf-parser.ts";

export interface TemplateNode {
  /** `E:<table>-><entity>` */
  readonly entity: string;
  readonly line: number;
  /** Values of `dcid`: columns or constants. */
  readonly dcids: readonly PropertyValue[];
  /** All other values, in the order of the file. */
  readonly values: readonly PropertyValue[];
}

interface MutableNode extends TemplateNode {
  /** Where the template has the node again; infinity if nowhere. */
  again: number;
  readonly dcids: PropertyValue[];
  readonly values: PropertyValue[];
}

export interface Template {
  readonly file: string;
  /** By entity. */
  readonly nodes: ReadonlyMap<string, TemplateNode>;
  /** False if a row could only be read wrongly: the reasons are reported. */
  readonly isSound: boolean;
}

// Says which columns make a node one, which the dcid says better.
const functionalDependencies = "functionalDeps";

export async function readTemplate(
  input: InputFile,
  log: DiagnosticLog,
  progress: Progress,
): Promise<Template> {
  const fileLog = new FileLog(log, input.path);
  const nodes = new Map<string, MutableNode>();
  const parser = new McfParser("template", fileLog, ({ name, line, values }) => {
    const known = nodes.get(name);
    if (known !== undefined) known.again = Math.min(known.again, line);
    const again = Number.POSITIVE_INFINITY;
    const node: MutableNode = known ?? { entity: name, line, again, dcids: [], values: [] };
    nodes.set(name, node);
    for (const value of values) {
      if (value.property === "dcid") node.dcids.push(value);
      else if (value.property !== functionalDependencies) node.values.push(value);
    }
  });
  await readLines(readBytes(input, progress), input.path, (line, number) => {
    parser.line(line, number);
  });
  parser.end();
  progress.finished(input);
  const problems = [...nodes.values()].map((node) => checkNode(node, nodes, fileLog));
  reportSame([...nodes.values()], fileLog);
  return { file: input.path, nodes, isSound: nodes.size > 0 && problems.every((count) => !count) };
}

/** Whether rows may hold nodes without a dcid, which what else is loaded may name. */
export function hasNameless({ nodes }: Template): boolean {
  return [...nodes.values()].some(isNameless);
}

/** Whether a node of a row may be a place that is to be looked up. */
export function asksForPlaces({ nodes }: Template): boolean {
  return [...nodes.values()].some((node) => {
    const types = node.values.filter(({ property }) => property === "typeOf");
    const isPlace = types.some(({ kind, text }) => kind === "column" || isPlaceType(text));
    const properties = new Set(node.values.map(({ property }) => property));
    return isNameless(node) && isPlace && saysWhichPlace(properties);
  });
}

/**
 * Whether rows are statements only once their places have been looked up: each node is a place
 * without a dcid, or an observation that refers to one.
 */
export function waitsForPlaces({ nodes }: Template): boolean {
  return [...nodes.values()].every((node) => {
    const types = node.values.filter(({ property }) => property === "typeOf");
    if (types.some(({ kind }) => kind !== "reference")) return false;
    if (isNameless(node)) return generatedKind(types.map(({ text }) => text)) === undefined;
    return isObservation(node) && node.values.some((value) => isPlaceOf(nodes, value));
  });
}

function isPlaceOf(nodes: Template["nodes"], { kind, text }: PropertyValue): boolean {
  const node = kind === "entity" ? nodes.get(text) : undefined;
  return node !== undefined && isNameless(node);
}

function isNameless(node: TemplateNode): boolean {
  return node.dcids.length === 0 && !isObservation(node);
}

export function isObservation({ values }: TemplateNode): boolean {
  return values.some(({ property, text }) => property === "typeOf" && text === observationType);
}

/** @returns the number of problems that make every row wrong. */
function checkNode(
  node: MutableNode,
  nodes: ReadonlyMap<string, TemplateNode>,
  log: FileLog,
): number {
  const { entity, line, dcids, values } = node;
  let problems = 0;
  const error: ReportError = (counter, at, message, suffix, cure) => {
    problems += 1;
    const finding = { level: "error", counter, line: at, message: () => message } as const;
    const cured = cure === undefined ? finding : { ...finding, cure: () => cure };
    log.report(suffix === undefined ? cured : { ...cured, suffix });
  };
  for (const { kind, text, line: at } of [...dcids, ...values]) {
    if (kind !== "entity" || nodes.has(text)) continue;
    const message = `${shown(text)} is not a node of this template: node ${shown(entity)}`;
    error("Sanity_TmcfMissingEntityDef", at, message);
  }
  for (const { kind, text, line: at } of dcids) {
    if (kind !== "entity") continue;
    const message = `a dcid is a column or a constant, not ${shown(text)}: node ${shown(entity)}`;
    error("Sanity_DcidTableEntity", at, message);
  }
  if (dcids.length > 1) {
    const message = `node ${shown(entity)} has ${dcids.length} dcids`;
    error("Sanity_MultipleDcidValues", line, message);
  }
  const types = values.filter(({ property }) => property === "typeOf");
  if (types.length === 0 && dcids.length === 0) {
    const hint = observationHint(values) || slipAs("typeOf", values);
    const message = `node ${shown(entity)} has neither a typeOf nor a dcid${hint}`;
    error("Sanity_MissingOrEmpty", line, message, "typeOf");
  }
  if (types.some(({ text }) => text === observationType)) checkObservation(node, error);
  else if (dcids.length === 0) checkTypes(entity, types, error);
  return problems;
}

/**
 * Reports an observation that differs from one above it in its value alone: of a row that has both values, one is
 * lost. So does one with the value of another variable: a node was copied, and its column was not changed.
 */
function reportSame(nodes: readonly TemplateNode[], log: FileLog): void {
  const byOthers = new FirstNodes<TemplateNode>();
  const byValue = new FirstNodes<TemplateNode>();
  for (const node of nodes.filter(isObservation)) {
    const { entity, values } = node;
    const one = (property: string) => values.find((value) => value.property === property);
    const report = (line: number, message: () => string) =>
      log.report({ level: "warning", counter: "TMCF_SameObservation", line, message });
    const first = byOthers.before(node, ({ property }) => property !== "value");
    const variable = one("variableMeasured");
    if (first !== undefined && variable !== undefined) {
      const message = () =>
        `node ${shown(entity)} differs from node ${shown(first.entity)} in line ${first.line} in its value alone; is the variable ${shown(variable.text)} right?`;
      report(variable.line, message);
    }
    const value = one("value");
    if (value?.kind !== "column" || variable?.kind === "column") continue;
    const same = byValue.before(node, ({ property }) => placing.has(property));
    const other = same?.values.find(({ property }) => property === "variableMeasured");
    if (same === undefined || other?.kind === "column" || other?.text === variable?.text) continue;
    const message = () =>
      `node ${shown(entity)} has the value of node ${shown(same.entity)} in line ${same.line}, and another variable; is the column ${shown(value.text)} right?`;
    report(value.line, message);
  }
}

/** What says which value of which row an observation of a template is. */
const placing: ReadonlySet<string> = new Set(["observationAbout", "observationDate", "value"]);

/** The first node of those that have some of their values in common. */
export class FirstNodes<Node extends { readonly values: readonly PropertyValue[] }> {
  readonly #nodes = new Map<string, Node>();

  /** The one before `node`; undefined if `node` is the first. */
  before(node: Node, counts: (value: PropertyValue) => boolean): Node | undefined {
    const values = node.values.filter(counts);
    const parts = values.map(({ property, kind, text }) => [property, kind, text]);
    const key = JSON.stringify(parts.sort());
    const first = this.#nodes.get(key);
    if (first === undefined) this.#nodes.set(key, node);
    return first;
  }
}

type ReportError = (
  counter: string,
  at: number,
  message: string,
  suffix?: string,
  cure?: Cure,
) => void;

/** A node without a dcid is loaded from no row, unless it is a place or an observation. */
function checkTypes(entity: string, types: readonly PropertyValue[], error: ReportError): void {
  for (const { kind, text, line } of types) {
    if (kind === "column" || slipOf(text, [observationType]) === undefined) continue;
    const message = `typeOf ${shown(text)} of node ${shown(entity)} is no type of observations; is '${observationType}' meant?`;
    const cure = { of: "value", property: "typeOf", from: text, to: observationType } as const;
    error("Resolution_DcidAssignmentFailure", line, message, text, cure);
  }
}

function checkObservation({ entity, line, again, values }: MutableNode, error: ReportError): void {
  for (const property of missingProperties(values)) {
    const message = `an observation needs ${property}: node ${shown(entity)}${slipAs(property, values)}`;
    const slip = slippedAs(property, values);
    const from = slip?.property ?? "";
    const cure = slip && ({ of: "property", property: from, from, to: property } as const);
    error("Sanity_MissingOrEmpty", slip?.line ?? line, message, property, cure);
  }
  checkDoubled({ entity, line, again, values }, error);
}

/** Reports the first part that an observation has twice; after it, the lines may be those of another node. */
function checkDoubled(
  { entity, line, again, values }: Omit<MutableNode, "dcids">,
  error: ReportError,
): void {
  const doubled = values.flatMap((value) => {
    const first = values.find(({ property }) => property === value.property)!;
    const isOther = slotOf(value.property) !== undefined && value !== first;
    // Of two columns each row may have one, but hardly of values.
    const mayBeOne = value.kind === "column" || first.kind === "column";
    const isSure = !mayBeOne || value.property === "value" || value.line > again;
    return isOther && isSure && !isSamePart(first, value) ? [{ value, first }] : [];
  });
  const [{ value, first } = {}] = doubled;
  if (value === undefined || first === undefined) return;
  const { property } = value;
  if (value.line > again) {
    const names = new Set(doubled.map((one) => one.value.property));
    const message = `node ${shown(entity)} is in line ${line} already, with another ${[...names].join(", ")}: give each node a name of its own`;
    error("Sanity_MultipleVals", again, message, property);
    return;
  }
  const { counter, message, cure } = doubledPart(value, entity, first);
  const hint =
    value.line === first.line
      ? ""
      : `; line ${first.line} has ${shown(first.text)}: a new node begins with ${shown("Node:")}, is that line missing?`;
  error(counter, value.line, message() + hint, property, cure?.());
}

/**
 * The delimiter under which most of the templates' columns are in the header: comma, tab or
 * semicolon. What the ending says counts when two do alike.
 * @throws LoadError if the file cannot be read.
 */
export async function delimiterOf(
  input: InputFile,
  templates: readonly Template[],
): Promise<string> {
  const columns = new Set(templates.flatMap((template) => [...columnsOf(template)]));
  const line = await headerLine(input);
  let best = "";
  let most = -1;
  for (const delimiter of delimitersFor(input)) {
    const found = foundIn(line, delimiter, columns);
    if (found <= most) continue;
    best = delimiter;
    most = found;
  }
  return best;
}

/** Whether the header has all columns of a template, which has some. */
export async function fits(input: InputFile, template: Template): Promise<boolean> {
  const columns = columnsOf(template);
  if (!template.isSound || columns.size === 0) return false;
  const line = await headerLine(input);
  return delimitersFor(input).some(
    (delimiter) => foundIn(line, delimiter, columns) === columns.size,
  );
}

function delimitersFor({ path }: InputFile): readonly string[] {
  return /\.tsv(?:\.gz)?$/i.test(path) ? ["\t", ",", ";"] : [",", "\t", ";"];
}

function columnsOf({ nodes }: Template): Set<string> {
  const columns = new Set<string>();
  for (const { dcids, values } of nodes.values()) {
    for (const { kind, text } of [...dcids, ...values]) {
      if (kind === "column") columns.add(parseTerm(text).name);
    }
  }
  return columns;
}

function foundIn(line: string, delimiter: string, columns: ReadonlySet<string>): number {
  const cells = splitValues(line, delimiter) ?? [];
  return new Set(cells.map((cell) => trim(stripQuotes(cell))).filter((cell) => columns.has(cell)))
    .size;
}

/** The first line that is not blank, as far as it stands in the first block of the file. */
async function headerLine(input: InputFile): Promise<string> {
  for await (const start of readBytes(input, new Progress(0))) {
    const lines = textOf(start, textStart(start), start.length).split("\n");
    return lines.find((line) => trim(line) !== "") ?? "";
  }
  return "";
}

/** A template as plain data. */
export interface PlainTemplate extends Omit<Template, "nodes"> {
  readonly nodes: readonly TemplateNode[];
}

export function plainTemplate({ nodes, ...template }: Template): PlainTemplate {
  return { ...template, nodes: [...nodes.values()] };
}

export function templateOf({ nodes, ...template }: PlainTemplate): Template {
  return { ...template, nodes: new Map(nodes.map((node) => [node.entity, node])) };
}

/** Plain data. */
export interface TableForm {
  readonly delimiter: string;
  readonly header: readonly string[];
}

/** @returns undefined for a table that one reader has to read as a whole. */
export async function tableFormOf(
  input: InputFile,
  templates: readonly Template[],
): Promise<TableForm | undefined> {
  if (templates.some((template) => !template.isSound || hasNameless(template))) return undefined;
  const delimiter = await delimiterOf(input, templates);
  const header = await firstLineHeader(input, dialectOf(delimiter));
  return header && { delimiter, header };
}

/** Of tables of templates. */
export function dialectOf(delimiter: string): CsvDialect {
  return { delimiter, hasEscapes: true };
}
