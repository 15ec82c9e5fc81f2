/** Files that hold the same observations, as an old copy of a table beside the new one: each is an import of its own. */

import { shown } from "../load/bytes/diagnostics.ts";
import type { LoadPlan } from "../load/load-plan.ts";
import { provenanceDcid } from "../load/statements/provenance.ts";
import type { Facet } from "../stats/facet-fields.ts";
import type { World } from "../world/world.ts";
import type { LintLog } from "./lint-log.ts";

/** A file whose import has its name. */
interface OwnImport {
  readonly path: string;
  /** The templates that read it. */
  readonly templates: string;
  points: number;
}

interface Point {
  readonly file: OwnImport;
  readonly variable: string;
  readonly entity: string;
  readonly facet: Facet;
  readonly date: string;
  readonly value: number | string;
}

/** What two files both hold. */
interface Shared {
  readonly files: readonly [OwnImport, OwnImport];
  count: number;
  odd: number;
  /** Of the second file, and the same of the first one: with another value, where there is one. */
  example: readonly [Point, Point];
}

export function checkCopiedFiles(
  world: World,
  plan: LoadPlan,
  log: LintLog,
  checkCancelled: () => void,
): void {
  const files = ownImports(plan);
  if (files.size < 2) return;
  for (const pair of sharedIn(world, files, checkCancelled)) if (isCopy(pair)) report(pair, log);
}

/** By dcid of the provenance: of files of which nothing else says the import. */
function ownImports({ tasks }: LoadPlan): ReadonlyMap<string, OwnImport> {
  const own = new Map<string, OwnImport>();
  for (const task of tasks) {
    const { input, provenance } = task;
    if (provenance.listed !== undefined) continue;
    const templates = "templates" in task ? task.templates.map(({ path }) => path).join("\n") : "";
    const dcid = provenanceDcid(provenance);
    if (!own.has(dcid)) own.set(dcid, { path: input.path, templates, points: 0 });
  }
  return own;
}

/** Pairs of files with observations that are equal in all but their import. */
function sharedIn(
  { graph: { dictionary }, observations }: World,
  files: ReadonlyMap<string, OwnImport>,
  checkCancelled: () => void,
): Iterable<Shared> {
  const pairs = new Map<string, Shared>();
  let about = "";
  let points = new Map<string, Point>();
  for (let series = 0; series < observations.seriesCount; series++) {
    if (series % 4096 === 0) checkCancelled();
    const facet = observations.facetOf(series);
    const file = files.get(facet.provenanceId);
    if (file === undefined) continue;
    file.points += observations.pointCountOf(series);
    const { variable, entity, name } = namesOf(series);
    if (name !== about) points = new Map();
    about = name;
    for (const [date, value] of observations.historyOf(series)) {
      const point = { file, variable, entity, facet, date, value };
      const key = `${date}\n${measuredKey(facet)}`;
      const first = points.get(key);
      if (first === undefined) points.set(key, point);
      else if (first.file !== file) addShared(pairs, first, point);
    }
  }
  return pairs.values();

  function namesOf(series: number) {
    const variable = dictionary.textOf(observations.variableOf(series));
    const all = observations.allEntitiesOf(series).map((one) => dictionary.textOf(one));
    return { variable, entity: all[0] ?? "", name: [variable, ...all].join("\n") };
  }
}

const measuredKey = ({
  measurementMethod,
  observationPeriod,
  scalingFactor,
  unit,
  isDcAggregate,
}: Facet): string =>
  [measurementMethod, observationPeriod, scalingFactor, unit, isDcAggregate].join("\n");

function addShared(pairs: Map<string, Shared>, one: Point, other: Point): void {
  // Entities may rank the two files in either order.
  const [first, point] = one.file.path < other.file.path ? [one, other] : [other, one];
  const key = `${first.file.path}\n${point.file.path}`;
  const isOdd = first.value !== point.value;
  const pair = pairs.get(key);
  if (pair === undefined) {
    const files = [first.file, point.file] as const;
    pairs.set(key, { files, count: 1, odd: isOdd ? 1 : 0, example: [point, first] });
    return;
  }
  if (isOdd && pair.odd === 0) pair.example = [point, first];
  pair.count += 1;
  if (isOdd) pair.odd += 1;
}

/** Tables of one template are one import. Otherwise half of a file stands in the other one, and most of it with its values. */
function isCopy({ files: [one, other], count, odd }: Shared): boolean {
  if (one.templates !== "" && one.templates === other.templates) return true;
  return count * 2 >= Math.min(one.points, other.points) && odd * 2 < count;
}

function report({ count, odd, example }: Shared, log: LintLog): void {
  const [{ file, variable, entity, facet, date, value }, first] = example;
  const others =
    odd === 0
      ? "with the same values"
      : `${odd} of them with another value, as ${value} beside ${first.value} there`;
  const message = () =>
    `${count === 1 ? "1 observation of this file stands" : `${count} observations of this file stand`} in ${shown(first.file.path)}, too, ${others}; both are loaded, as two facets: is ${shown(file.path)} or the other one a copy?`;
  const target = { about: "observation", variable, entity, date, facet, part: "value" } as const;
  log.addToWorld({
    ...{ level: "warning", counter: "Source_CopiedFile", message, target: () => target },
  });
}
