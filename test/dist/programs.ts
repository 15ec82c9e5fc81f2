/** Programs of users, as TypeScript meets them. */
export const useText = `
import { type Commons, open, CommonsError } from "pocket-commons";
import type { V2NodeRequest, V2ObservationResponse } from "pocket-commons/wire";

const commons: Commons = await open(["places.mcf", "population"]);
const request: V2NodeRequest = { nodes: ["geoId/06"], property: "->name" };
const name: string | undefined =
  commons.v2.node(request).data?.["geoId/06"]?.arcs?.["name"]?.nodes?.[0]?.value;
const observed: V2ObservationResponse = commons.v2.observation({
  select: ["variable", "entity", "date", "value"],
  variable: { dcids: ["Count_Person"] },
  entity: { expression: "country/USA<-containedInPlace+{typeOf:State}" },
});
const response: Response = await commons.fetch("/v2/node?nodes=geoId/06&property=->&key=any");
export const told: unknown[] = [name, observed, response.status, CommonsError.name];
`;

export const useInPage = useText.replace(
  'open(["places.mcf", "population"])',
  "open(await (await globalThis.fetch('/world.pocket')).arrayBuffer(), { read: 'all' })",
);

export const parts = `
import type { Commons, CommonsError, CommonsInfo, CounterSummary, Diagnostic, DiagnosticLevel } from "pocket-commons";
import type { ArcTable, IdColumn, PredicateId } from "pocket-commons/engine";
import type { Filter, FilterKey, Label, Labels, Relation } from "pocket-commons/expressions";
import type { RpcStatus } from "pocket-commons/wire";

export const parts = (commons: Commons, info: CommonsInfo, error: CommonsError, one: Diagnostic) => {
  const counters: readonly CounterSummary[] = info.diagnostics.counters;
  const level: DiagnosticLevel = one.level;
  const status: RpcStatus | undefined = error.rpc;
  const arcs: ArcTable = commons.engine.graph.out;
  const predicates: IdColumn = arcs.predicates;
  const predicate: PredicateId | undefined = commons.engine.graph.predicateOf("name");
  return [counters, level, status, predicates, predicate];
};
export const words = ({ arcs }: Relation): string[] =>
  arcs.flatMap(({ labels, filter }) => [...namesOf(labels), ...keysOf(filter)]);
const namesOf = (labels: Labels): string[] =>
  labels.kind === "some" ? labels.items.map(({ name }: Label) => name) : [];
const keysOf = (filter: Filter): string[] => filter.map(({ key }: FilterKey) => key);
`;
