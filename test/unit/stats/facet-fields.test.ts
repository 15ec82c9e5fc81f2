import { describe, expect, test } from "vitest";
import {
  allFields,
  comparedFields,
  facetOfTexts,
  fieldsOf,
  fieldText,
  frameFields,
  idFields,
  measuredFields,
  nodeFields,
  sourceFields,
  tableFields,
  unsetSource,
} from "../../../src/stats/facet-fields.ts";

describe("fields of a facet", () => {
  test("stand in the order of answers", () => {
    expect(allFields).toEqual([
      "importName",
      "provenanceUrl",
      "measurementMethod",
      "observationPeriod",
      "scalingFactor",
      "unit",
      "isDcAggregate",
      "provenanceId",
    ]);
    expect(sourceFields).toEqual(allFields.slice(0, -1));
  });

  test("tell how a series was measured, and which of them are nodes", () => {
    expect(measuredFields).toEqual([
      "measurementMethod",
      "observationPeriod",
      "scalingFactor",
      "unit",
    ]);
    expect(nodeFields).toEqual(["measurementMethod", "unit"]);
  });

  test("count for the id first where facets are compared", () => {
    expect(idFields).toEqual(["importName", ...measuredFields]);
    expect(comparedFields).toEqual([...idFields, "provenanceUrl", "isDcAggregate", "provenanceId"]);
  });

  test("have an order of their own in tables, and in frames, which leave two out", () => {
    expect(tableFields).toEqual([
      "provenanceId",
      "importName",
      "provenanceUrl",
      "measurementMethod",
      "observationPeriod",
      "unit",
      "scalingFactor",
      "isDcAggregate",
    ]);
    expect(frameFields).toEqual([
      "unit",
      "measurementMethod",
      "observationPeriod",
      "scalingFactor",
      "importName",
      "provenanceUrl",
    ]);
  });
});

describe("a facet from texts", () => {
  test("has a flag where the text is true, and the texts elsewhere", () => {
    const facet = facetOfTexts((field) => (field === "isDcAggregate" ? "true" : field));
    expect(facet).toEqual({
      importName: "importName",
      provenanceUrl: "provenanceUrl",
      measurementMethod: "measurementMethod",
      observationPeriod: "observationPeriod",
      scalingFactor: "scalingFactor",
      unit: "unit",
      isDcAggregate: true,
    });
    expect(facetOfTexts(() => "True").isDcAggregate).toBe(false);
    expect(
      facetOfTexts(
        () => "1",
        (text) => text === "1",
      ).isDcAggregate,
    ).toBe(true);
  });

  test("that say nothing is unset", () => {
    expect(unsetSource).toEqual({
      importName: "",
      provenanceUrl: "",
      measurementMethod: "",
      observationPeriod: "",
      scalingFactor: "",
      unit: "",
      isDcAggregate: false,
    });
  });

  test("gives its fields as texts again: a flag is true or empty", () => {
    const facet = { ...unsetSource, provenanceId: "p", unit: "U" };
    expect(fieldText(facet, "unit")).toBe("U");
    expect(fieldText(facet, "importName")).toBe("");
    expect(fieldText(facet, "isDcAggregate")).toBe("");
    expect(fieldText({ ...facet, isDcAggregate: true }, "isDcAggregate")).toBe("true");
  });

  test("may be read in part", () => {
    const facet = { ...unsetSource, provenanceId: "p", unit: "U" };
    expect(fieldsOf(["unit", "provenanceId"], (field) => facet[field])).toEqual({
      unit: "U",
      provenanceId: "p",
    });
  });
});
