/** What populations and observations are made of. */
import { expect, test } from "vitest";
import { v0Methods } from "../../../../src/adapters/endpoint-methods.ts";
import { type TripleRow, worldOf } from "../../../oracle/small-world.ts";

/** The arcs of a node. */
const node = (dcid: string, values: Record<string, string>): TripleRow[] =>
  Object.entries(values).map(([property, value]): TripleRow => [dcid, property, value]);

test("what a population says besides whom it counts is no constraint", () => {
  const others = [
    ..."childhoodLocation constraintProperties dcid description footnote label".split(" "),
    ..."measuredProperty measurementDenominator measurementMethod".split(" "),
    ..."measurementQualifier memberOf name numConstraints populationGroup provenance".split(" "),
    ..."scalingFactor source statType unit url".split(" "),
  ];
  const population = { typeOf: "StatisticalPopulation", location: "here" };
  const values = Object.fromEntries(others.map((property) => [property, "=x"]));
  const about = v0Methods(
    worldOf([
      ...node("p", { ...population, ...values, populationType: "Person", gender: "Male" }),
      ...node("q", population),
    ]),
  );
  expect(about.popObs({ dcid: "here" }).populations).toStrictEqual({
    p: { popType: "Person", numConstraints: 1, propertyValues: { gender: "Male" } },
    q: {},
  });
});

test("an observation has all of its values and texts, in the order of the wire", () => {
  const values = [
    ..."minValue maxValue meanValue medianValue measuredValue sampleSize marginOfError".split(" "),
    ..."stdError meanStdError sumValue percentile10 percentile25 percentile75".split(" "),
    ..."percentile90 growthRate stdDeviationValue".split(" "),
  ];
  const texts = [
    ..."unit measurementMethod observationDate observationPeriod measurementResult".split(" "),
    ..."measurementDenominator measurementQualifier scalingFactor".split(" "),
  ];
  const full = v0Methods(
    worldOf([
      ...values.map((field, at): TripleRow => ["o", field, `=${at}`]),
      ...texts.map((field): TripleRow => ["o", field, `=${field}`]),
      ["o", "observedNode", "here"],
    ]),
  );
  expect(JSON.stringify(full.popObs({ dcid: "here" }))).toBe(
    JSON.stringify({
      observations: [
        {
          ...Object.fromEntries(values.map((field, at) => [field, at])),
          ...Object.fromEntries(texts.map((field) => [field, field])),
          observedNode: "here",
        },
      ],
    }),
  );
});

test("of several values of a property the first counts, whatever stands before the node", () => {
  const few = v0Methods(
    worldOf([
      ["a", "measuredValue", "=1"],
      ["o", "measuredValue", "=5"],
      ["o", "measuredValue", "=6"],
      ["o", "observedNode", "here"],
    ]),
  );
  expect(few.popObs({ dcid: "here" })).toStrictEqual({
    observations: [{ measuredValue: 5, observedNode: "here" }],
  });
});
