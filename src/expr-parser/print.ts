import { ExpressionError, unreachable } from "../errors/errors.ts";
import { excerpt } from "../errors/excerpts.ts";
import type { Arc, Direction, Filter, Label, Relation } from "./ast.ts";
import { parseRelation } from "./parse-relation.ts";

/**
 * The canonical text of a relation: equal relations, and only they, give equal texts.
 * `parseRelation` reads it back as an equal relation.
 *
 * @throws ExpressionError when no text of this form does, as for a name with a space in it.
 */
export function printRelation(relation: Relation): string {
  const text = textOf(relation.arcs);
  if (shapeOf(parseRelation(text)) !== shapeOf(relation)) {
    throw new ExpressionError(
      `relation cannot be written: ${excerpt(text)} reads as another one`,
      0,
    );
  }
  return text;
}

function textOf(arcs: readonly Arc[]): string {
  const isLone = arcs.length === 1;
  return arcs.map((arc) => (arc.direction === "out" ? "->" : "<-") + bodyOf(arc, isLone)).join("");
}

function bodyOf(arc: Arc, isLone: boolean): string {
  const tail = (arc.transitive ? "+" : "") + filterText(arc.filter);
  switch (arc.labels.kind) {
    case "none":
      // Among others an arc needs a body, and an empty list is the one that names nothing.
      return tail === "" && !isLone ? "[]" : tail;
    case "any":
      return `*${tail}`;
    case "some":
      return someText(arc.labels.items, arc, tail);
    default:
      return unreachable(arc.labels);
  }
}

function someText(items: readonly Label[], arc: Arc, tail: string): string {
  const [label] = items;
  if (label === undefined || items.length > 1 || label.filter.length > 0) {
    return `[${items.map(labelText).join(",")}]${tail}`;
  }
  const { name } = label;
  if (isPlain(name, arc.direction)) return name + tail;
  // Whatever stands after a `+`, except a filter, is a name.
  return arc.transitive ? tail + name : `[${name}]${tail}`;
}

/** Whether a name directly after its arrow is read as the same name. */
function isPlain(name: string, direction: Direction): boolean {
  // `<->` is cut into `<` and `->`.
  if (direction === "in" && name.startsWith(">")) return false;
  return name !== "*" && !/^\[|[+{]/.test(name);
}

function labelText({ name, filter }: Label): string {
  return name + filterText(filter);
}

function filterText(filter: Filter): string {
  if (filter.length === 0) return "";
  const pairs = filter.map(({ key, values }) => {
    const [value = "", ...more] = values.map(wordText);
    return `${wordText(key)}:${more.length === 0 ? value : `[${[value, ...more].join(",")}]`}`;
  });
  return `{${pairs.join(",")}}`;
}

/** Brackets in a filter are dropped after the text was cut at its arrows: they keep one whole. */
function wordText(word: string): string {
  return word.replace(/-(?=>)|<(?=-)/g, "$&[]");
}

/** Everything a relation says, whatever the order of its objects' fields. */
function shapeOf(relation: Relation): string {
  const fields = ["direction", "labels", "kind", "items", "name", "transitive", "filter"];
  return JSON.stringify(relation, ["arcs", ...fields, "key", "values"]);
}
