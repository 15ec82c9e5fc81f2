/** `variable.formula` of `/v2/observation`: a series that no source has (behaviour: observation 11.2). */
import { refused } from "../../errors/rpc.ts";
import { evaluated, type Leaf, leavesOf, parseFormula } from "../../formulas/formula.ts";
import { combined, type Points } from "../../formulas/points.ts";
import type { Governor } from "../../governor/governor.ts";
import type { MeasuredField } from "../../stats/facets/facet-fields.ts";
import { noTerm, type TermId } from "../../store/texts/dictionary.ts";
import { compareUtf8 } from "../../store/texts/utf8.ts";
import type { World } from "../../world/world.ts";
import { numericPoints, pointsIn } from "../reads/numeric-points.ts";
import type { CalculationListener, Entities } from "../reads/observation-answer.ts";

/** A series that a leaf may stand for. */
interface Candidate {
  readonly points: Points;
  /** Codes of its dates: equal for the same dates. */
  readonly dates: string;
  /** Length of the texts of its dates. */
  readonly length: number;
  /** The greatest of equally long ones is chosen. */
  readonly rank: string;
}

/**
 * Reports the value of a formula for each entity. One that has data of no leaf gets a facet without
 * anything.
 *
 * @throws CommonsError in the words of the real service, where it has no value for an entity
 */
export function addDerivedSeries(
  world: World,
  text: string,
  { nodes, dcids }: Entities,
  form: CalculationListener,
  governor: Governor,
): void {
  const formula = parseFormula(text, false);
  const leaves = leavesOf(formula);
  form.beginVariable(text);
  nodes.forEach((node, at) => {
    form.beginEntity(node, dcids?.[at]);
    const chosen = chosenFor(world, leaves, node, governor);
    const derived =
      chosen &&
      evaluated<Points | number>(formula, {
        leaf: (leaf) => chosen.get(leaf.text) as Points,
        constant: (value) => value,
        combine: (operator, left, right) => combined(operator, left, right, "unknown"),
      });
    form.addPoints(undefined, typeof derived === "object" ? derived : { dates: [], values: [] });
    form.endEntity();
  });
  form.endVariable();
}

/** The series of each leaf; undefined for an entity without data. */
function chosenFor(
  world: World,
  leaves: readonly Leaf[],
  entity: TermId,
  governor: Governor,
): ReadonlyMap<string, Points> | undefined {
  const hasData = leaves.some(({ variable }) => seriesOf(world, variable, entity).length > 0);
  if (!hasData) return undefined;
  const found = leaves.map((leaf) => candidatesOf(world, leaf, entity, governor));
  const [first = [], ...others] = found.map((ofLeaf) => new Map(ofLeaf.map((c) => [c.dates, c])));
  const common = [...first.values()].filter(({ dates }) => others.every((one) => one.has(dates)));
  const longest = common.reduce<Candidate | undefined>(
    (best, one) => (best === undefined || one.length > best.length ? one : best),
    undefined,
  );
  if (longest === undefined) {
    throw refused("unknown", "no same date range for input time series sets");
  }
  return new Map(
    leaves.map((leaf, at) => {
      const alike = found[at]?.filter(({ dates }) => dates === longest.dates) ?? [];
      const best = alike.reduce((a, b) => (compareUtf8(a.rank, b.rank) < 0 ? b : a));
      return [leaf.text, best.points];
    }),
  );
}

/** Series of numbers that pass the filter of a leaf. */
function candidatesOf(
  world: World,
  { variable, measured = {} }: Leaf,
  entity: TermId,
  governor: Governor,
): readonly Candidate[] {
  const { observations } = world;
  const wanted = Object.entries(measured) as [MeasuredField, string][];
  const candidates = seriesOf(world, variable, entity).flatMap((series): Candidate[] => {
    const facet = observations.facetOf(series);
    if (!wanted.every(([field, value]) => value === "" || facet[field] === value)) return [];
    const points = pointsIn(observations, observations.pointsOf(series));
    governor.rows(points.dates.length);
    const dates = Array.from(points.dates);
    const length = dates.reduce((sum, code) => sum + observations.dateOfCode(code).length, 0);
    const rank = rankFields.map((field) => facet[field]).join("-");
    return [{ points, dates: dates.join(), length, rank }];
  });
  if (candidates.length === 0) throw refused("unknown", `no data for ${variable}`);
  return candidates;
}

const rankFields = ["measurementMethod", "observationPeriod", "unit", "scalingFactor"] as const;

function seriesOf({ graph, observations }: World, variable: string, entity: TermId): number[] {
  const node = graph.dictionary.nodeOf(variable);
  if (node === undefined || entity === noTerm) return [];
  const { start, end } = observations.seriesOf(node, entity);
  const series = Array.from({ length: end - start }, (_, at) => start + at);
  return [...numericPoints(observations).seriesWith(series)];
}
