/** Observations about several entities: what those of a variable are about, and what is observed with a node. */
import type { Commons } from "../../index.ts";
import { namedProperties, seriesAbout } from "../../stats/read/entity-properties.ts";

/** A property of a variable, and the entities that its observations have by it. */
interface FlowProperty {
  readonly property: string;
  /** By name. If there are many, those with the most series. */
  readonly entities: readonly Named[];
  /** Of entities, before they were cut. */
  readonly total: number;
}

/** A variable whose observations have a node as an entity. */
export interface ObservedWith extends Named {
  /** By which the node is an entity. */
  readonly property: string;
  readonly seriesCount: number;
}

export interface Flows {
  /** Of a variable; none if its observations are about one place each. */
  readonly properties: readonly FlowProperty[];
  readonly observed: {
    readonly lines: readonly ObservedWith[];
    readonly total: number;
  };
}

const entitiesMax = 2000;
const linesMax = 500;

type Asked = { readonly dcid: string };
type Engine = Commons["engine"];

/** What a node has to do with observations about several entities: as their variable, and as one of the entities. */
export function flowsOf({ engine }: Commons, { dcid }: Asked): Flows {
  const node = engine.graph.dictionary.nodeOf(dcid);
  if (node === undefined) return { properties: [], observed: { lines: [], total: 0 } };
  const lines = observedWith(engine, node);
  return {
    properties: propertiesOf(engine, node),
    observed: { lines: lines.slice(0, linesMax), total: lines.length },
  };
}

/** Whether the observations of a variable are about several entities, or about one by a property of its own. */
export function isOfSeveral({ graph }: Engine, variable: string): boolean {
  const node = graph.dictionary.nodeOf(variable);
  return node !== undefined && namedProperties(graph, node).length > 0;
}

/** None if the observations of the variable are about one place each. */
const propertyTexts = ({ graph }: Engine, variable: number): readonly string[] =>
  namedProperties(graph, variable).map((property) => graph.dictionary.textOf(property));

function propertiesOf(engine: Engine, variable: number): readonly FlowProperty[] {
  const { graph, observations } = engine;
  const { start, end } = observations.seriesOfVariable(variable);
  const counts = propertyTexts(engine, variable).map((property) => ({
    property,
    ofEntity: new Map<number, number>(),
  }));
  if (counts.length === 0) return [];
  for (let series = start; series < end; series++) {
    for (const [at, entity] of observations.allEntitiesOf(series).entries()) {
      const ofEntity = counts[at]?.ofEntity;
      ofEntity?.set(entity, (ofEntity.get(entity) ?? 0) + 1);
    }
  }
  return counts.map(({ property, ofEntity }) => {
    const most = [...ofEntity].sort(([, a], [, b]) => b - a).slice(0, entitiesMax);
    const entities = most.map(([entity]) => graph.named(entity)).sort(byName);
    return { property, entities, total: ofEntity.size };
  });
}

function observedWith(engine: Engine, node: number): readonly ObservedWith[] {
  const { graph, observations } = engine;
  const further = observations.further.seriesWith(node).map((one) => observations.variableOf(one));
  const variables = new Set([...observations.variablesOf(node), ...further]);
  const lines = [...variables].flatMap((variable) =>
    propertyTexts(engine, variable).flatMap((property): ObservedWith[] => {
      const seriesCount = seriesAbout(engine, variable, property, node).length;
      return seriesCount === 0 ? [] : [{ ...graph.named(variable), property, seriesCount }];
    }),
  );
  return lines.sort(byName);
}

/** What every line of a list begins with. */
export interface Named {
  readonly dcid: string;
  readonly name?: string;
}

export const nameOf = ({ dcid, name }: Named): Named =>
  name === undefined ? { dcid } : { dcid, name };

/** In the order of the texts that are shown. */
export const byName = (a: Named, b: Named): number =>
  (a.name ?? a.dcid) < (b.name ?? b.dcid) ? -1 : 1;
