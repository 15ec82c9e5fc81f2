/** Which facet comes first, by the kind of question, and what is merged. */
import { describe, expect, test } from "vitest";
import { invoke } from "../../../../src/adapters/endpoint-methods.ts";
import { endpoints } from "../../../../src/adapters/endpoints.ts";
import type { V2ObservationRequest } from "../../../../src/adapters/v2-shapes.ts";
import { type FacetRow, type ObservationRow, worldOf } from "../../../oracle/small-world.ts";

const facet = (importName: string, measurementMethod: string): Partial<FacetRow> => ({
  importName,
  measurementMethod,
});
const [early, late] = [facet("Early", "aa"), facet("Late", "zz")];
const [first, second] = [facet("First", "zz"), facet("Second", "aa")];

const rows: ObservationRow[] = [
  // One ends later than the other.
  ["Ending", "e", "2020", "1", early],
  ["Ending", "e", "2021", "1", early],
  ["Ending", "e", "2020", "1", late],
  ["Ending", "e", "2022", "1", late],
  // Both have the same dates.
  ["Same", "e", "2020", "1", first],
  ["Same", "e", "2020", "1", second],
  ["Same", "f", "2019", "1", first],
  ["Same", "f", "2021", "1", first],
  ["Same", "f", "2018", "1", facet("Third", "")],
];
const world = worldOf(
  ["e", "f", "g"].flatMap((place) => [
    [place, "typeOf", "State"],
    [place, "containedInPlace", "country"],
  ]) as [string, string, string][],
  rows,
);

const inside = { expression: "country<-containedInPlace{typeOf:State}" } as const;
const listed = { dcids: ["e"] };
const values = ["date", "value"] as const;

function answer(dcid: string, request: Omit<V2ObservationRequest, "variable">) {
  const whole = { variable: { dcids: [dcid] }, ...request };
  const { byVariable, facets } = invoke(endpoints["v2.observation"], world, whole);
  return { byEntity: byVariable?.[dcid]?.byEntity ?? {}, facets };
}

function importsOf(dcid: string, entity: string, request: Omit<V2ObservationRequest, "variable">) {
  const { byEntity, facets } = answer(dcid, request);
  return byEntity[entity]?.orderedFacets?.map(({ facetId }) => facets?.[facetId]?.importName);
}

describe("facets of equal score", () => {
  test("of listed entities: those that end later, then by import", () => {
    for (const date of ["", "2020", "LATEST"] as const) {
      const request = { entity: listed, date, select: values };
      expect(importsOf("Ending", "e", request)).toEqual(["Late", "Early"]);
      expect(importsOf("Same", "e", request)).toEqual(["First", "Second"]);
    }
  });

  test("of an expression's entities at all dates: the same", () => {
    const request = { entity: inside, date: "", select: values } as const;
    expect(importsOf("Ending", "e", request)).toEqual(["Late", "Early"]);
    expect(importsOf("Same", "e", request)).toEqual(["First", "Second"]);
  });

  test("of an expression's entities at one date: by how they measure", () => {
    for (const date of ["2020", "LATEST"] as const) {
      const request = { entity: inside, date, select: values };
      expect(importsOf("Ending", "e", request)).toEqual(["Early", "Late"]);
      expect(importsOf("Same", "e", request)).toEqual(["Second", "First"]);
    }
  });

  test("without values: those that end later, then by how they measure", () => {
    const request = { entity: listed, select: ["facet"] } as const;
    expect(importsOf("Ending", "e", request)).toEqual(["Late", "Early"]);
    expect(importsOf("Same", "e", request)).toEqual(["Second", "First"]);
  });
});

test("facets of an expression's entities come in the order of first sight, with sums and extremes", () => {
  const request = { entity: inside, select: ["facet"] } as const;
  expect(importsOf("Same", "", request)).toEqual(["Second", "First", "Third"]);
  expect(answer("Same", request).byEntity[""]?.orderedFacets).toMatchObject([
    { obsCount: 1, earliestDate: "2020", latestDate: "2020" },
    { obsCount: 3, earliestDate: "2019", latestDate: "2021" },
    { obsCount: 1, earliestDate: "2018", latestDate: "2018" },
  ]);
});

test("the first observation of a world is found by its date", () => {
  const one = worldOf([], [["V", "a", "2020", "1"]]);
  const { byVariable } = invoke(endpoints["v2.observation"], one, {
    variable: { dcids: ["V"] },
    entity: { dcids: ["a"] },
    date: "2020",
    select: values,
  });
  expect(byVariable?.["V"]?.byEntity?.["a"]?.orderedFacets).toHaveLength(1);
});

test("an expression of an unknown place, or where no place is inside another, names nothing", () => {
  const inside = (triples: [string, string, string][], place: string) =>
    invoke(endpoints["v2.observation"], worldOf(triples, rows), {
      variable: { dcids: ["Same"] },
      entity: { expression: `${place}<-containedInPlace{typeOf:State}` },
      select: values,
    });
  expect(inside([["a", "containedInPlace", "b"]], "x")).toEqual({ byVariable: { Same: {} } });
  expect(inside([["a", "typeOf", "State"]], "a")).toEqual({ byVariable: { Same: {} } });
});

test("a facet whose URL is none is of no domain", () => {
  const odd = worldOf([], [["V", "a", "2020", "1", { provenanceUrl: "no URL" }]]);
  const domains = (wanted: string[]) =>
    invoke(endpoints["v2.observation"], odd, {
      variable: { dcids: ["V"] },
      entity: { dcids: ["a"] },
      date: "",
      select: values,
      filter: { domains: wanted },
    }).facets;
  expect(domains(["URL"])).toBeUndefined();
  expect(domains([])).toBeDefined();
});
