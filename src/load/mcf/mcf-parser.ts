/**
 * MCF lines → blocks of typed values (behaviour: inputs 2). A line is either used or reported.
 * Instance and template MCF share the syntax; templates know two more kinds of value.
 */

import { type FileLog, shown } from "../bytes/diagnostics.ts";
import type { FileContext } from "../statements/provenance.ts";
import { lineSlip } from "../values/line-slips.ts";
import {
  dcidOf,
  isNumber,
  isReferenceProperty,
  type NodeBlock,
  requireFewValues,
  splitValues,
  stripQuotes,
  type TypedValue,
  trim,
  typeValue,
  valuesMax,
} from "../values/mcf-value.ts";

/** `custom`: instance MCF of a custom folder, by its importer's laxer rules for values. */
type McfForm = "instance" | "template" | "custom";

/** What the lines that follow belong to. */
type Place = "top" | "context" | "node" | "unreadable" | "damaged";

const colonByte = ":";
/** A reference to the importer of custom folders, and to no other tool. */
const comparedNode = "comparedNode";

export class McfParser {
  /** What a `Context:` block at the top said. */
  readonly context = new McfContext();
  readonly #form: McfForm;
  readonly #log: FileLog;
  readonly #onNode: (block: NodeBlock) => void;
  #place: Place = "top";
  #block: NodeBlock | undefined;
  #hasLines = false;

  constructor(form: McfForm, log: FileLog, onNode: (block: NodeBlock) => void) {
    this.#form = form;
    this.#log = log;
    this.#onNode = onNode;
  }

  /** @param isDamaged it is not UTF-8, which is reported: its node is left out. */
  line(raw: string, number: number, isDamaged = false): void {
    const line = trim(raw);
    if (line === "" || isComment(line)) return;
    if (isDamaged) {
      this.#leaveOut(line);
      return;
    }
    const colon = colonOf(line);
    if (colon <= 0) {
      const problem = `expected "property: value", found ${shown(line)}`;
      this.#error("MCF_MalformedColonLessLine", number, problem);
      return;
    }
    const property = trim(line.slice(0, colon));
    const value = trim(line.slice(colon + 1));
    if (property === "Node") this.#open(value, number);
    else if (property === "Context") this.#openContext(number);
    else this.#property(property, value, number);
  }

  end(): void {
    this.#close();
    this.#place = "top";
  }

  #leaveOut(line: string): void {
    // The node above it is whole.
    if (/^Node\s*:/.test(line)) this.#close();
    this.#block = undefined;
    if (this.#place !== "context") this.#place = "damaged";
  }

  #open(name: string, line: number): void {
    this.#close();
    const problem = this.#problemOf(name);
    if (problem !== undefined) {
      this.#place = "unreadable";
      this.#error(problem.counter, line, problem.message);
      return;
    }
    this.#place = "node";
    this.#block = { name, line, values: [] };
    this.#hasLines = false;
  }

  #problemOf(name: string): { counter: string; message: string } | undefined {
    const counter = "MCF_MalformedNodeName";
    if (name === "") return { counter, message: "the name of a Node is missing" };
    if (name.includes(",")) {
      return { counter, message: `the name of a Node holds a comma: ${shown(name)}` };
    }
    if (name.startsWith('"')) {
      return { counter, message: `the name of a Node is in quotes: ${shown(name)}` };
    }
    if (this.#form !== "template" || isEntityName(name)) return undefined;
    const message = `expected E:<table>-><entity> as name of a template node, found ${shown(name)}`;
    return { counter: "TMCF_MalformedEntity", message };
  }

  #openContext(line: number): void {
    if (this.#place === "top" && this.#form !== "template") {
      this.#place = "context";
      return;
    }
    this.#close();
    this.#place = "unreadable";
    const message =
      "a Context block belongs at the top of an instance MCF file; it is not read here";
    this.#error("MCF_UnexpectedProperty", line, message);
  }

  #property(property: string, value: string, line: number): void {
    switch (this.#place) {
      case "node":
        this.#hasLines = true;
        this.#addValues(property, value, line);
        return;
      case "damaged":
        return;
      case "context":
        this.context.set(property, value, line, this.#log);
        return;
      case "top": {
        const message = `property ${shown(property)} stands before any Node`;
        this.#error("MCF_UnexpectedProperty", line, message);
        return;
      }
      case "unreadable": {
        const message = `property ${shown(property)} belongs to a block that cannot be read`;
        this.#error("MCF_MalformedNode", line, message);
      }
    }
  }

  #addValues(property: string, text: string, line: number): void {
    const slip = lineSlip(property);
    if (slip !== undefined) this.#error(slip.counter, line, slip.message);
    if (this.#form === "custom") {
      this.#addLaxValues(property, text, line);
      return;
    }
    const pieces = splitValues(text, ",");
    if (pieces === undefined) {
      const message = `a quote is left open in the value of ${shown(property)}, which is dropped: ${shown(text)}`;
      this.#error("StrSplit_BadQuotesInToken", line, message, property);
      return;
    }
    if (pieces.length === 0) {
      const message = `property ${shown(property)} has no value`;
      this.#error("StrSplit_EmptyToken", line, message, property);
      return;
    }
    const { values } = this.#block!;
    requireFewValues(values.length + pieces.length, this.#log.file, line);
    const isReference = isReferenceProperty(property);
    for (const piece of pieces) {
      const value = this.#typed(property, piece, isReference, line);
      if (value !== undefined) values.push({ property, kind: value.kind, text: value.text, line });
    }
  }

  #addLaxValues(property: string, text: string, line: number): void {
    const { values } = this.#block!;
    const isReference = isReferenceProperty(property) || property === comparedNode;
    const found = laxValues(text);
    requireFewValues(values.length + found.length, this.#log.file, line);
    for (const value of found) {
      const { kind, text: own } = typeLaxValue(value, isReference, this.context.prefixes);
      values.push({ property, kind, text: own, line });
    }
    if (found.length > 0 || text.includes('"')) return;
    const message = `property ${shown(property)} has no value`;
    this.#error("StrSplit_EmptyToken", line, message, property);
  }

  #typed(
    property: string,
    piece: string,
    isReference: boolean,
    line: number,
  ): TypedValue | undefined {
    if (this.#form === "template") {
      const term = typeTemplateValue(property, piece);
      if (term !== undefined && "counter" in term) {
        this.#error(term.counter, line, term.message);
        return undefined;
      }
      if (term !== undefined) return term;
    }
    const value = typeValue(piece, isReference, this.context.prefixes);
    if (value === undefined) {
      const message = `expected a closing ] in the value of ${shown(property)}, which is dropped: ${shown(piece)}`;
      this.#error("MCF_MalformedComplexValue", line, message);
    }
    return value;
  }

  #close(): void {
    const block = this.#block;
    this.#block = undefined;
    if (block === undefined) return;
    if (this.#hasLines) this.#onNode(block);
    else {
      const hint = block.name.includes("\r")
        ? "; convert its line ends: a CR alone ends no line"
        : "";
      const message = `Node ${shown(block.name)} has no properties${hint}`;
      this.#error("MCF_MalformedNode", block.line, message);
    }
  }

  #error(counter: string, line: number, message: string, suffix?: string): void {
    const finding = { level: "error", counter, line, message: () => message } as const;
    this.#log.report(suffix === undefined ? finding : { ...finding, suffix });
  }
}

function isComment(line: string): boolean {
  return line.startsWith("#") || line.startsWith("//");
}

/**
 * The colon that ends the property. The colon of a URL scheme at the start of the line does not.
 */
function colonOf(line: string): number {
  if (!line.startsWith("http")) return line.indexOf(colonByte);
  if (line.startsWith("http:")) return line.indexOf(colonByte, 5);
  if (line.startsWith("https:")) return line.indexOf(colonByte, 6);
  return line.indexOf(colonByte);
}

class McfContext implements FileContext {
  importName: string | undefined;
  provenanceUrl: string | undefined;
  /** Further prefixes of a dcid, colon included. */
  readonly prefixes = new Set<string>();

  /** `importUrl` is where the import lies. No answer shows it: it is not kept. */
  set(property: string, text: string, line: number, log: FileLog): void {
    const values = (splitValues(text, ",") ?? []).map(stripQuotes);
    const [value] = values;
    if (value === undefined || value === "") {
      const message = () => `property ${shown(property)} of the Context has no readable value`;
      const counter = "StrSplit_EmptyToken";
      log.report({ level: "error", counter, suffix: property, line, message });
      return;
    }
    switch (property) {
      case "importName":
        this.importName = value;
        return;
      case "provenanceUrl":
        this.provenanceUrl = value;
        return;
      case "namespace":
        for (const namespace of values) this.#addPrefix(namespace, line, log);
        return;
      default: {
        const message = () => `property ${shown(property)} of a Context is not kept`;
        log.report({ level: "info", counter: "MCF_UnexpectedProperty", line, message });
      }
    }
  }

  #addPrefix(namespace: string, line: number, log: FileLog): void {
    const equals = namespace.indexOf("=");
    if (equals > 0) {
      this.prefixes.add(`${namespace.slice(0, equals)}:`);
      return;
    }
    const message = () => `expected namespace: "prefix=URL", found ${shown(namespace)}`;
    log.report({ level: "error", counter: "MCF_UnexpectedProperty", line, message });
  }
}

// The right-hand side of an MCF line in a custom folder, as the official importer's parser reads it:
// cells of a CSV row that never fail. Quotes are doubled, a backslash is a character, what follows a
// closing quote belongs to the value, and a quote may stay open (behaviour: inputs 5.6).

interface LaxValue {
  readonly text: string;
  /** It began with a quote: only the three standard prefixes make a reference of it. */
  readonly isQuoted: boolean;
}

const localPrefix = "l:";

/** Cuts at commas outside of quotes and drops empty values. */
export function laxValues(text: string): LaxValue[] {
  const values: LaxValue[] = [];
  let at = 0;
  while (at < text.length && values.length <= valuesMax) {
    while (text[at] === " ") at += 1;
    const isQuoted = text[at] === '"';
    const cell = isQuoted ? quotedCell(text, at + 1) : bareCell(text, at);
    const value = trim(cell.text);
    if (value !== "") values.push({ text: withoutPair(value), isQuoted });
    at = cell.end + 1;
  }
  return values;
}

interface Cell {
  readonly text: string;
  /** Where its comma stands, or the end of the text. */
  readonly end: number;
}

function bareCell(text: string, start: number): Cell {
  const comma = text.indexOf(",", start);
  const end = comma < 0 ? text.length : comma;
  return { text: text.slice(start, end), end };
}

function quotedCell(text: string, start: number): Cell {
  let inside = "";
  let at = start;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return { text: inside + text.slice(at), end: text.length };
    inside += text.slice(at, quote);
    if (text[quote + 1] !== '"') {
      const rest = bareCell(text, quote + 1);
      return { text: inside + rest.text, end: rest.end };
    }
    inside += '"';
    at = quote + 2;
  }
}

/** Without one pair of quotes around it, which doubled quotes may have left. */
function withoutPair(text: string): string {
  return text.length > 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}

/** Complex values are texts to the importer. */
export function typeLaxValue(
  { text, isQuoted }: LaxValue,
  isReference: boolean,
  prefixes: ReadonlySet<string>,
): TypedValue {
  const dcid = isQuoted ? dcidOf(text) : dcidOf(text, prefixes);
  if (dcid !== undefined) return { kind: "reference", text: dcid };
  if (text.startsWith(localPrefix) && !isQuoted) {
    return { kind: "local", text: text.slice(localPrefix.length) };
  }
  if (isReference) return { kind: "reference", text };
  return { kind: isNumber(text) ? "number" : "text", text };
}

// Terms of template MCF: `E:<table>-><entity>` and `C:<table>-><column>` (behaviour: inputs 4.1).

/** Why a value of a template cannot be read. */
interface TemplateProblem {
  readonly counter: string;
  readonly message: string;
}

interface TemplateTerm {
  readonly table: string;
  /** Of an entity or a column; a column's may hold dots, blanks and slashes. */
  readonly name: string;
}

const arrowText = "->";

export function isEntityName(text: string): boolean {
  return text.startsWith("E:") && text.includes(arrowText);
}

/** @returns undefined for a constant. */
function typeTemplateValue(
  property: string,
  piece: string,
): TypedValue | TemplateProblem | undefined {
  if (property === "C") {
    const message = `a property cannot be taken from a column: ${shown(piece)}`;
    return { counter: "TMCF_UnsupportedColumnNameInProperty", message };
  }
  const isEntity = piece.startsWith("E:");
  if (!(isEntity || piece.startsWith("C:"))) return undefined;
  if (piece.includes(arrowText)) return { kind: isEntity ? "entity" : "column", text: piece };
  const message = `expected a "->" in ${shown(piece)} of property ${shown(property)}`;
  return { counter: "TMCF_MalformedSchemaTerm", message };
}

/** The parts of an entity's or a column's text. */
export function parseTerm(text: string): TemplateTerm {
  const arrow = text.indexOf(arrowText);
  return { table: text.slice(2, arrow), name: text.slice(arrow + arrowText.length) };
}
