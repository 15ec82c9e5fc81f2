/**
 * Query text into a plan, with a memory of recent texts: parsing takes longer than most answers.
 * And the names that a query mentions.
 */

import { type AskQuery, Parser, type SelectQuery, type SparqlQuery } from "sparqljs";
import { QueryError } from "../../errors/errors.ts";
import { excerpt } from "../../errors/excerpts.ts";
import {
  dcidProperty,
  type Group,
  type GroupPart,
  observationMarks,
  observationType,
  oldTypeProperty,
  type Path,
  type PatternEnd,
  type Plan,
  placeTypes,
  typeProperty,
} from "../plan.ts";
import { compile } from "./compile.ts";
import { toStandard } from "./rewrite.ts";
import type { StandardText } from "./standard-text.ts";
import type { Dialect } from "./tokens.ts";

/** So many texts are remembered at least, twice as many at most. */
const textsMin = 128;

/** What was made of recent texts. */
class TextMemory<Made> {
  #young = new Map<string, Made>();
  #old = new Map<string, Made>();

  get(text: string): Made | undefined {
    const known = this.#young.get(text);
    if (known !== undefined) return known;
    const old = this.#old.get(text);
    if (old !== undefined) this.set(text, old);
    return old;
  }

  set(text: string, made: Made): void {
    if (this.#young.size === textsMin) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(text, made);
  }
}

/** Longer texts are parsed again each time. */
const rememberedLengthMax = 1 << 14;

const plans: Readonly<Record<Dialect, TextMemory<Plan>>> = {
  documented: new TextMemory(),
  extended: new TextMemory(),
};

/** The plan of a query. Throws QueryError, CommonsError and LimitError. */
export function planOf(query: string, dialect: Dialect): Plan {
  const known = plans[dialect].get(query);
  if (known !== undefined) return known;
  const standard = toStandard(query, dialect);
  const plan = compile(parsed(standard, query), standard, query, dialect);
  if (query.length <= rememberedLengthMax) plans[dialect].set(query, plan);
  return plan;
}

function parsed(standard: StandardText, query: string): SelectQuery | AskQuery {
  let tree: SparqlQuery;
  try {
    tree = treeOf(standard, (text) => new Parser().parse(text));
  } catch (error) {
    throw refusal(error, standard, query);
  }
  if (tree.type === "query" && (tree.queryType === "SELECT" || tree.queryType === "ASK")) {
    return tree;
  }
  throw new QueryError("Unsupported: other forms than SELECT and ASK", query, 0);
}

/** What sparqljs adds to a syntax error; it is not in its types. */
interface SyntaxHash {
  readonly hash?: { readonly loc?: { readonly last_column?: number } };
}

function refusal(error: unknown, standard: StandardText, query: string): QueryError {
  const { message } = error as Error;
  // The place is where the last token before the error stands.
  const column = (error as SyntaxHash).hash?.loc?.last_column;
  if (column === undefined) return new QueryError(`Syntax error: ${excerpt(message)}`, query, 0);
  const offset = standard.originOf(column);
  const found = /got '([^']*)'$/.exec(message)?.[1];
  const reason = found === "EOF" ? "Unexpected end of script" : "Unexpected word or mark";
  return new QueryError(`Syntax error: ${reason}`, query, found === "EOF" ? query.length : offset);
}

/** Longer texts are parsed as they are, which bounds memory and the depth of trees. */
const shapedLengthMax = 2000;

/** IRIs and variables outside of quotes. */
const names = /<([^<>]*)>|\?(\w+)/g;

const trees = new TextMemory<SparqlQuery>();

/**
 * The tree of a standard text. Parsing takes nearly all the time that a plan takes. So trees are
 * kept by the shape of their text: numbers for constants and variables. A query that differs from
 * an earlier one in its names alone gets a copy of that tree with its own names.
 *
 * @param parse may throw; what is thrown is about the text itself, not about its shape
 */
function treeOf(standard: StandardText, parse: (text: string) => SparqlQuery): SparqlQuery {
  const { text } = standard;
  if (text.length > shapedLengthMax) return parse(text);
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

/** A name in the patterns of a query. */
interface QueryConstant {
  readonly text: string;
  /** It stands where a property stands. */
  readonly isProperty: boolean;
}

/**
 * Constants of the patterns of a query, in their order, but for the words of the dialect. None for
 * a query that cannot be read.
 */
export function constantsOf(query: string): QueryConstant[] {
  try {
    return [...ofGroup(planOf(query, "extended").where)];
  } catch {
    return [];
  }
}

function* ofGroup({ parts }: Group): Generator<QueryConstant> {
  for (const part of parts) yield* ofPart(part);
}

function* ofPart(part: GroupPart): Generator<QueryConstant> {
  switch (part.kind) {
    case "union":
      for (const branch of part.branches) yield* ofGroup(branch);
      return;
    case "patterns":
      for (const { subject, predicate, object } of part.patterns) {
        yield* ofEnd(subject, false);
        yield* ofEnd(predicate, true);
        yield* ofEnd(object, false);
      }
      return;
    case "path":
      yield* ofEnd(part.subject, false);
      yield* namesOf(part.path);
      yield* ofEnd(part.object, false);
      return;
    case "query":
      yield* ofGroup(part.plan.where);
      return;
    case "values":
    case "bind":
      return;
    default:
      yield* ofGroup(part.group);
  }
}

function* namesOf(path: Path): Generator<QueryConstant> {
  if (path.kind === "property") yield { text: path.name, isProperty: true };
  else if ("steps" in path) {
    for (const step of path.steps) yield* namesOf(step);
  } else if ("of" in path) yield* namesOf(path.of);
}

const words: ReadonlySet<string> = new Set([
  dcidProperty,
  typeProperty,
  oldTypeProperty,
  observationType,
  ...observationMarks,
  ...placeTypes,
]);

function* ofEnd(end: PatternEnd, isProperty: boolean): Generator<QueryConstant> {
  const texts = end.kind === "constants" ? end.texts : [];
  for (const text of texts) if (!words.has(text)) yield { text, isProperty };
}
