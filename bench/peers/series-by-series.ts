/** Points of many entities by a call for each series: builds before `pointsAlong` have no other way. */

import type { TermId, World } from "../../src/engine.ts";
import type { Facet } from "../../src/wire.ts";
import type { Value } from "../contest/rows.ts";

/** The last point of each series of a variable. */
export function latestEach(
  { graph, observations }: World,
  variable: TermId,
  entities: ArrayLike<TermId>,
): [string, Facet, string, Value][] {
  const { start, end } = observations.seriesOfVariable(variable);
  const found = new Array<[string, Facet, string, Value]>(end - start);
  let count = 0;
  const cursor = observations.cursorOf(variable);
  for (let at = 0; at < entities.length; at++) {
    const entity = entities[at]!;
    if (!cursor.seek(entity)) continue;
    const dcid = graph.dictionary.textOf(entity);
    for (let series = cursor.start; series < cursor.end; series++) {
      const last = observations.latestOf(series);
      const facet = observations.facetOf(series);
      found[count++] = [dcid, facet, observations.dateOf(last), observations.valueOf(last)];
    }
  }
  found.length = count;
  return found;
}

/** The point at a date of each series of a variable, with the place of its entity in the list. */
export function onDateEach(
  { observations }: World,
  variable: TermId,
  entities: ArrayLike<TermId>,
  date: number,
): [place: number, Facet, Value][] {
  const found: [number, Facet, Value][] = [];
  const cursor = observations.cursorOf(variable);
  for (let place = 0; place < entities.length; place++) {
    if (!cursor.seek(entities[place]!)) continue;
    for (let series = cursor.start; series < cursor.end; series++) {
      const point = observations.pointAt(series, date);
      if (point < 0) continue;
      found.push([place, observations.facetOf(series), observations.valueOf(point)]);
    }
  }
  return found;
}
