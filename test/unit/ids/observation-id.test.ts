import { expect, test } from "vitest";
import { encodedFingerprint } from "../../../src/ids/encoded-fingerprint.ts";
import { fingerprint64 } from "../../../src/ids/fingerprint.ts";
import { observationId } from "../../../src/ids/observation-id.ts";

test.each([
  // Published results of BigQuery's FARM_FINGERPRINT, and of texts in other ranges of length.
  ["", -7286425919675154353n],
  ["3true", -4880158226897771312n],
  ["1footrue", -1541654101129638711n],
  ["2applefalse", 2794438866806483259n],
])("the fingerprint of %j", (text, expected) => {
  const { high, low } = fingerprint64(new TextEncoder().encode(text));
  expect(BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low >>> 0))).toBe(expected);
});

test("ids are those of the official importer", () => {
  expect(encodedFingerprint("Persondc/b72vdvageYears18OnwardsgenderMale")).toBe("eekggjy2cqvw3");
  expect(
    encodedFingerprint(
      "observedNode=dc/p/8qws200bgld46observationDate=2018-08-22T12:00ZmeasuredProperty=countunit=$",
    ),
  ).toBe("yr8wxpd7e1h07");
  expect(
    observationId({
      observationAbout: "geoId/06001",
      variableMeasured: "Count_Person",
      observationDate: "2017-01",
      value: "1000",
      observationPeriod: "P1M",
      unit: "$",
      measurementMethod: "CACensus",
      scalingFactor: "100",
    }),
  ).toBe("dc/o/3mptcb1vdfvr5");
});

test("every length of text has a fingerprint of its own", () => {
  const texts = Array.from({ length: 200 }, (_, length) => "ab".repeat(100).slice(0, length));
  expect(new Set(texts.map(encodedFingerprint)).size).toBe(200);
});
