import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noId, type Sink } from "../../../src/load/statements/sink.ts";
import type { FacetEntry } from "../../../src/stats/facets.ts";
import { defaultScore, Ranking } from "../../../src/stats/ranking.ts";
import { ObservationTable } from "../../../src/stats/read/observations.ts";
import type { Range } from "../../../src/store/columns/column-source.ts";
import { type Freeze, type World, WorldBuilder } from "../../../src/world/world.ts";
import {
  compareNaiveFacets,
  NaiveObservations,
  type NaiveOrder,
  type NaiveRow,
  type NaiveSeries,
  type NaiveSource,
  naiveFacet,
  naiveRank,
  naiveValue,
} from "../../oracle/stats/naive-observations.ts";
import {
  NaiveGraph,
  type NaiveTriple,
  naiveLiteral,
  naiveNode,
} from "../../oracle/store/naive-graph.ts";
import { ColumnRecorder } from "../../unit/stats/read/column-recorder.ts";
import { someHostileTexts } from "../hostile-texts.ts";
import { runs } from "../runs.ts";

interface LoadedRow extends Omit<NaiveRow, "facet"> {
  readonly source: NaiveSource;
}

interface Load {
  readonly triples: readonly NaiveTriple[];
  readonly rows: readonly LoadedRow[];
}

const orders: readonly NaiveOrder[] = ["series", "cohort", "facet"];
const provenances = ["p/own", "p/other", "dc/base/EurostatData", "p/"];

const value = fc.oneof(
  fc.constantFrom("1", "1.0", "007", "1e5", "-0", "0", "12.0", "1,234", "NaN", " 5", "0x10"),
  fc.constantFrom("98765432109876543210", "1e-7", "0.0000001", "0.1", "-1.5", "1e400", "\0", "a"),
);

const sources: fc.Arbitrary<NaiveSource> = fc.record({
  provenance: fc.option(fc.constantFrom(...provenances, ""), { nil: undefined }),
  importName: fc.constantFrom("", "", "EurostatData", "WikidataPopulation", "\u{10000}", "\uffff"),
  provenanceUrl: fc.constantFrom("", "", "https://a.example", "__proto__"),
  measurementMethod: fc.constantFrom("", "M", "dcAggregate/M", "DataCommonsAggregate"),
  observationPeriod: fc.constantFrom("", "P1Y"),
  scalingFactor: fc.constantFrom("", "100"),
  unit: fc.constantFrom("", "USDollar"),
  isDcAggregate: fc.boolean(),
});

const provenanceTriples: fc.Arbitrary<NaiveTriple[]> = fc.array(
  fc.record({
    subject: fc.constantFrom(...provenances),
    predicate: fc.constantFrom("name", "url"),
    object: fc.oneof(
      fc.constantFrom("", "Own", "https://b.example").map(naiveLiteral),
      fc.constantFrom("p/own", "Some").map(naiveNode),
    ),
    provenance: fc.constant(undefined),
  }),
  { maxLength: 8 },
);

/** Rows over four nodes, three sources and few dates, so that nearly everything happens twice. */
const loads: fc.Arbitrary<Load> = fc
  .tuple(
    someHostileTexts(4),
    someHostileTexts(4),
    fc.array(sources, { minLength: 3, maxLength: 3 }),
    provenanceTriples,
  )
  .chain(([nodes, dates, given, triples]) => {
    const few = {
      variable: fc.constantFrom(...nodes.slice(0, 3)),
      entity: fc.constantFrom(...nodes),
      source: fc.constantFrom(...given),
      date: fc.constantFrom("2020", "2020-01", "2021", ...dates),
      value,
    };
    const one = {
      ...few,
      variable: fc.constant("v"),
      entity: fc.constant("e"),
      date: fc.nat(60).map(String),
    };
    const rows = fc.oneof(
      { weight: 3, arbitrary: fc.array(fc.record(few), { maxLength: 40 }) },
      // Series of more than 24 points are sorted in another way than short ones.
      { weight: 1, arbitrary: fc.array(fc.record(one), { minLength: 60, maxLength: 120 }) },
    );
    return rows.map((loaded) => ({ triples, rows: loaded }));
  });

const customRanking = {
  score: (facet: { unit: string; measurementMethod: string }) =>
    facet.unit.length + 8 * facet.measurementMethod.length,
};

function load(sink: Sink, { triples, rows }: Load): void {
  for (const { subject, predicate, object } of triples) {
    const [from, arc] = [sink.node(subject), sink.node(predicate)];
    if (object.isNode) sink.link(from, arc, sink.node(object.text), noId);
    else sink.attribute(from, arc, sink.literal(object.text), noId);
  }
  for (const [at, row] of rows.entries()) {
    const { provenance } = row.source;
    const date = Buffer.from(`<${row.date}>`);
    sink.observation(
      sink.node(row.variable),
      sink.node(row.entity),
      sink.facet({
        ...row.source,
        provenance: provenance === undefined ? noId : sink.node(provenance),
      }),
      at % 2 === 0 ? sink.date(row.date) : sink.dateOf(date, 1, date.length - 1),
      row.value,
    );
  }
}

function frozen(loaded: Load, ranking?: typeof customRanking): Freeze {
  const builder = new WorldBuilder();
  load(builder, loaded);
  return builder.freeze(ranking);
}

function naiveOf({ triples, rows }: Load): NaiveObservations {
  const graph = new NaiveGraph(triples);
  return new NaiveObservations(
    rows.map(({ source, ...row }) => ({ ...row, facet: naiveFacet(source, graph) })),
  );
}

const measuredAlone = ({ facetId: _id, score: _score, ...facet }: FacetEntry) => facet;

/** Series of a range, spelled out. */
function seriesIn({ graph, observations }: World, variable: string, range: Range): NaiveSeries[] {
  return Array.from({ length: range.end - range.start }, (_, at) => {
    const series = range.start + at;
    const points = observations.pointsOf(series);
    return {
      variable,
      entity: graph.dictionary.textOf(observations.entityOf(series)),
      facet: measuredAlone(observations.facetOf(series)),
      points: Array.from({ length: points.end - points.start }, (_, offset) => ({
        date: observations.dateOf(points.start + offset),
        value: observations.textOf(points.start + offset),
      })),
    };
  });
}

function everySeries(observations: ObservationTable): number[] {
  return [...Array(observations.seriesCount).keys()];
}

/** All nodes of a world, with their texts. */
function nodesOf({ graph }: World): [id: number, text: string][] {
  return Array.from({ length: graph.dictionary.nodeCount }, (_, id) => [
    id,
    graph.dictionary.textOf(id),
  ]);
}

describe("random observations read like their list of rows", () => {
  const check = (read: (freeze: Freeze, naive: NaiveObservations) => void, numRuns = 60) =>
    fc.assert(
      fc.property(loads, (loaded) => read(frozen(loaded), naiveOf(loaded))),
      runs(numRuns),
    );

  test("series of a variable and an entity, best ranked first", () => {
    fc.assert(
      fc.property(loads, fc.boolean(), (loaded, isCustom) => {
        const { world } = frozen(loaded, isCustom ? customRanking : undefined);
        const naive = naiveOf(loaded);
        const score = isCustom ? customRanking.score : defaultScore;
        for (const [variable, variableText] of nodesOf(world)) {
          const ofAll: NaiveSeries[] = [];
          for (const [entity, entityText] of nodesOf(world)) {
            const range = world.observations.seriesOf(variable, entity);
            const own = naiveRank(naive.seriesOf(variableText, entityText), "series", score);
            expect(seriesIn(world, variableText, range)).toEqual(own);
            ofAll.push(...own);
          }
          const range = world.observations.seriesOfVariable(variable);
          expect(seriesIn(world, variableText, range)).toEqual(ofAll);
        }
      }),
      runs(50),
    );
  });

  test("the other orders, from what ranking looks at", () => {
    check(({ world }, naive) => {
      const { observations } = world;
      for (const [variable, variableText] of nodesOf(world)) {
        for (const [entity, entityText] of nodesOf(world)) {
          const { start, end } = observations.seriesOf(variable, entity);
          const own = naive.seriesOf(variableText, entityText);
          for (const order of orders) {
            const compare = new Ranking().comparator(order);
            const ranked = everySeries(observations)
              .slice(start, end)
              .sort((a, b) => compareNaiveFacets(observations.facetOf(a), observations.facetOf(b)))
              .map((series) => observations.ranked(series))
              .sort(compare);
            expect(ranked).toEqual(
              naiveRank(own, order, defaultScore).map(({ facet, points }) => ({
                facet: expect.objectContaining(facet),
                score: defaultScore(facet),
                latestDate: points.at(-1)!.date,
                count: points.length,
              })),
            );
          }
        }
      }
    }, 40);
  });

  test("series are ranked by numbers as their comparators would", () => {
    check(({ world }) => {
      const { observations } = world;
      for (const [variable] of nodesOf(world)) {
        for (const [entity] of nodesOf(world)) {
          const stored = observations.rankedSeriesOf(variable, entity, "series");
          for (const order of orders) {
            const compare = new Ranking().comparator(order);
            const expected = [...stored].sort((a, b) =>
              compare(observations.ranked(a), observations.ranked(b)),
            );
            expect(observations.rankedSeriesOf(variable, entity, order)).toEqual(expected);
          }
        }
      }
    }, 40);
  });

  test("points by date, values and texts", () => {
    check(({ world: { observations } }, naive) => {
      expect(observations.dateCodeOf("no such date")).toBeUndefined();
      const codes = naive.dates().map((date) => observations.dateCodeOf(date)!);
      expect(codes).toEqual([...codes.keys()]);
      for (const series of everySeries(observations)) {
        const { start, end } = observations.pointsOf(series);
        expect(start).toBeLessThan(end);
        const pointOfDate = new Map<string, number>();
        for (let point = start; point < end; point++) {
          pointOfDate.set(observations.dateOf(point), point);
          expect(observations.valueOf(point)).toBe(naiveValue(observations.textOf(point)));
        }
        for (const [code, date] of naive.dates().entries()) {
          expect(observations.pointAt(series, code)).toBe(pointOfDate.get(date) ?? -1);
        }
      }
    });
  });

  test("histories, last points and cursors, as what they are short for", () => {
    check(({ world }) => {
      const { observations } = world;
      for (const series of everySeries(observations)) {
        const { start, end } = observations.pointsOf(series);
        expect(observations.latestOf(series)).toBe(end - 1);
        expect(observations.historyOf(series)).toEqual(
          Array.from({ length: end - start }, (_, at) => [
            observations.dateOf(start + at),
            observations.valueOf(start + at),
          ]),
        );
        const [dates, numbers] = [
          new Uint32Array(end - start + 1),
          new Float64Array(end - start + 1),
        ];
        observations.copyPoints({ start, end }, dates, numbers, 1);
        for (let point = start; point < end; point++) {
          const at = point - start + 1;
          expect(dates[at]).toBe(observations.dateCodeAt(point));
          expect(numbers[at]).toBe(observations.numberAt(point));
        }
      }
      for (const [variable] of nodesOf(world)) {
        const cursor = observations.cursorOf(variable);
        for (const [entity] of [...nodesOf(world), ...nodesOf(world).reverse()]) {
          const { start, end } = observations.seriesOf(variable, entity);
          expect(cursor.seek(entity)).toBe(start < end);
          if (start < end) expect([cursor.start, cursor.end]).toEqual([start, end]);
        }
      }
    }, 40);
  });

  test("tables made from written columns", () => {
    check(({ world: { graph, observations } }) => {
      const recorder = new ColumnRecorder(observations);
      const meta = structuredClone(observations.meta);
      const reopened = ObservationTable.readFrom(recorder, meta, graph.dictionary);
      expect(spelledOut({ graph, observations: reopened })).toEqual(
        spelledOut({ graph, observations }),
      );
    }, 40);
  });

  test("variables of entities, and counts", () => {
    check(({ world, repeatedObservations, conflictingObservations }, naive) => {
      const { observations, graph } = world;
      for (const [entity, text] of nodesOf(world)) {
        expect(observations.variablesOf(entity).map((id) => graph.dictionary.textOf(id))).toEqual(
          naive.variablesOf(text),
        );
      }
      const series = naive
        .variables()
        .flatMap((variable) =>
          naive.entities(variable).flatMap((entity) => naive.seriesOf(variable, entity)),
        );
      const { repeated, conflicting } = naive.repetitions();
      expect(observations.pointCount).toBe(naive.loaded.length - repeated);
      expect(observations.seriesCount).toBe(series.length);
      expect(observations.variableCount).toBe(naive.variables().length);
      expect(observations.entityCount).toBe(naive.entities().length);
      expect(repeatedObservations).toBe(repeated);
      expect(conflictingObservations).toBe(conflicting);
    });
  });

  test("the order of loading leaves no trace when no two rows conflict", () => {
    const twoOrders = loads.chain(({ triples, rows }) => {
      // One value for each variable, entity and date; one name for each provenance.
      const rowOf = new Map(rows.map((row) => [[row.variable, row.entity, row.date].join(), row]));
      const agreed = rows.map((row) => ({
        ...row,
        value: rowOf.get([row.variable, row.entity, row.date].join())!.value,
      }));
      const named = triples.filter(
        ({ subject, predicate }, at) =>
          predicate !== "name" ||
          triples.findIndex((one) => one.subject === subject && one.predicate === "name") === at,
      );
      return fc.record({
        first: fc.constant({ triples: named, rows: agreed }),
        second: fc.record({
          triples: shuffled(named),
          rows: shuffled(agreed),
        }),
      });
    });
    fc.assert(
      fc.property(twoOrders, ({ first, second }) => {
        expect(spelledOut(frozen(second).world)).toEqual(spelledOut(frozen(first).world));
      }),
      runs(60),
    );
  });
});

function shuffled<T>(values: readonly T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray([...values], { minLength: values.length, maxLength: values.length });
}

/** Everything that an observation table holds, by number. */
function spelledOut(world: World): unknown {
  const { observations } = world;
  return {
    facets: observations.facets,
    variables: nodesOf(world).map(([id]) => observations.seriesOfVariable(id)),
    entities: nodesOf(world).map(([id]) => observations.variablesOf(id)),
    series: everySeries(observations).map((series) => [
      observations.entityOf(series),
      observations.facets.indexOf(observations.facetOf(series)),
      observations.pointsOf(series),
    ]),
    points: Array.from({ length: observations.pointCount }, (_, point) => [
      observations.dateOf(point),
      observations.valueOf(point),
      observations.textOf(point),
    ]),
  };
}
