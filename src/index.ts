/** Pocket Commons: Data Commons from files, in this process, with no network. */

export {
  type ArcEntry,
  type Facet,
  type Fetch,
  type FetchSettings,
  type PointStat,
  type RpcDetail,
  RpcError,
  type V2Candidate,
  type V2CandidateMetadata,
  type V2EntityObservations,
  type V2FacetFilter,
  type V2FacetObservations,
  type V2NodeArc,
  type V2NodeData,
  type V2NodeRequest,
  type V2NodeResponse,
  type V2ObservationRequest,
  type V2ObservationResponse,
  type V2ResolvedEntity,
  type V2ResolveRequest,
  type V2ResolveResponse,
  type V2Select,
  type V2VariableObservations,
} from "./adapters/index.ts";
export { Commons, type CommonsInfo } from "./commons.ts";
export {
  DataError,
  type ErrorKind,
  ExpressionError,
  LimitError,
  LoadError,
  RequestError,
  TokenError,
} from "./errors.ts";
export {
  type Arc,
  type Filter,
  type FilterKey,
  type Label,
  type Labels,
  type LinkedRelation,
  parseLinkedRelation,
  parseRelation,
  printRelation,
  type Relation,
} from "./expr-parser/index.ts";
export type {
  CounterSummary,
  Diagnostic,
  DiagnosticLevel,
  DiagnosticSummary,
  LoadOptions,
  LoadProgress,
} from "./load/index.ts";
export { type OpenOptions, open, type Source } from "./open.ts";
export type { FacetEntry, FacetRanking, ObservationTable, RankedSeries } from "./stats/index.ts";
export type {
  ArcTable,
  Dictionary,
  Direction,
  Graph,
  IdColumn,
  PredicateId,
  Range,
  TermId,
} from "./store/index.ts";
