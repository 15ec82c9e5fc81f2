/**
 * Relation expressions read as the real service does: by cutting strings, step by step (behaviour:
 * expressions 2). Slow, short, and without a token or a rule in it.
 */
import type { Arc, Filter, Label, Labels } from "../../../src/expr-parser/ast.ts";

/** A refusal, with the service's text (behaviour: expressions 3). */
export class NaiveError extends Error {}

export function naiveRelation(expression: string): { arcs: Arc[] } {
  const pieces = piecesOf(expression);
  if (pieces.length === 1) pieces.push("");
  if (pieces.length % 2 === 1) {
    throw new NaiveError(
      `invalid expression string: ${expression}, expected alternating arrows and properties (e.g., ->name)`,
    );
  }
  return { arcs: arcsOf(pieces) };
}

export function naiveLinkedRelation(expression: string): { subject: string; arcs: Arc[] } {
  const [subject, ...pieces] = piecesOf(expression);
  if (subject === undefined || pieces.length === 0 || pieces.length % 2 === 1) {
    throw new NaiveError(
      `invalid expression string: ${expression}, expected subject DCID followed by arrow and property (e.g., geoId/06->name)`,
    );
  }
  return { subject, arcs: arcsOf(pieces) };
}

function piecesOf(expression: string): string[] {
  const text = expression.replace(/[ \t\n\r]/g, "");
  return cut(text, "->")
    .flatMap((piece) => (piece === "->" ? [piece] : cut(piece, "<-")))
    .filter((piece) => piece !== "");
}

function cut(text: string, arrow: string): string[] {
  return text.split(arrow).flatMap((piece, index) => (index === 0 ? [piece] : [arrow, piece]));
}

function arcsOf(pieces: string[]): Arc[] {
  const arcs: Arc[] = [];
  for (let index = 0; index < pieces.length; index += 2) {
    arcs.push(arcOf(pieces[index]!, pieces[index + 1]!));
  }
  return arcs;
}

function arcOf(arrow: string, body: string): Arc {
  if (arrow !== "->" && arrow !== "<-") {
    throw new NaiveError(`arc string should start with arrow (-> or <-) but got ${arrow}`);
  }
  const direction = arrow === "->" ? "out" : "in";
  if (body.startsWith("[")) {
    if (!body.endsWith("]")) {
      throw new NaiveError(`invalid list string: ${body}, missing closing bracket ']'`);
    }
    const items = splitItems(body.slice(1, -1)).map(itemOf);
    const labels: Labels = items.length === 0 ? { kind: "none" } : { kind: "some", items };
    return { direction, labels, transitive: false, filter: [] };
  }
  const mark = body.search(/[+{]/);
  if (mark === -1) return { direction, labels: labelsOf(body), transitive: false, filter: [] };
  const name = body.slice(0, mark);
  const transitive = body[mark] === "+";
  const rest = body.slice(transitive ? mark + 1 : mark);
  if (rest.startsWith("{")) {
    if (name === "") throw missingName(body);
    return { direction, labels: labelsOf(name), transitive, filter: filterOf(rest) };
  }
  return { direction, labels: labelsOf(rest === "" ? name : rest), transitive, filter: [] };
}

function labelsOf(name: string): Labels {
  if (name === "") return { kind: "none" };
  return name === "*" ? { kind: "any" } : { kind: "some", items: [{ name, filter: [] }] };
}

/** Commas inside braces do not split; empty items are skipped. */
function splitItems(text: string): string[] {
  const items = [""];
  let depth = 0;
  for (const unit of text.split("")) {
    if (unit === "{") depth++;
    if (unit === "}" && depth > 0) depth--;
    if (unit === "," && depth === 0) items.push("");
    else items[items.length - 1] += unit;
  }
  return items.filter((item) => item !== "");
}

function itemOf(item: string): Label {
  const brace = item.indexOf("{");
  if (brace === -1) return { name: item, filter: [] };
  if (brace === 0) throw missingName(item);
  return { name: item.slice(0, brace), filter: filterOf(item.slice(brace)) };
}

function missingName(text: string): NaiveError {
  return new NaiveError(
    `invalid property expression: ${text}, missing property name before filter`,
  );
}

function filterOf(text: string): Filter {
  const invalid = (why: string) => new NaiveError(`invalid filter string: ${text}, ${why}`);
  if (!text.startsWith("{") || !text.endsWith("}")) throw invalid("expected enclosing '{' and '}'");
  const filter: { key: string; values: string[] }[] = [];
  let last: { key: string; values: string[] } | undefined;
  for (const piece of text.slice(1, -1).replace(/[[\]]/g, "").split(",")) {
    if (piece === "") continue;
    if (!piece.includes(":")) {
      if (last === undefined) {
        throw invalid("filter must start with a key:value pair (e.g., {typeOf:City})");
      }
      last.values.push(piece);
      continue;
    }
    const [key, value, ...more] = piece.split(":");
    if (!key || !value || more.length > 0) {
      throw invalid("expected key:value format (e.g., {typeOf:City})");
    }
    last = filter.find((pair) => pair.key === key);
    if (last === undefined) {
      last = { key, values: [] };
      filter.push(last);
    }
    last.values.push(value);
  }
  return filter;
}
