/**
 * Template MCF: one node per entity, to be filled from each row of a table (behaviour: inputs 4.1).
 */

import { readBytes } from "../bytes/byte-blocks.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { readLines } from "../bytes/lines.ts";
import type { Progress } from "../bytes/load-progress.ts";
import { McfParser } from "../mcf/mcf-parser.ts";
import { generatedKind } from "../nodes/dcid-assignment.ts";
import { isPlaceType, saysWhichPlace } from "../nodes/place-identity.ts";
import { type DiagnosticLog, FileLog, shown } from "../report/diagnostics.ts";
import type { PropertyValue } from "../values/mcf-value.ts";
import {
  missingProperties,
  observationHint,
  observationType,
  slipAs,
} from "../values/observation-parts.ts";

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
    const node = nodes.get(name) ?? { entity: name, line, dcids: [], values: [] };
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

function isObservation({ values }: TemplateNode): boolean {
  return values.some(({ property, text }) => property === "typeOf" && text === observationType);
}

/** @returns the number of problems that make every row wrong. */
function checkNode(
  { entity, line, dcids, values }: TemplateNode,
  nodes: ReadonlyMap<string, TemplateNode>,
  log: FileLog,
): number {
  let problems = 0;
  const error = (counter: string, at: number, message: string, suffix?: string) => {
    problems += 1;
    const finding = { level: "error", counter, line: at, message: () => message } as const;
    log.report(suffix === undefined ? finding : { ...finding, suffix });
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
  if (types.some(({ text }) => text === observationType)) {
    for (const property of missingProperties(values)) {
      const message = `an observation needs ${property}: node ${shown(entity)}${slipAs(property, values)}`;
      error("Sanity_MissingOrEmpty", line, message, property);
    }
  }
  return problems;
}
