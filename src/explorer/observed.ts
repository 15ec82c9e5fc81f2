/** Which variables an entity has, each with the line of its best series. */
import type { Commons } from "../index.ts";
import type { Named, Page } from "./lists.ts";
import type { Asked } from "./request.ts";

export interface ObservedVariable extends Named {
  readonly unit: string;
  readonly importName: string;
  /** How many series there are. */
  readonly series: number;
  readonly lastDate: string;
  readonly lastValue: number;
  /** Some of the numbers, in the order of their dates. */
  readonly line: readonly number[];
}

/** A line has so many numbers. */
const numbersMax = 60;

/** A page of the variables of `dcid`, in the order of their dcids. */
export function observedOf(commons: Commons, asked: Asked): Page<ObservedVariable> {
  const entity = asked.needed("dcid");
  const offset = asked.count("offset", 0, Number.MAX_SAFE_INTEGER);
  const limit = asked.count("limit", 20, 100);
  const entities = { dcids: [entity] };
  const there = commons.observation({ entity: entities, select: ["variable", "entity"] });
  const all = Object.entries(there.byVariable ?? {}).flatMap(([dcid, { byEntity }]) =>
    byEntity !== undefined && Object.hasOwn(byEntity, entity) ? [dcid] : [],
  );
  const dcids = all.slice(offset, offset + limit);
  if (dcids.length === 0) return { lines: [], total: all.length };
  const { byVariable = {}, facets = {} } = commons.observation({
    variable: { dcids },
    entity: entities,
    select: ["variable", "entity", "date", "value", "facet"],
  });
  const names = commons.node({ nodes: dcids, property: "->name" }).data ?? {};
  const lines = dcids.flatMap((dcid): ObservedVariable[] => {
    const ordered = byVariable[dcid]?.byEntity?.[entity]?.orderedFacets ?? [];
    const [best] = ordered;
    const points = (best?.observations ?? []).filter(({ value }) => typeof value === "number");
    const last = points.at(-1);
    if (best === undefined || last === undefined) return [];
    const name = names[dcid]?.arcs?.["name"]?.nodes?.[0]?.value;
    const facet = facets[best.facetId];
    return [
      {
        dcid,
        ...(name === undefined ? {} : { name }),
        unit: facet?.unit ?? "",
        importName: facet?.importName ?? "",
        series: ordered.length,
        lastDate: last.date,
        lastValue: Number(last.value),
        line: thinned(points.map(({ value }) => Number(value))),
      },
    ];
  });
  return { lines, total: all.length };
}

/** Evenly chosen; the last one is among them. */
function thinned(numbers: readonly number[]): readonly number[] {
  if (numbers.length <= numbersMax) return numbers;
  const step = (numbers.length - 1) / (numbersMax - 1);
  return Array.from({ length: numbersMax }, (_, at) => numbers[Math.round(at * step)] as number);
}
