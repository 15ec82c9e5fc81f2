/** The face of the library: one loaded world and every question it answers. */

import {
  createFetch,
  endpoints,
  type Fetch,
  type FetchSettings,
  invoke,
  type V0Methods,
  type V1Methods,
  type V2NodeRequest,
  type V2NodeResponse,
  type V2ObservationRequest,
  type V2ObservationResponse,
  type V2ResolveRequest,
  type V2ResolveResponse,
  type V2SparqlRequest,
  v0Methods,
  v1Methods,
} from "./adapters/index.ts";
import { Export, type ExportFormat } from "./export/index.ts";
import type { DiagnosticSummary } from "./load/index.ts";
import type { QueryOptions, SparqlResponse } from "./sparql/index.ts";
import type { ObservationTable } from "./stats/index.ts";
import type { Graph } from "./store/index.ts";
import type { World } from "./world.ts";

/** What is loaded, in numbers. */
export interface CommonsInfo {
  /** Nodes that are the subject of at least one triple. */
  readonly nodes: number;
  /** Distinct rows of subject, predicate, object and provenance; `dcid` lines are none. */
  readonly triples: number;
  readonly observations: number;
  /** Distinct combinations of variable, entity and facet. */
  readonly series: number;
  readonly facets: number;
  /** Variables, and entities, with at least one observation. */
  readonly variables: number;
  readonly entities: number;
  /** Provenance nodes of triples and observations. */
  readonly provenances: number;
  /** Bytes held by the world's columns and dictionary. */
  readonly bytes: number;
  /** What loading skipped or found odd. */
  readonly diagnostics: DiagnosticSummary;
}

/**
 * A loaded world. Immutable and safe to share. The typed methods are synchronous, take the shape of
 * the endpoint's POST body and return its response; they throw `RpcError`.
 */
export class Commons {
  readonly info: CommonsInfo;
  /**
   * Answers any endpoint as the real service would, without a network. It rejects where the global
   * `fetch` does: for what is no URL, and when the signal aborts.
   */
  readonly fetch: Fetch;
  /** The v1 endpoints. */
  readonly v1: V1Methods;
  /** The unversioned endpoints; what these send in a `payload` is returned without one. */
  readonly v0: V0Methods;
  readonly #world: World;
  readonly #settings: FetchSettings;

  constructor(world: World, diagnostics: DiagnosticSummary, settings: FetchSettings = {}) {
    this.#world = world;
    this.#settings = settings;
    this.info = Object.freeze(infoOf(world, diagnostics));
    this.fetch = createFetch(endpoints, world, settings);
    this.v1 = v1Methods(world, settings);
    this.v0 = v0Methods(world, settings);
    Object.freeze(this);
  }

  /** The graph in ids, ranges and columns, for analysis at full speed. */
  get graph(): Graph {
    return this.#world.graph;
  }

  /** The observations in ids, ranges and columns. */
  get observations(): ObservationTable {
    return this.#world.observations;
  }

  /** `/v2/node`: labels, values and neighbours of nodes by a relation expression. */
  node(request: V2NodeRequest): V2NodeResponse {
    return invoke(endpoints["v2.node"], this.#world, request);
  }

  /** `/v2/observation`: which observations exist, from whom, and their values. */
  observation(request: V2ObservationRequest): V2ObservationResponse {
    return invoke(endpoints["v2.observation"], this.#world, request);
  }

  /** `/v2/resolve`: nodes by name, identifier or coordinate, and variables by what they are about. */
  resolve(request: V2ResolveRequest): V2ResolveResponse {
    return invoke(endpoints["v2.resolve"], this.#world, request);
  }

  /** `/v2/sparql`: a query in SPARQL; options go before those of `open`. */
  sparql(request: V2SparqlRequest, options?: QueryOptions): SparqlResponse {
    const settings = { ...this.#settings, ...options };
    return invoke(endpoints["v2.sparql"], this.#world, request, settings);
  }

  /**
   * The world as files of text, made as they are read; `writeExport` puts them into a folder.
   *
   * @throws TypeError for a format that there is not
   */
  export(format: ExportFormat): Export {
    return new Export(this.#world, format);
  }
}

function infoOf({ graph, observations }: World, diagnostics: DiagnosticSummary): CommonsInfo {
  const provenances = new Set(observations.facets.map(({ provenanceId }) => provenanceId));
  for (let provenance = 0; provenance < graph.provenances.length; provenance++) {
    provenances.add(graph.provenanceDcid(provenance) ?? "");
  }
  provenances.delete("");
  return {
    nodes: graph.subjectCount,
    triples: graph.tripleCount,
    observations: observations.pointCount,
    series: observations.seriesCount,
    facets: observations.facets.length,
    variables: observations.variableCount,
    entities: observations.entityCount,
    provenances: provenances.size,
    bytes: graph.byteLength + observations.byteLength,
    diagnostics,
  };
}
