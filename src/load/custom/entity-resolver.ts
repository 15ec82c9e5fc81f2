/** Who finds entities for the tables of custom folders: the loader asks and does not know how. */
import type { Sink } from "../sink.ts";

/** How an entity is described: by its name, a coordinate `37.4#-122.1`, or its Wikidata id. */
export type EntityProperty = "description" | "geoCoordinate" | "wikidataId";

export interface EntityQuestion {
  readonly property: EntityProperty;
  /** "" for any. */
  readonly type: string;
  readonly text: string;
}

/** Finds entities among everything else that the load brings. */
export interface EntityResolver {
  /** Dcids, best first. */
  resolve(question: EntityQuestion): readonly string[];
}

/** Makes a resolver of all that `fill` loads into a sink. */
export type ResolverMaker = (fill: (sink: Sink) => Promise<void>) => Promise<EntityResolver>;
