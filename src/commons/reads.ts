/** What programs ask most often, as plain values. Each is a question to the v2 endpoints. */

import type { AnswerSettings } from "../adapters/edge/endpoint.ts";
import type { V2Methods } from "../adapters/endpoint-methods.ts";
import { setMember } from "../adapters/reads/node-page.ts";
import type { ArcEntry, Facet, PointStat } from "../adapters/shapes.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { describeArgument } from "../errors/excerpts.ts";
import { parseLinkedRelation, type RelationExpression } from "../expr-parser/parse-relation.ts";
import type { Governor, RequestLimits } from "../options/governor.ts";
import { requireCallOptions } from "../options/request-rows.ts";
import { withDefaults } from "../options/required-options.ts";
import type { Citation } from "../tables/citation-text.ts";
import type { Checked } from "../tables/row-of.ts";
import type { TableQuestion } from "../tables/table-question.ts";
import type { World } from "../world/world.ts";

/** One value of a series, and who published it. */
export interface Latest extends PointStat {
  /** The facet of the series, with its id. */
  readonly facet: SeriesFacet;
}

/** A facet with its id on the wire. */
export interface SeriesFacet extends Facet {
  readonly facetId: string;
}

/**
 * The values of a series, ascending by date. An array of `{ date, value }` and nothing else when it
 * is printed, compared or written as JSON.
 */
export interface Series extends ReadonlyArray<PointStat> {
  /** Who published it; undefined for a series without values. */
  readonly facet: SeriesFacet | undefined;
}

/** A node that a search found. */
export interface Found {
  readonly dcid: string;
  readonly name: string | undefined;
  /** Dcids of its types, ascending. */
  readonly types: readonly string[];
}

/** The variables that a query selects, as far as its text is known; any text otherwise. */
type SelectedName<Query extends string> = string extends Query
  ? string
  : Query extends `${string}${"SELECT" | "select"}${infer Rest}`
    ? HeadOf<Rest> extends `${string}${"(" | "*"}${string}`
      ? string
      : NamesIn<HeadOf<Rest>>
    : string;

type HeadOf<Text extends string> = Text extends `${infer Head}{${string}`
  ? Head extends `${infer Names}${"WHERE" | "where"}${string}`
    ? Names
    : Head
  : Text;

type NamesIn<Head extends string> = Head extends `${string}?${infer Rest}`
  ? WordOf<Rest> | NamesIn<Rest>
  : never;

type WordOf<Text extends string> = Text extends `${infer Word}${" " | "\n" | "\t"}${string}`
  ? Word extends `${string}${" " | "\n" | "\t" | "?"}${string}`
    ? WordOf<Word>
    : Word
  : Text;

/** A row of a query by the names of its variables, without `?`; undefined where a cell has no value. */
export type SparqlObject<Query extends string = string> = {
  readonly [Name in SelectedName<Query>]: string | undefined;
};

/** How many arguments each read has before its limits. */
export const readArguments = {
  name: 1,
  values: 2,
  entities: 1,
  latest: 2,
  series: 2,
  search: 1,
  sparql: 1,
  cite: 1,
} as const satisfies Readonly<Record<Exclude<keyof Reads, OfCommons>, number>>;

/** What the reads themselves need. */
export type OfCommons = "v2" | "engine" | "catalog" | "governed";

const everything = ["variable", "entity", "date", "value", "facet"] as const;

/** The reads at the root of a Commons. `RemoteCommons` has the same as promises. */
export abstract class Reads {
  abstract readonly v2: V2Methods;
  abstract readonly engine: World;
  abstract readonly catalog: Catalog;
  /** @internal */
  abstract governed<Result>(work: (governor: Governor) => Result, limits?: RequestLimits): Result;

  /**
   * The name of a node; undefined for a node without one, and for a dcid that is not there.
   *
   * @throws CommonsError at a limit
   */
  name(dcid: string, limits?: RequestLimits): string | undefined {
    requireArguments("name", { dcid }, limits);
    return this.values(dcid, "name", limits)[0];
  }

  /**
   * The values of a property of a node, in the order of `/v2/node`: texts of literals, dcids of
   * nodes. Empty where there are none, and for names that the world lacks: `explain` says which.
   *
   * @param property its name, or a relation expression such as `<-containedInPlace`
   * @throws CommonsError for an expression that is none, and at a limit
   */
  values(dcid: string, property: string, limits?: RequestLimits): string[] {
    requireArguments("values", { dcid, property }, limits);
    const isExpression = /^\s*(?:->|<-)/.test(property);
    const expression = (isExpression ? property : `->${property}`) as RelationExpression;
    const entries = this.#entriesOf(dcid, expression, limits);
    return entries.map(({ dcid: node, value }) => node ?? value ?? "");
  }

  /**
   * The dcids that an expression such as `country/USA<-containedInPlace+{typeOf:State}` leads to, each
   * once. Empty where there are none.
   *
   * @throws CommonsError for what is no expression, and at a limit
   */
  entities(expression: string, limits?: RequestLimits): string[] {
    requireArguments("entities", { expression }, limits);
    const { subject } = parseLinkedRelation(expression);
    const at = expression.search(/->|<-/);
    const property = expression.slice(at) as RelationExpression;
    const dcids = this.#entriesOf(subject, property, limits).map(({ dcid }) => dcid);
    return [...new Set(dcids.filter((dcid) => dcid !== undefined))];
  }

  /**
   * The latest value of the best facet, as `/v2/observation` orders facets; undefined where there is
   * no number. Then `explain` says why, and names variables that are written much like this one. Another facet may have
   * a later value: `table` takes the latest of all.
   *
   * @throws CommonsError at a limit
   * @throws TypeError for a variable in the place of the entity
   */
  latest(variable: string, entity: string, limits?: RequestLimits): Latest | undefined {
    requireArguments("latest", { variable, entity }, limits);
    const { points, facet } = this.#bestOf(variable, entity, "LATEST", limits);
    const [point] = points;
    if (point === undefined) this.#checkOrder("latest", variable, entity, limits);
    return point === undefined || facet === undefined ? undefined : { ...point, facet };
  }

  /**
   * All values of the best facet, as `/v2/observation` orders facets; empty where there is no number.
   *
   * @throws CommonsError at a limit
   * @throws TypeError for a variable in the place of the entity
   */
  series(variable: string, entity: string, limits?: RequestLimits): Series {
    requireArguments("series", { variable, entity }, limits);
    const { points, facet } = this.#bestOf(variable, entity, "", limits);
    if (points.length === 0) this.#checkOrder("series", variable, entity, limits);
    // Not enumerable: a series is equal to the array of its points.
    return Object.defineProperty(points, "facet", { value: facet }) as unknown as Series;
  }

  /**
   * What a text may mean: places of this name, as `Springfield, IL`, then the ten best of `catalog.search`: places, variables
   * and other nodes by words, with slips. That method takes a limit, and says which words it read as others. Empty where
   * nothing is found.
   *
   * @throws CommonsError at a limit
   * @throws TypeError in a page that opened its world lazily and did not await `ready`
   */
  search(text: string, limits?: RequestLimits): Found[] {
    requireArguments("search", { text }, limits);
    // As a field that somebody clears; the service refuses an empty text.
    if (text === "") return [];
    const { entities = [] } = this.v2.resolve({ nodes: [text], resolver: "place" }, limits);
    const places = entities.flatMap(({ candidates = [] }) => candidates);
    const { lines } = this.governed(
      (governor) => this.catalog.searchWithin({ text }, governor),
      limits,
    );
    const dcids = [...new Set([...places, ...lines].map(({ dcid }) => dcid))];
    if (dcids.length === 0) return [];
    const { data = {} } = this.v2.node({ nodes: dcids, property: "->[name, typeOf]" }, limits);
    return dcids.map((dcid) => {
      const { name, typeOf } = data[dcid]?.arcs ?? {};
      const types = textsOf(typeOf?.nodes);
      return { dcid, name: textsOf(name?.nodes)[0], types };
    });
  }

  /**
   * The rows of a query in SPARQL, as objects by the names of its variables. In the extended dialect,
   * unless options say otherwise; `v2.sparql` answers as the wire does. Empty where nothing matches, and for names that
   * the world lacks: `explain({ sparql: { query } })` says which, and what is nearest.
   *
   * @throws CommonsError for a query that cannot be read, and at a limit
   * @throws TypeError in a page that opened its world lazily and did not await `ready`
   */
  sparql<const Query extends string>(
    query: Query,
    options: AnswerSettings = {},
  ): SparqlObject<Query>[] {
    requireArguments("sparql", { query }, options);
    const settings = withDefaults(options, { dialect: "extended" } as const);
    const { header, rows = [] } = this.v2.sparql({ query }, settings);
    const names = header.map((name) => name.replace(/^\?/, ""));
    return rows.map(({ cells }) => {
      const row: Record<string, string | undefined> = {};
      for (const [at, name] of names.entries()) setMember(row, name, cells[at]?.value);
      return row as SparqlObject<Query>;
    });
  }

  /**
   * Where the observations of an answer or a table come from, as the terms of Data Commons ask everybody to say it: a
   * citation for each provenance, in the order in which they are first named. Of a table whose rows name their
   * facets, only these are cited. Empty where no observation is.
   *
   * @param answer a table, an answer about observations with ids of facets, or what `latest` and `series` answer
   * @throws CommonsError (rejects) for an answer that takes too much; `REQUEST` for numbers without a facet, as parts of a series are
   * @throws TypeError (rejects) for what is no answer
   */
  async cite(answer: object, limits?: RequestLimits): Promise<Citation[]> {
    requireCallOptions("cite", limits);
    if (typeof answer !== "object" || answer === null || answer instanceof Promise) {
      throw new TypeError(`cite takes an answer or a table, not ${describeArgument(answer)}`);
    }
    const { citationsOf } = await import("../tables/citations.ts");
    return this.governed((governor) => citationsOf(this.engine, answer, governor), limits);
  }

  #entriesOf(dcid: string, property: RelationExpression, limits?: RequestLimits): ArcEntry[] {
    const entries: ArcEntry[] = [];
    for (const { data = {} } of this.v2.pages.node({ nodes: [dcid], property }, limits)) {
      for (const { nodes = [] } of Object.values(data[dcid]?.arcs ?? {})) {
        for (const entry of nodes) entries.push(entry);
      }
    }
    return entries;
  }

  /** Where nothing is found one way round and something the other. */
  #checkOrder(name: string, variable: string, entity: string, limits?: RequestLimits): void {
    if (this.#bestOf(entity, variable, "LATEST", limits).points.length === 0) return;
    throw new TypeError(
      `${name} takes a variable, then an entity: '${entity}' is a variable of '${variable}'`,
    );
  }

  #bestOf(variable: string, entity: string, date: string, limits?: RequestLimits) {
    const request = {
      date,
      variable: { dcids: [variable] },
      entity: { dcids: [entity] },
      select: everything,
    };
    const { byVariable = {}, facets = {} } = this.v2.observation(request, limits);
    const [best] = byVariable[variable]?.byEntity?.[entity]?.orderedFacets ?? [];
    const { facetId = "", observations: points = [] } = best ?? {};
    const about = facets[facetId];
    return { points, facet: about === undefined ? undefined : { facetId, ...about } };
  }
}

function textsOf(entries: readonly ArcEntry[] = []): string[] {
  return entries.map(({ dcid, value }) => dcid ?? value ?? "");
}

/** @throws TypeError for what is no text, and for options that the read does not have */
function requireArguments(
  name: string,
  given: Readonly<Record<string, unknown>>,
  options: object | undefined,
): void {
  for (const [argument, value] of Object.entries(given)) {
    if (typeof value === "string") continue;
    throw new TypeError(`${name}: '${argument}' is a text, not ${describeArgument(value)}`);
  }
  requireCallOptions(name, options);
}

/**
 * A question for a table, as it is. TypeScript keeps its texts, so that the rows of its table have
 * names, and reports a member that questions do not have.
 */
export function defineQuestion<const Question extends TableQuestion>(
  question: Checked<Question>,
): Question {
  return question;
}
