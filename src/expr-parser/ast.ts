/**
 * What a relation expression says, as a value: names, not ids. Whether a `+` or a filter is allowed
 * in some place is not decided here, but by the endpoint (behaviour: expressions 5).
 * Every value the parser returns is frozen to its leaves, because it is shared with later callers.
 */

/** `out` is `->`: the node is the subject. `in` is `<-`: the node is the object. */
export type Direction = "out" | "in";

/** One key of a filter with its values, at least one, in the order written; repeats are kept. */
export interface FilterKey {
  readonly key: string;
  readonly values: readonly string[];
}

/** Keys are distinct and stand in the order of their first mention. Empty: nothing is filtered. */
export type Filter = readonly FilterKey[];

/** A property with its own filter inside a list: `[name, about{typeOf:City}]`. */
export interface Label {
  readonly name: string;
  readonly filter: Filter;
}

/** Which properties an arc follows. */
export type Labels =
  /** No property named: the question is which labels there are. */
  | { readonly kind: "none" }
  /** `*`. Inside a list `*` is an ordinary name. */
  | { readonly kind: "any" }
  /** At least one property, in the order written; repeats are kept. */
  | { readonly kind: "some"; readonly items: readonly Label[] };

/** One step: a direction, the properties that it follows, and a filter of what it meets. */
export interface Arc {
  readonly direction: Direction;
  readonly labels: Labels;
  /** A `+` was written. May go with any labels: `*+` and `->+` are for the caller to refuse. */
  readonly transitive: boolean;
  /** The filter of the whole arc. A list has none: its items carry their own. */
  readonly filter: Filter;
}

/** Arcs from a node that is named elsewhere. No arcs at all when the text is blank. */
export interface Relation {
  readonly arcs: readonly Arc[];
}

/** At least one arc, from a node that is named in the expression itself. */
export interface LinkedRelation extends Relation {
  readonly subject: string;
}
