/** Tables against tables made from the answers of `/v2/observation`. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Commons } from "../../../src/commons/commons.ts";
import { DiagnosticLog } from "../../../src/load/bytes/diagnostics.ts";
import { unlimited } from "../../../src/options/governor.ts";
import { tableOf } from "../../../src/tables/table-of.ts";
import { infoOf } from "../../../src/world/world.ts";
import { type ObservationRow, worldOf } from "../../oracle/small-world.ts";
import {
  byBytes,
  isInRange,
  naiveRecords,
  type PlainQuestion,
} from "../../oracle/tables/naive-table.ts";
import { runs } from "../runs.ts";

const entityNames = ["e/1", "e/2", "__proto__", "\u{10000}", "\uffff"];
const variableNames = ["Count_Person", "v1", "toString"];
const dates = [
  "1999",
  "2018-12-31",
  "2019",
  "2019-01-02",
  "2020",
  "2020-01",
  "2020-07",
  "2020-12-31",
  "2021-02-03",
];
const entity = fc.constantFrom(...entityNames);
const variable = fc.constantFrom(...variableNames);
const facet = fc.record({
  importName: fc.constantFrom("A", "WikidataPopulation"),
  measurementMethod: fc.constantFrom("", "WikidataPopulation", "M"),
  unit: fc.constantFrom("", "Kilo"),
  provenanceUrl: fc.constant("https://one.example.org/x"),
});
const value = fc.constantFrom("1", "-2.5", "0", "39", "1e300", "n/a", "7");
const observations = fc.uniqueArray(
  fc
    .record({ variable, entity, date: fc.constantFrom(...dates), value, facet })
    .map((row): ObservationRow => [row.variable, row.entity, row.date, row.value, row.facet]),
  { maxLength: 60, selector: ([v, e, d, , f]) => JSON.stringify([v, e, d, f]) },
);

const question: fc.Arbitrary<PlainQuestion> = fc.record(
  {
    entities: fc.oneof(
      fc.array(fc.oneof(entity, fc.constant("unknown")), { maxLength: 6 }),
      fc.constant("top<-containedInPlace{typeOf:Place}" as const),
    ),
    variables: fc.array(fc.oneof(variable, fc.constant("unknown")), { minLength: 1, maxLength: 4 }),
    date: fc.oneof(
      fc.constantFrom("latest", "all", ...dates),
      fc
        .record(
          { from: fc.constantFrom(...dates, "2020-0"), to: fc.constantFrom(...dates, "20") },
          { requiredKeys: [] },
        )
        // Ranges that end before they begin are refused.
        .filter(({ from = "", to = from }) => from <= to || from.startsWith(to)),
    ),
    facet: fc.constantFrom("best" as const, "best-for-all" as const, "all" as const),
    facetOrder: fc.constantFrom("series" as const, "service" as const),
    filter: fc.record(
      { unit: fc.constantFrom("", "Kilo"), domains: fc.constantFrom(["example.org"], ["other"]) },
      { requiredKeys: [] },
    ),
    denominator: variable,
  },
  { requiredKeys: ["entities", "variables"] },
);

function commonsOf(rows: readonly ObservationRow[]): Commons {
  const places = entityNames.flatMap((dcid) => [
    [dcid, "typeOf", "Place"] as const,
    [dcid, "containedInPlace", "top"] as const,
    [dcid, "name", `=Name of ${dcid}`] as const,
  ]);
  const world = worldOf(places, rows);
  return new Commons({ world, info: infoOf(world, new DiagnosticLog().summary()) });
}

/** `/v2/observation` refuses a request without entities; a table of none is empty. */
const isAnswered = ({ entities }: PlainQuestion) => entities.length > 0;

test("records are the values of the endpoint's answer, in its order", () => {
  fc.assert(
    fc.property(observations, question.filter(isAnswered), (rows, asked) => {
      const commons = commonsOf(rows);
      const table = tableOf(commons.engine, { ...asked, names: true }, unlimited);
      const objects = table.toJSON();
      expect(objects.length).toBe(table.length);
      const numbers = objects.filter(({ value: one }) => one !== null);
      const expected = naiveRecords(commons, asked).filter((one) => one.value !== null);
      expect(
        numbers.map((one) => [one["variable"], one["entity"], one["facetId"], one["date"]]),
      ).toEqual(expected.map((one) => [one.variable, one.entity, one.facetId, one.date]));
      expect(numbers.map((one) => one["value"])).toEqual(expected.map((one) => one.value));
      for (const [at, { facet: has, entity: dcid }] of expected.entries()) {
        expect(numbers[at]).toMatchObject({
          entity_name: `Name of ${dcid}`,
          importName: has.importName ?? null,
          measurementMethod: has.measurementMethod ?? null,
          unit: has.unit ?? null,
        });
      }
    }),
    runs(500),
  );
});

test("what is no number is null and counted, in series that have numbers", () => {
  fc.assert(
    fc.property(observations, question.filter(isAnswered), (rows, asked) => {
      const commons = commonsOf(rows);
      const table = tableOf(commons.engine, { ...asked, facet: "all" }, unlimited);
      const nulls = table.toJSON().filter(({ value: one }) => one === null);
      expect(nulls.length).toBe(table.counts.notNumbers + table.counts.undivided);
      const { date = "latest" } = asked;
      const shown = naiveRecords(commons, { ...asked, facet: "all" });
      expect(table.counts.undivided).toBe(shown.filter((one) => one.value === null).length);
      const hasNumbers = (row: ObservationRow) =>
        shown.some(
          ({ variable: v, entity: e, facet: f }) =>
            v === row[0] &&
            e === row[1] &&
            (f.importName ?? "") === row[4]!.importName &&
            (f.measurementMethod ?? "") === row[4]!.measurementMethod &&
            (f.unit ?? "") === row[4]!.unit,
        );
      const texts = rows.filter((row) => row[3] === "n/a" && isInRange(row[2], date));
      const wantsAll = typeof date !== "string" || date === "all";
      expect(table.counts.notNumbers).toBe(wantsAll ? texts.filter(hasNumbers).length : 0);
    }),
    runs(300),
  );
});

test("the date latest-common is of each entity the latest one at which a question for this date has all variables", () => {
  fc.assert(
    fc.property(observations, question.filter(isAnswered), (rows, { denominator: _, ...asked }) => {
      const { engine } = commonsOf(rows);
      const wide = { ...asked, facetOrder: "series", facet: "best", shape: "variables" } as const;
      const names = [...new Set(asked.variables)];
      const last = new Map(
        dates.toSorted(byBytes).flatMap((date) =>
          tableOf(engine, { ...wide, date }, unlimited)
            .toJSON()
            .filter((row) => names.every((name) => typeof row[name] === "number"))
            .map(({ entity: dcid, ...cells }) => [dcid, { entity: dcid, date, ...cells }] as const),
        ),
      );
      const table = tableOf(engine, { ...wide, date: "latest-common" }, unlimited).toJSON();
      expect(new Map(table.map((row) => [row["entity"], row]))).toEqual(last);
      expect(table.length).toBe(last.size);
      // The shape records says which facet each is of: the first with a number at the date.
      const records = { ...wide, shape: "records" } as const;
      const all = dates.flatMap((date) =>
        tableOf(engine, { ...records, date }, unlimited)
          .toJSON()
          .filter((row) => last.get(row["entity"])?.date === date),
      );
      const found = tableOf(engine, { ...records, date: "latest-common" }, unlimited).toJSON();
      const inOrder = (list: readonly object[]) => list.map((row) => JSON.stringify(row)).sort();
      expect(inOrder(found)).toEqual(inOrder(all));
    }),
    runs(500),
  );
});

test("with best-for-all, latest-common is the last row with all numbers of the chosen facets", () => {
  fc.assert(
    fc.property(observations, question.filter(isAnswered), (rows, { denominator: _, ...asked }) => {
      const { engine } = commonsOf(rows);
      const wide = { ...asked, facet: "best-for-all", shape: "variables" } as const;
      const names = [...new Set(asked.variables)];
      const last = new Map(
        tableOf(engine, { ...wide, date: "all" }, unlimited)
          .toJSON()
          .filter((row) => names.every((name) => row[name] !== null))
          .map((row) => [row["entity"], row]),
      );
      const table = tableOf(engine, { ...wide, date: "latest-common" }, unlimited);
      expect(table.toJSON()).toEqual([...last.values()]);
    }),
    runs(300),
  );
});

test("listed entities and an expression that names them have the same table", () => {
  fc.assert(
    fc.property(observations, question, (rows, { facetOrder: _, ...asked }) => {
      const { engine } = commonsOf(rows);
      const entities = [...entityNames].sort(byBytes);
      const listed = tableOf(engine, { ...asked, entities }, unlimited);
      const expression = "top<-containedInPlace{typeOf:Place}";
      const named = tableOf(engine, { ...asked, entities: expression }, unlimited);
      expect(named.toJSON()).toEqual(listed.toJSON());
    }),
    runs(300),
  );
});

test("a column per date, and one per variable, hold what records do", () => {
  fc.assert(
    fc.property(observations, question.filter(isAnswered), (rows, asked) => {
      const commons = commonsOf(rows);
      const records = naiveRecords(commons, asked);

      const byDate = tableOf(commons.engine, { ...asked, shape: "dates" }, unlimited);
      const names = byDate.columns.filter(({ kind }) => kind === "number").map(({ name }) => name);
      expect(names).toEqual([...names].sort(byBytes));
      const cells = byDate
        .toJSON()
        .flatMap((row) =>
          names
            .filter((name) => row[name] !== null)
            .map((date) => [row["variable"], row["entity"], row["facetId"], date, row[date]]),
        );
      const numbers = records.filter((one) => one.value !== null);
      expect(cells).toEqual(
        numbers.map((one) => [one.variable, one.entity, one.facetId, one.date, one.value]),
      );

      if (asked.facet === "all") return;
      const byVariable = tableOf(commons.engine, { ...asked, shape: "variables" }, unlimited);
      const { date = "latest", variables } = asked;
      const hasDates = typeof date !== "string" || date === "all";
      const distinct = [...new Set(variables)];
      expect(byVariable.columns.map(({ name }) => name)).toEqual([
        "entity",
        ...(hasDates ? ["date"] : []),
        ...distinct,
      ]);
      const found = [...byVariable.rows()].flatMap((row) => {
        const [dcid, ...rest] = row;
        const at = hasDates ? rest.shift() : undefined;
        return rest.flatMap((one, place) =>
          one === null ? [] : [JSON.stringify([dcid, at, distinct[place], one])],
        );
      });
      const wanted = numbers.map((one) =>
        JSON.stringify([one.entity, hasDates ? one.date : undefined, one.variable, one.value]),
      );
      expect(found.sort()).toEqual(wanted.sort());
      const order = byVariable.toJSON().map((row) => [row["entity"], row["date"] ?? ""]);
      const entities =
        typeof asked.entities === "string" ? [...entityNames].sort(byBytes) : asked.entities;
      const place = (one: unknown) => entities.indexOf(String(one));
      expect(order).toEqual(
        order.toSorted((a, b) => place(a[0]) - place(b[0]) || byBytes(String(a[1]), String(b[1]))),
      );
    }),
    runs(500),
  );
});
