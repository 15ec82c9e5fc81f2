/**
 * Syntax trees by the shape of a query: its standard text with numbers for constants and variables.
 * Parsing takes nearly all the time that a plan takes. A query that differs from an earlier one in
 * its names alone gets a copy of that one's tree with its own names.
 */

import type { SparqlQuery } from "sparqljs";
import type { StandardText } from "../dialect/index.ts";
import { TextMemory } from "./text-memory.ts";

/** Longer texts are parsed as they are, which bounds memory and the depth of trees. */
const lengthMax = 2000;

/** IRIs and variables outside of quotes. */
const names = /<([^<>]*)>|\?(\w+)/g;

const trees = new TextMemory<SparqlQuery>();

/**
 * The tree of a standard text.
 *
 * @param parse may throw; what is thrown is about the text itself, not about its shape
 */
export function treeOf(standard: StandardText, parse: (text: string) => SparqlQuery): SparqlQuery {
  const { text } = standard;
  if (text.length > lengthMax) return parse(text);
  const shape = new Shape(standard.pieces);
  let tree = trees.get(shape.text);
  if (tree === undefined) {
    try {
      tree = parse(shape.text);
    } catch {
      // The error has to name a place in the text itself.
      return parse(text);
    }
    trees.set(shape.text, tree);
  }
  return shape.named(tree) as SparqlQuery;
}

class Shape {
  readonly text: string;
  readonly #iris = new Numbered();
  readonly #variables = new Numbered();

  constructor(pieces: readonly string[]) {
    this.text = pieces
      .map((piece) => (piece.startsWith('"') ? piece : this.#shaped(piece)))
      .join(" ");
  }

  #shaped(piece: string): string {
    return piece.replace(names, (_, iri: string | undefined, variable: string) =>
      iri === undefined
        ? `?v${this.#variables.numberOf(variable)}`
        : `<dcid:${this.#iris.numberOf(iri)}>`,
    );
  }

  /** A copy of a shape's tree with the names of this query. */
  named(tree: unknown): unknown {
    if (typeof tree !== "object" || tree === null) return tree;
    if (Array.isArray(tree)) return tree.map((element) => this.named(element));
    if ("termType" in tree) return this.#term(tree as Term);
    const members = Object.entries(tree).map(([key, value]) => [this.#key(key), this.named(value)]);
    return Object.fromEntries(members);
  }

  /** Rows of VALUES have variables for keys. */
  #key(key: string): string {
    return key.startsWith("?") ? `?${this.#variables.at(key.slice(2))}` : key;
  }

  #term(term: Term): Term {
    const { termType, value } = term;
    if (termType === "Variable") return { termType, value: this.#variables.at(value.slice(1)) };
    if (termType === "NamedNode") return { termType, value: this.#iris.at(value.slice(5)) };
    return term;
  }
}

interface Term {
  readonly termType: string;
  readonly value: string;
}

/** Names numbered in the order of their first place. */
class Numbered {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];

  numberOf(name: string): number {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.#names.push(name) - 1;
      this.#numbers.set(name, number);
    }
    return number;
  }

  at(number: string): string {
    return this.#names[Number(number)] as string;
  }
}
