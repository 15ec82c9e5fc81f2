/** Filters of SDMX over random worlds, against a filter over rows of texts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { csvRow } from "../../../src/export/csv-text.ts";
import { open } from "../../../src/index.ts";
import type { SdmxFilter, SdmxFilters } from "../../../src/sdmx/request.ts";
import { runs } from "../runs.ts";

const shapes: Readonly<Record<string, readonly string[]>> = {
  One: ["observationAbout"],
  Two: ["from", "to"],
  Both: ["from", "to"],
  Three: ["from", "observationAbout", "to"],
};
const entities = ["e/a", "e/b", "e/c", "e/d", "Air"];
const dates = ["2019", "2020", "2020-05", "2021"];
const units = ["", "Kilogram"];
const provenances = ["dc/base/P", "dc/base/Q"];
const types = ["City", "State"];

interface Row {
  readonly variable: string;
  readonly about: readonly string[];
  readonly unit: string;
  readonly provenance: string;
  readonly date: string;
  readonly value: string;
}

const row: fc.Arbitrary<Row> = fc.record({
  variable: fc.constantFrom(...Object.keys(shapes)),
  about: fc.tuple(...[1, 2, 3].map(() => fc.constantFrom(...entities))),
  unit: fc.constantFrom(...units),
  provenance: fc.constantFrom(...provenances),
  date: fc.constantFrom(...dates),
  value: fc.constantFrom("1", "2.50", "-3", "0"),
});

/** Places of an entity, and its type; a place comes after what lies in it. */
const graph = fc.tuple(
  ...entities.map((_, at) =>
    fc.record({
      type: fc.constantFrom(...types),
      places: fc.subarray(entities.slice(at + 1)),
    }),
  ),
);
type Graph = readonly { readonly type: string; readonly places: readonly string[] }[];

const filter: fc.Arbitrary<SdmxFilter> = fc.oneof(
  fc.subarray([...entities, "nobody"], { minLength: 1 }),
  fc.record({
    containedInPlace: fc.constantFrom(...entities, "nobody"),
    typeOf: fc.constantFrom(...types, "Nothing"),
  }),
);

const question = fc.record({
  variables: fc.constantFrom(["One"], ["Two"], ["Two", "Both"], ["One", "Nobody"], ["Three"]),
  about: fc.tuple(fc.option(filter), fc.option(filter), fc.option(filter)),
  unit: fc.option(fc.constantFrom("Kilogram", "x")),
  provenance: fc.option(fc.subarray(provenances, { minLength: 1 })),
  time: fc.option(fc.oneof(fc.constant("latest"), fc.subarray(dates, { minLength: 1 }))),
  component: fc.constantFrom(
    "variableMeasured",
    "unit",
    "provenance",
    "from",
    "to",
    "observationAbout",
  ),
});

const propertiesOf = (variable: string): readonly string[] =>
  shapes[variable] ?? ["observationAbout"];

/** The table of an importer: what lies in one column there is a list of properties here. */
function tableOf(rows: readonly Row[]): string {
  const head = ["entity", "variable", "date", "value", "provenance", "unit", "properties"];
  const lines = rows.map(({ variable, about, date, value, provenance, unit }) => {
    const names = propertiesOf(variable);
    const isOne = names.length === 1;
    const properties = Object.fromEntries(names.map((name, at) => [name, about[at]]));
    return [
      isOne ? about[0]! : "",
      variable,
      date,
      value,
      provenance,
      unit,
      isOne ? "{}" : JSON.stringify(properties),
    ];
  });
  return [head, ...lines].map(csvRow).join("");
}

function mcfOf(graphOf: Graph): string {
  const variables = Object.entries(shapes).map(([variable, names]) => {
    const shape =
      names.length === 1
        ? ""
        : `observationProperties: ${names.map((name) => `dcid:${name}`).join(", ")}\n`;
    return `Node: dcid:${variable}\ntypeOf: dcs:StatisticalVariable\n${shape}`;
  });
  const places = graphOf.map(({ type, places }, at) => {
    const inside =
      places.length === 0
        ? ""
        : `containedInPlace: ${places.map((place) => `dcid:${place}`).join(", ")}\n`;
    return `Node: dcid:${entities[at]}\ntypeOf: dcs:${type}\n${inside}`;
  });
  return [...variables, ...places].join("\n");
}

/** Everything that an entity lies in. */
function placesAround(graphOf: Graph, entity: string): Set<string> {
  const own = graphOf[entities.indexOf(entity)]?.places ?? [];
  return new Set(own.flatMap((place) => [place, ...placesAround(graphOf, place)]));
}

function fits(graphOf: Graph, wanted: SdmxFilter | undefined, entity: string): boolean {
  if (wanted === undefined) return true;
  if (typeof wanted === "string" || Array.isArray(wanted)) return [wanted].flat().includes(entity);
  const { containedInPlace, typeOf } = wanted as Exclude<SdmxFilter, string | readonly string[]>;
  const isOfType = graphOf[entities.indexOf(entity)]?.type === typeOf;
  return isOfType && placesAround(graphOf, entity).has(containedInPlace);
}

const keyOf = ({ variable, about, unit, provenance }: Row): string =>
  JSON.stringify([variable, about.slice(0, propertiesOf(variable).length), unit, provenance]);

test("the series that fit all filters are found, with the points that are wanted", async () => {
  const cases = fc.asyncProperty(
    fc.array(row, { maxLength: 30 }),
    graph,
    question,
    async (given, graphOf, { variables, about, unit, provenance, time, component }) => {
      // Of points of one series and date the last one counts.
      const rows = [...new Map(given.map((one) => [keyOf(one) + one.date, one])).values()];
      const properties = propertiesOf(variables[0]!);
      const named = properties.map((name, at) => [name, about[at] ?? undefined] as const);
      const members = { unit: unit ?? undefined, provenance: provenance ?? undefined };
      const filters = {
        variableMeasured: variables,
        ...members,
        ...Object.fromEntries(named),
        TIME_PERIOD: time ?? undefined,
      } as SdmxFilters;
      const fitting = rows.filter(
        (one) =>
          (variables as readonly string[]).includes(one.variable) &&
          named.every(([, wanted], at) => fits(graphOf, wanted, one.about[at]!)) &&
          (unit === null || one.unit === unit) &&
          (provenance === null || (provenance as readonly string[]).includes(one.provenance)),
      );
      const isWanted = (one: Row) => {
        if (time === null) return true;
        if (typeof time !== "string") return time.includes(one.date);
        return !fitting.some((other) => keyOf(other) === keyOf(one) && other.date > one.date);
      };
      const wanted = fitting.filter(isWanted);
      const commons = await open({ "graph.mcf": mcfOf(graphOf), "flows.csv": tableOf(given) });

      if (named.some(([, one]) => one !== undefined)) {
        const { series } = await commons.sdmx.data({ filters });
        const found = series.flatMap(({ dimensions, points }) =>
          points.map(({ timePeriod, observationValue }) =>
            JSON.stringify([
              dimensions["variableMeasured"],
              ...properties.map((name) => dimensions[name]),
              dimensions["unit"] ?? "",
              dimensions["provenance"],
              timePeriod,
              observationValue,
            ]),
          ),
        );
        const expected = wanted.map((one) =>
          JSON.stringify([
            one.variable,
            ...one.about.slice(0, properties.length),
            one.unit,
            one.provenance,
            one.date,
            one.value,
          ]),
        );
        expect(found.sort()).toEqual(expected.sort());
        const lines = [...(await commons.sdmx.csv({ filters }))].join("").split("\r\n");
        expect(lines).toHaveLength(expected.length + 2);
      }

      const isListed =
        properties.includes(component) || !["from", "to", "observationAbout"].includes(component);
      if (time === "latest" || !isListed) return;
      const shown = (one: Row): string =>
        properties.includes(component)
          ? one.about[properties.indexOf(component)]!
          : { variableMeasured: one.variable, unit: one.unit, provenance: one.provenance }[
              component as "unit"
            ];
      const values = new Set(wanted.map(shown));
      values.delete("");
      expect(await commons.sdmx.availability({ component, filters })).toEqual([...values].sort());
    },
  );
  await fc.assert(cases, runs(400));
});
