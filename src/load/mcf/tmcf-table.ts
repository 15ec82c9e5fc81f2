/** A template bound to the columns of a table, and its nodes for one row (behaviour: inputs 4). */

import { measuredFields } from "../../stats/facet-fields.ts";
import { type FileLog, type Finding, shown } from "../bytes/diagnostics.ts";
import { basename } from "../bytes/paths.ts";
import { reportHeaderAgain, reportSwallowed, reportWidth } from "../records/csv-rows.ts";
import {
  isReferenceProperty,
  type NodeBlock,
  type PropertyValue,
  requireFewValues,
  splitValues,
  trim,
  typeValue,
} from "../values/mcf-value.ts";
import { isAcceptedDate } from "../values/observation-dates.ts";
import { hasThousands, isPlainNumber, observationType } from "../values/observation-parts.ts";
import { hintOf } from "../values/slips.ts";
import { parseTerm } from "./mcf-parser.ts";
import type { Template, TemplateNode } from "./tmcf.ts";

const measured: ReadonlySet<string> = new Set(measuredFields);

/** A value of a template; `column` is the position in the row, or -1 for other kinds. */
export interface BoundValue extends PropertyValue {
  readonly column: number;
  readonly isReference: boolean;
  /** The value of an observation, in whose numbers commas may part the thousands. */
  readonly isObservationValue: boolean;
  /** Whether it says how an observation is measured, which it may do without. */
  readonly isOptional: boolean;
}

export interface BoundNode {
  readonly entity: string;
  readonly dcids: readonly BoundValue[];
  readonly values: readonly BoundValue[];
}

/** @returns undefined if a column is missing or there twice, which is reported. */
export function bindTemplate(
  template: Template,
  header: readonly string[],
  log: FileLog,
): readonly BoundNode[] | undefined {
  let isSound = true;
  const columns = columnsOf(header);
  const bind = (entity: string, value: PropertyValue, isOfObservation: boolean): BoundValue => {
    const { kind, property, text, line } = value;
    const isReference = isReferenceProperty(property);
    const isObservationValue = isOfObservation && property === "value";
    const isOptional = isOfObservation && measured.has(property);
    const traits = { isReference, isObservationValue, isOptional };
    if (kind !== "column") return { kind, property, text, line, column: -1, ...traits };
    const { name } = parseTerm(text);
    const column = columns.get(name);
    if (column === undefined || column === twice) {
      isSound = false;
      const hint =
        column === undefined
          ? lineEndHint(header) || titleHint(header) || columnHint(name, header, template)
          : "";
      const where = `line ${line} of ${shown(basename(template.file))}`;
      log.report(badColumn(name, `${where}, node ${shown(entity)},`, column === undefined, hint));
    }
    return { kind, property, text: name, line, column: column ?? -1, ...traits };
  };
  const bound = Array.from(template.nodes.values(), ({ entity, dcids, values }: TemplateNode) => {
    const isOfObservation = values.some(isObservationType);
    const constant = isOfObservation ? values.find((one) => isColumnName(one, columns)) : undefined;
    if (constant !== undefined) {
      isSound = false;
      log.of(template.file).report(columnAsConstant(constant, entity));
    }
    return {
      entity,
      dcids: dcids.map((value) => bind(entity, value, false)),
      values: values.map((value) => bind(entity, value, isOfObservation)),
    };
  });
  return isSound ? bound : undefined;
}

/** Whether a constant stands where a number or a date should, and names a column instead. */
function isColumnName(
  { property, kind, text }: PropertyValue,
  columns: ReadonlyMap<string, number>,
): boolean {
  if (kind === "column" || kind === "entity") return false;
  if (property === "value" ? isPlainNumber(text) : isAcceptedDate(text)) return false;
  const isOne = property === "value" || property === "observationDate";
  return isOne && (columns.has(text) || text.includes("->"));
}

function columnAsConstant({ property, text, line }: PropertyValue, entity: string): Finding {
  const { table } = parseTerm(entity);
  const name = /->(.*)$/.exec(text)?.[1] ?? text;
  const message = () =>
    `${property} of node ${shown(entity)} is the text ${shown(text)}: is the column meant? Write C:${table}->${name}, without quotes`;
  return { level: "error", counter: "TMCF_UnexpectedNonColumn", line, message };
}

/** The whole table is one record then. */
function lineEndHint(header: readonly string[]): string {
  const isMac = header.some((name) => /[^\n]\r[^\n]/.test(name));
  return isMac ? "; its lines end with CR alone, as on old Macs: save it with LF or CRLF" : "";
}

/** A table of a template with one column is hardly ever meant. */
function titleHint(header: readonly string[]): string {
  const [first = "", ...others] = header.filter((name) => name !== "");
  const isTitle = others.length === 0 && first.includes(" ");
  return isTitle ? "; line 1 holds a title: the first line names the columns" : "";
}

/** The column that is meant, which has the same numbers: one that nothing reads, if there is one. */
function columnHint(name: string, header: readonly string[], { nodes }: Template): string {
  const read = new Set(
    Array.from(nodes.values()).flatMap(({ values }) =>
      values.flatMap(({ kind, text }) => (kind === "column" ? [parseTerm(text).name] : [])),
    ),
  );
  const digitsOf = (text: string) => text.replaceAll(/\D/g, "");
  const alike = header.filter((one) => digitsOf(one) === digitsOf(name));
  const free = alike.filter((one) => !read.has(one));
  return hintOf(name, free) || hintOf(name, alike);
}

function isObservationType({ property, text }: PropertyValue): boolean {
  return property === "typeOf" && text === observationType;
}

const twice = -2;

/** The position of each name of the header, or TWICE. */
function columnsOf(header: readonly string[]): ReadonlyMap<string, number> {
  const columns = new Map<string, number>();
  for (const [column, name] of header.entries())
    columns.set(name, columns.has(name) ? twice : column);
  return columns;
}

function badColumn(name: string, user: string, isMissing: boolean, hint: string): Finding {
  const place = `in the header; ${user} needs it`;
  return {
    level: "error",
    counter: isMissing ? "Sanity_TmcfMissingColumn" : "CSV_HeaderFailure",
    line: 1,
    message: () =>
      `column ${shown(name)} is ${isMissing ? "not" : "more than once"} ${place}${hint}`,
  };
}

/** A cell that has no value for a property of a node. Tables are sparse: an empty value is no mistake. */
export function emptyCell(value: BoundValue, entity: string, line: number): Finding {
  const { property: suffix, column: cell, isObservationValue } = value;
  const message = () => `empty cell: ${placeOf(value, entity)}`;
  const level = isObservationValue ? "info" : "warning";
  return { level, counter: "StrSplit_EmptyToken", suffix, line, message, cell };
}

function placeOf({ property, text: column }: BoundValue, entity: string): string {
  return `column ${shown(column)}, property ${shown(property)} of ${shown(entity)}`;
}

/** The name of a node of a row. As the official tool counts rows, line 2 is row 1. */
export function localName(entity: string, line: number): string {
  const { table, name } = parseTerm(entity);
  return `${table}/${name}/${line - 1}`;
}

const noDcids: ReadonlyMap<string, string> = new Map();

export class TemplateTable {
  readonly #nodes: readonly BoundNode[];
  readonly #hasDcids: boolean;
  readonly #header: readonly string[];
  readonly #delimiter: string;
  readonly #log: FileLog;
  // Of the row at hand.
  #cells: readonly string[] = [];
  #line = 0;
  /** Position of the empty cell for which a node of the row has no dcid. */
  readonly #dcidCells = new Map<string, number>();
  /** Of the node at hand: properties without a value, and position of the empty cell. */
  #empty = new Map<string, number>();

  constructor(
    nodes: readonly BoundNode[],
    header: readonly string[],
    delimiter: string,
    log: FileLog,
  ) {
    this.#nodes = nodes;
    this.#hasDcids = nodes.some(({ dcids }) => dcids.length > 0);
    this.#header = header;
    this.#delimiter = delimiter;
    this.#log = log;
  }

  /**
   * The nodes of a row.
   * @param wanted positions of nodes in the template; default: all of them.
   */
  row(cells: readonly string[], line: number, wanted?: ReadonlySet<number>): NodeBlock[] {
    this.#cells = cells;
    this.#line = line;
    const blocks: NodeBlock[] = [];
    const shape = { header: this.#header, delimiter: this.#delimiter };
    if (cells.length !== this.#header.length) {
      reportWidth(this.#log, this.#header.length, cells, line);
      return blocks;
    }
    if (reportSwallowed(this.#log, shape, cells, line)) return blocks;
    if (reportHeaderAgain(this.#log, this.#header, cells, line)) return blocks;
    this.#dcidCells.clear();
    const dcids = this.#hasDcids ? this.#dcids() : noDcids;
    for (const [position, node] of this.#nodes.entries()) {
      if (wanted?.has(position) === false) continue;
      const dcid = dcids.get(node.entity);
      // This row has no dcid for the node, which was reported before.
      if (dcid === "") continue;
      const name = dcid === undefined ? localName(node.entity, line) : `dcid:${dcid}`;
      const values = this.#valuesOf(node, dcids);
      const empty = this.#empty.size === 0 ? {} : { empty: this.#empty };
      blocks.push({ name, line, values, ...empty });
    }
    return blocks;
  }

  /** The dcid in this row of each node that has one by template; "" if the row has none. */
  #dcids(): Map<string, string> {
    const dcids = new Map<string, string>();
    for (const node of this.#nodes) {
      if (node.dcids.length > 0) dcids.set(node.entity, this.#dcidOf(node));
    }
    return dcids;
  }

  #dcidOf({ entity, dcids }: BoundNode): string {
    const values: PropertyValue[] = [];
    for (const value of dcids) this.#addValue(value, entity, noDcids, values);
    const [first, second] = values;
    if (first === undefined) {
      this.#dcidCells.set(entity, dcids[0]!.column);
      return "";
    }
    if (first.kind !== "text" && first.kind !== "reference") {
      const message = () =>
        `${shown(first.text)} is not a dcid: node ${shown(entity)} is not loaded`;
      this.#report("warning", "CSV_MalformedDCIDFailures", message);
      return "";
    }
    if (second !== undefined) {
      const message = () =>
        `node ${shown(entity)} has ${values.length} dcids; it is loaded as ${shown(first.text)}`;
      this.#report("error", "Sanity_MultipleDcidValues", message);
    }
    return first.text;
  }

  #valuesOf(node: BoundNode, dcids: ReadonlyMap<string, string>): PropertyValue[] {
    const values: PropertyValue[] = [];
    if (this.#empty.size > 0) this.#empty = new Map();
    for (const value of node.values) this.#addValue(value, node.entity, dcids, values);
    return values;
  }

  #addValue(
    value: BoundValue,
    entity: string,
    dcids: ReadonlyMap<string, string>,
    values: PropertyValue[],
  ): void {
    const { kind, property, text } = value;
    if (kind === "column") this.#addCell(value, entity, values);
    else if (kind === "entity") this.#addReference(value, entity, dcids, values);
    else values.push({ kind, property, text, line: this.#line });
  }

  #addReference(
    { property, text }: BoundValue,
    entity: string,
    dcids: ReadonlyMap<string, string>,
    values: PropertyValue[],
  ): void {
    const dcid = dcids.get(text);
    const line = this.#line;
    if (dcid === undefined) {
      values.push({ kind: "local", property, text: localName(text, line), line });
    } else if (dcid !== "") values.push({ kind: "reference", property, text: dcid, line });
    else {
      const message = () =>
        `property ${shown(property)} of ${shown(entity)} refers to ${shown(text)}, which has no dcid in this row`;
      this.#reportEmpty("CSV_EmptyDcidReferences", message, property, this.#dcidCells.get(text));
    }
  }

  /** The values of a cell: it may hold several, and each is typed as in instance MCF. */
  #addCell(value: BoundValue, entity: string, values: PropertyValue[]): void {
    const { property, column, isReference, isObservationValue } = value;
    const cell = this.#cells[column]!;
    if (isObservationValue && hasThousands(cell)) {
      values.push({ kind: "text", property, text: trim(cell), line: this.#line });
      return;
    }
    const pieces = cell.includes("\n") ? undefined : splitValues(cell, this.#delimiter);
    if (pieces === undefined || pieces.length === 0) {
      this.#reportCell(cell, value, entity);
      return;
    }
    const line = this.#line;
    requireFewValues(values.length + pieces.length, this.#log.file, line);
    for (const piece of pieces) {
      const typed = typeValue(piece, isReference);
      if (typed === undefined) this.#reportComplex(piece, value, entity);
      else values.push({ kind: typed.kind, property, text: typed.text, line });
    }
  }

  #reportCell(cell: string, value: BoundValue, entity: string): void {
    const { property, column } = value;
    const place = () => placeOf(value, entity);
    if (cell.includes("\n")) {
      const message = () => `a cell with a line break has no value: ${place()}`;
      this.#report("warning", "StrSplit_MultiToken", message, property);
    } else if (cell.includes('"')) {
      const message = () => `a quote is left open in ${shown(cell)}, which is dropped: ${place()}`;
      this.#report("warning", "StrSplit_BadQuotesInToken", message, property);
    } else {
      this.#empty.set(property, column);
      if (value.isOptional) return;
      this.#log.report(emptyCell(value, entity, this.#line));
    }
  }

  /** @param cell its position; undefined for a cell that is not empty and holds no dcid. */
  #reportEmpty(counter: string, message: () => string, property: string, cell = -1): void {
    if (cell >= 0) this.#empty.set(property, cell);
    const finding = { level: "warning", counter, line: this.#line, message } as const;
    this.#log.report(cell < 0 ? finding : { ...finding, cell });
  }

  #reportComplex(piece: string, { property, text: column }: BoundValue, entity: string): void {
    const message = () =>
      `expected a closing ] in ${shown(piece)}, which is dropped: column ${shown(column)}, property ${shown(property)} of ${shown(entity)}`;
    this.#report("error", "MCF_MalformedComplexValue", message);
  }

  #report(level: Finding["level"], counter: string, message: () => string, suffix?: string): void {
    const finding = { level, counter, line: this.#line, message };
    this.#log.report(suffix === undefined ? finding : { ...finding, suffix });
  }
}
