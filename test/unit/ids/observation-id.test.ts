import { expect, test } from "vitest";
import { encodedFingerprint, FingerprintKey, fingerprint64 } from "../../../src/ids/fingerprint.ts";
import { observationId } from "../../../src/ids/observation-id.ts";

/** As the signed number that is usually published. */
function fingerprintOf(text: string): bigint {
  const { high, low } = fingerprint64(new TextEncoder().encode(text));
  return BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low >>> 0));
}

test.each([
  // Published results of BigQuery's FARM_FINGERPRINT, and of texts in other ranges of length.
  ["", -7286425919675154353n],
  ["3true", -4880158226897771312n],
  ["1footrue", -1541654101129638711n],
  ["2applefalse", 2794438866806483259n],
])("the fingerprint of %j", (text, expected) => {
  expect(fingerprintOf(text)).toBe(expected);
});

/** So many characters that all differ from their neighbours. */
const textOf = (length: number): string =>
  Array.from({ length }, (_, at) => String.fromCharCode(33 + ((at * 37 + length * 11) % 94))).join(
    "",
  );

// Made by Google's own code (pyfarmhash 0.5.1). The algorithm changes after 3, 7, 16, 32 and 64
// bytes, and goes on in blocks of 64; some ports are wrong for whole blocks.
test.each([
  [1, -1891307382360497820n],
  [2, -7588838720267169990n],
  [3, -114541461055802743n],
  [4, -6241039284551912144n],
  [5, -6131570559074651089n],
  [7, 2892785646139070625n],
  [8, 574936515124477970n],
  [9, 7555478080831445432n],
  [15, -6753037145947866492n],
  [16, -2110235801368099486n],
  [17, 8239202452248752619n],
  [24, -7788434603319950386n],
  [31, -557990280761334776n],
  [32, -8727032195531465683n],
  [33, 4210399731028747337n],
  [48, 8727091741205170294n],
  [63, -7196828057172416400n],
  [64, 104454135913957110n],
  [65, 8906508833036378309n],
  [96, -6823194271502267265n],
  [127, -3919857119144940085n],
  [128, -8200788056228318500n],
  [129, -1993188252805695825n],
  [192, 5816239738846124794n],
  [193, 4479241280032480914n],
  [300, 3327208137732303120n],
])("the fingerprint of a text of %i bytes", (length, expected) => {
  expect(fingerprintOf(textOf(length))).toBe(expected);
});

test.each([
  ["é", 693143013273849025n],
  ["日本", 5676833963740711883n],
  ["ÿ".repeat(20), 484427926987905757n],
])("the fingerprint of %j, whose bytes are above 127", (text, expected) => {
  expect(fingerprintOf(text)).toBe(expected);
});

test("properties that are not set are no part of an id", () => {
  const key = {
    observationAbout: "country/USA",
    variableMeasured: "Count_Person",
    observationDate: "2020",
    value: "1",
    observationPeriod: "",
    unit: "",
    measurementMethod: "",
    scalingFactor: "",
  };
  const text =
    "observationAbout=country/USAvariableMeasured=Count_PersonobservationDate=2020value=1";
  expect(observationId(key)).toBe(`dc/o/${encodedFingerprint(text)}`);
  expect(observationId({ ...key, unit: "$" })).toBe(`dc/o/${encodedFingerprint(`${text}unit=$`)}`);
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

test("a key of parts is the key of their text, of any length and any letters", () => {
  const key = new FingerprintKey();
  for (const parts of [
    ["a", "bc"],
    ["é", "日本"],
    ["x".repeat(900), "ö".repeat(900), "y"],
  ]) {
    const written = new Uint8Array(13);
    const bytes = new TextEncoder().encode(`${parts[0]}!`);
    key.clear();
    for (const part of parts) key.add(part);
    const end = key.addBytes(bytes, 0, bytes.length - 1).write(written, 0);
    const digits = String.fromCharCode(...written.subarray(0, end));
    expect(digits).toBe(encodedFingerprint(parts.join("") + parts[0]));
  }
});

test("a long text beyond ASCII has the digits of its fingerprint", () => {
  const text = "ö".repeat(900);
  const digits = [...encodedFingerprint(text)].map((digit) =>
    BigInt("0123456789bcdfghjklmnpqrstvwxyze".indexOf(digit)),
  );
  const number = digits.reduceRight((sum, digit) => sum * 32n + digit, 0n);
  expect(number).toBe(BigInt.asUintN(64, fingerprintOf(text)));
});
