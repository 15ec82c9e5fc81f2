/** Damaged files of every form are read right, or refused with their name: no wrong number, and no crash. */
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { CommonsError } from "../../../src/errors/errors.ts";
import { open } from "../../../src/index.ts";
import { proposeColumns } from "../../../src/lint.ts";
import { type GalleryPoint, galleryBytes, tryTable } from "../../gallery.ts";
import { sized } from "../runs.ts";
import { cellsOf } from "./mutilated-tables.ts";
import {
  arrowOf,
  bytesOf,
  genericOf,
  jsonStatOf,
  odsParts,
  type Parts,
  type Point,
  parquetOf,
  sdmxJsonOf,
  specificOf,
  xlsxParts,
  zipped,
} from "./table-forms.ts";

const text = new TextDecoder().decode(galleryBytes("sdmx-csv/demo_pjan_linear.csv"));
const rows = cellsOf(text.trim(), /OBS_VALUE/).rows;
const [head = [], ...below] = rows;
const dimensions = ["freq", "unit", "age", "sex", "geo"];
const points: Point[] = below
  .map((row) => {
    const cell = (name: string) => row[head.indexOf(name)] ?? "";
    const key = Object.fromEntries(dimensions.map((name) => [name, cell(name)]));
    return { key, date: cell("TIME_PERIOD"), value: cell("OBS_VALUE") };
  })
  .filter(({ value }) => value !== "");
const json = (of: unknown) => bytesOf(JSON.stringify(of));

interface Form {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Whether the form has a checksum of each byte. */
  readonly isChecked?: boolean;
}

/** Programs leave out empty cells at the end of a row. */
const bare = rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== "") + 1));

const forms: readonly Form[] = [
  { name: "bare.xlsx", bytes: zipped(xlsxParts(bare)), isChecked: true },
  { name: "table.ods", bytes: zipped(odsParts(rows)), isChecked: true },
  { name: "table.xlsx", bytes: zipped(xlsxParts(rows)), isChecked: true },
  { name: "table.zip", bytes: zipped({ "table.csv": text }), isChecked: true },
  { name: "table.parquet", bytes: parquetOf(rows) },
  { name: "table.arrow", bytes: arrowOf(rows) },
  { name: "generic.xml", bytes: bytesOf(genericOf(points)) },
  { name: "specific.xml", bytes: bytesOf(specificOf(points)) },
  { name: "sdmx.json", bytes: json(sdmxJsonOf(points)) },
  { name: "stat.json", bytes: json(jsonStatOf(points)) },
];

const place = ({ entity, date, value }: GalleryPoint) => [entity, date, Number(value)].join(" ");
const right = points.map(({ key, date, value }) => {
  const country = { DE: "country/DEU", FR: "country/FRA" }[key["geo"]!] ?? key["geo"]!;
  return [country, date, Number(value)].join(" ");
});

/** Codes alone do not name the variable. */
const known = { variable: "Population" };

/** What a program says that meets what it does not expect. */
const internal =
  /is not a function|not iterable|Cannot (?:read|convert|mix)|of (?:undefined|null)|Invalid array|call stack|allocation|out of bounds|\[object|NaN/i;

type Outcome = { readonly found: readonly string[] } | { readonly refusal: string };

/** @returns what is read, or why the file is refused; what is wrong with either is added to `odd`. */
async function outcomeOf(
  name: string,
  bytes: Uint8Array,
  how: string,
  odd: string[],
): Promise<Outcome> {
  let refusal: string;
  try {
    const tried = await tryTable(name, Buffer.from(bytes), known);
    if (!("problems" in tried)) return { found: tried.map(place) };
    refusal = tried.problems.join("; ");
    if (refusal === "") odd.push(`${how}: refused without a reason`);
  } catch (error) {
    refusal = error instanceof Error ? error.message : String(error);
    const isClear = error instanceof CommonsError && error.code !== "INTERNAL";
    if (!isClear || !refusal.includes(name)) odd.push(`${how}: ${refusal}`);
  }
  // Readers of others say why in parentheses.
  if (internal.test(refusal.replace(/\([^()]*\)/g, ""))) odd.push(`${how}: ${refusal}`);
  return { refusal };
}

/** Adds to `odd` what is read though it is not what the file had. */
async function rightOrRefused(name: string, bytes: Uint8Array, how: string, odd: string[]) {
  const outcome = await outcomeOf(name, bytes, how, odd);
  if ("refusal" in outcome) return;
  const wrong = outcome.found.filter((one) => !right.includes(one));
  if (wrong.length > 0) odd.push(`${how}: read ${wrong[0]}`);
  if (outcome.found.length < right.length) {
    odd.push(`${how}: read ${outcome.found.length} of ${right.length}`);
  }
}

test.each(forms)("$name as it is", async ({ name, bytes }) => {
  const odd: string[] = [];
  const outcome = await outcomeOf(name, bytes, "whole", odd);
  expect(odd).toEqual([]);
  expect("found" in outcome ? [...outcome.found].sort() : outcome.refusal).toEqual(
    [...right].sort(),
  );
});

test.each(forms)(
  "$name, cut off anywhere, is refused",
  { timeout: 60_000 },
  async ({ name, bytes }) => {
    const odd: string[] = [];
    const lengths = [
      0,
      1,
      4,
      100,
      ...[0.2, 0.4, 0.6, 0.8, 0.95].map((part) => bytes.length * part),
      bytes.length - 1,
    ];
    for (const length of lengths) {
      const how = `cut after ${Math.floor(length)}`;
      const outcome = await outcomeOf(name, bytes.subarray(0, length), how, odd);
      if ("found" in outcome && outcome.found.length > 0) odd.push(`${how}: read`);
    }
    expect(odd).toEqual([]);
  },
);

/** So many bytes are passed over from one that is changed to the next. */
const stepOfAll = sized(17, 1);

test.each(forms)(
  "$name with a changed byte is no crash",
  { timeout: 600_000 },
  async ({ name, bytes, isChecked }) => {
    const odd: string[] = [];
    // The ends say where everything is.
    const ends = [...Array(60).keys()].map((at) => bytes.length - 1 - at);
    // Numbers that a package follows without end can stand anywhere in Parquet.
    const count = name.endsWith(".parquet") ? sized(60, bytes.length) : 60;
    const inner = Array.from({ length: count }, (_, at) => Math.floor((bytes.length * at) / count));
    for (const at of [...inner, ...ends].filter((_, index) => index % stepOfAll === 0)) {
      for (const mask of [0x01, 0x80, 0xff]) {
        const changed = bytes.with(at, bytes[at]! ^ mask);
        const how = `byte ${at} with ${mask}`;
        // No form without checksums can say that a digit is another one.
        if (isChecked) await rightOrRefused(name, changed, how, odd);
        else await outcomeOf(name, changed, how, odd);
      }
    }
    expect(odd).toEqual([]);
  },
);

const doctypes: Readonly<Record<string, string>> = {
  "a document type": "<!DOCTYPE a>",
  "an external entity": '<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/hostname">]>',
  "a bomb of entities":
    '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>',
};

function without(parts: Parts, name: string): Parts {
  return Object.fromEntries(Object.entries(parts).filter(([one]) => one !== name));
}

/** A zip whose list says other sizes than its members have. */
function resized(bytes: Uint8Array, size: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  const view = new DataView(copy.buffer);
  for (let at = 0; at + 46 < copy.length; at++) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, size, true);
  }
  return copy;
}

type Damage = readonly [name: string, how: string, bytes: Uint8Array];

function workbookDamages(name: string, parts: Parts, sheet: string): Damage[] {
  const changed = (from: string | RegExp, to: string) =>
    zipped({ ...parts, [sheet]: parts[sheet]!.replace(from, to) });
  const zip = zipped(parts);
  return [
    ...Object.keys(parts)
      .filter((part) => part !== "mimetype")
      .map((part): Damage => [name, `without ${part}`, zipped(without(parts, part))]),
    ...Object.keys(parts)
      .filter((part) => part !== "mimetype")
      .map(
        (part): Damage => [
          name,
          `with other words as ${part}`,
          zipped({ ...parts, [part]: "many words" }),
        ],
      ),
    ...Object.keys(parts)
      .filter((part) => part !== "mimetype")
      .map(
        (part): Damage => [
          name,
          `with other XML as ${part}`,
          zipped({ ...parts, [part]: "<a><b/></a>" }),
        ],
      ),
    ...Object.entries(doctypes).map(
      ([what, type]): Damage => [name, what, zipped({ ...parts, [sheet]: type + parts[sheet] })],
    ),
    [name, "with larger sizes", resized(zip, 0x7fff_ffff)],
    [name, "with smaller sizes", resized(zip, 10)],
    [name, "with deep elements", changed(/<(?:row|table:table-row)>/, `${"<a>".repeat(100_000)}`)],
  ];
}

const sheetDamages: readonly Damage[] = [
  ...workbookDamages("table.ods", odsParts(rows), "content.xml"),
  ...workbookDamages("table.xlsx", xlsxParts(rows), "xl/sheet.xml"),
  ...(["rows", "columns"] as const).flatMap((of) =>
    ["1000000000", "1e308", "-1", "x"].map((count): Damage => {
      const parts = odsParts(rows);
      const element = of === "rows" ? "table:table-row" : "table:table-cell";
      const content = parts["content.xml"]!.replace(
        `<${element}`,
        `<${element} table:number-${of}-repeated="${count}"`,
      );
      return ["table.ods", `${of} repeated ${count}`, zipped({ ...parts, "content.xml": content })];
    }),
  ),
  ...[
    ["<row>", '<row r="1000000000">'],
    ["<row>", '<row r="x">'],
    ["<c ", '<c r="ZZZZZZZ1" '],
    ["<c ", '<c r="x" '],
    ['t="inlineStr"', 't="s"'],
    ["</sheetData>", '</sheetData><mergeCells><mergeCell ref="A1:ZZZZ999999999"/></mergeCells>'],
  ].map(([from, to]): Damage => {
    const parts = xlsxParts(rows);
    const sheet = parts["xl/sheet.xml"]!.replace(from!, to!);
    return ["table.xlsx", to!, zipped({ ...parts, "xl/sheet.xml": sheet })];
  }),
];

const zeros = zipSync({ "a.csv": new Uint8Array(5_000_000) }, { level: 9 });
const zipDamages: readonly Damage[] = [
  ["table.zip", "of zeros", zeros],
  ["table.zip", "of zips of zeros", zipSync({ "a.zip": zeros })],
  ["table.zip", "of no file", zipSync({})],
  ["table.zip", "with larger sizes", resized(zipped({ "table.csv": text }), 0x7fff_ffff)],
  ["table.zip", "with smaller sizes", resized(zipped({ "table.csv": text }), 10)],
  ["table.zip", "with a path outside", zipped({ "../table.csv": text })],
  ["table.zip", "that is text", bytesOf(text)],
  ["table.parquet", "that is text", bytesOf(text)],
  ["table.arrow", "that is text", bytesOf(text)],
  ["table.ods", "that is text", bytesOf(text)],
  ["table.xlsx", "that is text", bytesOf(text)],
  ["table.parquet", "that is a zip", zipped({ "table.csv": text })],
  ["table.ods", "that is no workbook", zipped({ "table.csv": text })],
  ["table.xlsx", "that is no workbook", zipped({ "table.csv": text })],
];

const xmlDamages: readonly Damage[] = [
  ["generic.xml", genericOf(points)] as const,
  ["specific.xml", specificOf(points)] as const,
].flatMap(([name, whole]) => {
  const changed: readonly (readonly [how: string, text: string])[] = [
    ...Object.entries(doctypes).map(
      ([how, type]) => [how, whole.replace("?>", `?>${type}`)] as const,
    ),
    ["an unknown entity", whole.replace(/"FR"/, '"&xxe;"')],
    ["the header twice", whole.replace(/<m:Header>[\s\S]*<\/m:Header>/, (one) => one + one)],
    ["no header", whole.replace(/<m:Header>[\s\S]*<\/m:Header>/, "")],
    [
      "a dimension less in one series",
      whole.replace(/ sex="F"|<g:Value id="sex" value="F"\/>/, ""),
    ],
    ["a dimension less", whole.replaceAll(/ sex="."|<g:Value id="sex" value="."\/>/g, "")],
    ["a dimension twice", whole.replace(/( sex="F")|(<g:Value id="sex" value="F"\/>)/, "$1$1$2$2")],
    ["a series within a series", whole.replace(/(<(.):Series)/, "$1><$2:Series")],
    ["deep elements", whole.replace(/<(.):Series/, `${"<a>".repeat(100_000)}<$1:Series`)],
    ["no data", whole.replace(/<m:DataSet[\s\S]*<\/m:DataSet>/, "")],
    ["another dimension at its observations", whole.replace('"TIME_PERIOD"', '"sex"')],
  ];
  return changed.map(([how, content]): Damage => [name, how, bytesOf(content)]);
});

type SdmxJson = ReturnType<typeof sdmxJsonOf>;
type JsonStat = ReturnType<typeof jsonStatOf>;

const sdmxJsonDamages: Readonly<Record<string, (of: SdmxJson) => unknown>> = {
  "no structures": ({ data }) => Object.assign(data, { structures: [] }),
  "no dimensions": ({ data }) => Object.assign(data.structures[0]!, { dimensions: null }),
  "a dimension less": ({ data }) => data.structures[0]!.dimensions.series.splice(3, 1),
  "a dimension twice": ({ data: { structures } }) =>
    structures[0]!.dimensions.series.splice(3, 1, structures[0]!.dimensions.series[4]!),
  "a dimension too many": ({ data: { structures } }) =>
    structures[0]!.dimensions.series.push(structures[0]!.dimensions.series[4]!),
  "a code less": ({ data }) => data.structures[0]!.dimensions.series[3]!.values.pop(),
  "a code twice": ({ data }) => data.structures[0]!.dimensions.series[3]!.values.fill({ id: "F" }),
  "a date less": ({ data }) => data.structures[0]!.dimensions.observation[0]!.values.pop(),
  "no measure": ({ data }) => data.structures[0]!.measures.observation.pop(),
  "keys beyond": ({ data }) =>
    Object.assign(data.dataSets[0]!.series, { "0:0:0:0:999999999": { observations: { 0: [1] } } }),
  "keys that are words": ({ data }) =>
    Object.assign(data.dataSets[0]!.series, { __proto__: null, "a:b:c:d:e": { observations: {} } }),
  "a list instead of series": ({ data }) => Object.assign(data.dataSets[0]!, { series: [1] }),
  "no data sets": ({ data }) => Object.assign(data, { dataSets: {} }),
  "another structure": ({ data }) => Object.assign(data.dataSets[0]!, { structure: 7 }),
  "a deletion": ({ data }) => Object.assign(data.dataSets[0]!, { action: "Delete" }),
};

const jsonStatDamages: Readonly<Record<string, (of: JsonStat) => unknown>> = {
  "huge sizes": (of) => Object.assign(of, { size: of.size.map(() => 1e9), value: { 0: 1 } }),
  "sizes of no number": (of) => Object.assign(of, { size: of.size.map(() => "many") }),
  "negative sizes": (of) => Object.assign(of, { size: of.size.map(() => -1) }),
  "a dimension less": (of) => of.id.splice(3, 1),
  "a dimension twice": (of) => of.id.splice(3, 1, "geo"),
  "codes of none": (of) => Object.assign(of.dimension["geo"]!.category, { index: null }),
  "a code less": (of) => of.dimension["sex"]!.category.index!.pop(),
  "a code twice": (of) => of.dimension["sex"]!.category.index!.fill("F"),
  "a value less": (of) => of.value.pop(),
  "a value more": (of) => of.value.push(1),
  "values beyond": (of) => Object.assign(of, { value: { ...of.value, 999999: 5 } }),
  "values in values": (of) => Object.assign(of, { value: of.value.map((one) => [one]) }),
  "no dimensions": (of) => Object.assign(of, { dimension: null }),
};

function jsonDamages<Of>(
  name: string,
  made: () => Of,
  damages: Readonly<Record<string, (of: Of) => unknown>>,
): Damage[] {
  const deep = `${"[".repeat(200_000)}1${"]".repeat(200_000)}`;
  const whole = JSON.stringify(made());
  return [
    [name, "deep lists", bytesOf(whole.replace(/\}$/, `,"x":${deep}}`))],
    [
      name,
      "a member twice",
      bytesOf(whole.replace(/^\{/, '{"class":"dataset","data":{},"value":[],')),
    ],
    ...Object.entries(damages).map(([how, damage]): Damage => {
      const of = made();
      damage(of);
      return [name, how, json(of)];
    }),
  ];
}

const all: Readonly<Record<string, readonly Damage[]>> = {
  workbooks: sheetDamages,
  zips: zipDamages,
  "SDMX-ML": xmlDamages,
  "SDMX-JSON": jsonDamages("sdmx.json", () => sdmxJsonOf(points), sdmxJsonDamages),
  "JSON-stat": jsonDamages("stat.json", () => jsonStatOf(points), jsonStatDamages),
};

test.each(Object.entries(all))(
  "damaged %s are read right or refused",
  { timeout: 120_000 },
  async (_, damages) => {
    const odd: string[] = [];
    for (const [name, how, bytes] of damages)
      await rightOrRefused(name, bytes, `${name}, ${how}`, odd);
    expect(odd).toEqual([]);
  },
);

test.each([
  ["generic.xml", genericOf(points)],
  ["specific.xml", specificOf(points)],
])("a row of %s that cannot be read is reported, and the others are read", async (name, whole) => {
  const odd: string[] = [];
  const changes = {
    "no date": whole.replace(/ TIME_PERIOD="\d+"|<g:ObsDimension value="\d+"\/>/, ""),
    "a text as value": whole.replace(`"${points[0]!.value}"`, '"many"'),
  };
  for (const [how, content] of Object.entries(changes)) {
    const files = { [name]: bytesOf(content) };
    const { columns } = await proposeColumns(files, known);
    const { diagnostics, observationCount } = (await open(files, { columns })).info;
    const reported = diagnostics.levels.error + diagnostics.levels.warning;
    if (observationCount !== right.length - 1 || reported === 0) {
      odd.push(`${how}: ${observationCount} read, ${JSON.stringify(diagnostics)}`);
    }
  }
  expect(odd).toEqual([]);
});
