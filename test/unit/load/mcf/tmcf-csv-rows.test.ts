/** Rows that become statements straight from their bytes: which do, and that nothing differs. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { diskHost } from "../../../../src/disk/disk-tree.ts";
import type { Diagnostic } from "../../../../src/load/bytes/diagnostics.ts";
import { MemoryTree, memoryRoot } from "../../../../src/load/bytes/memory-tree.ts";
import { load } from "../../../../src/load/load.ts";
import { TemplateTable } from "../../../../src/load/mcf/tmcf-table.ts";
import { lineOf, RecordingSink } from "../recording-sink.ts";
import { PlacedSink } from "../twin-runs.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const block = (...lines: readonly string[]) => `${lines.join("\n")}\n\n`;
const node = (...values: readonly string[]) => block("Node: E:t->N", "dcid: C:t->id", ...values);
const observationOf = (about: string, ...further: readonly string[]) =>
  block(
    "Node: E:t->O",
    "typeOf: dcs:StatVarObservation",
    "variableMeasured: dcid:v",
    `observationAbout: ${about}`,
    ...further,
  );
const dated = ["observationDate: C:t->date", "value: C:t->value"];
const place = block("Node: E:t->P", "typeOf: dcs:State", "geoId: C:t->state", "note: C:t->note");

async function into<Sink extends RecordingSink>(sink: Sink, template: string, rows: string[]) {
  const texts = { "t.tmcf": template, "t.csv": `${rows.join("\n")}\n` };
  const files = Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)] as const);
  const tree = new MemoryTree(files, diskHost);
  const told: Diagnostic[] = [];
  await load([{ tree, path: memoryRoot }], sink, { onDiagnostic: (one) => told.push(one) });
  return { sink, told: told.map((one) => `${one.counter}:${one.line} ${one.message}`) };
}

/** What rows become, which is the same as if all were texts, and the lines of those that were. */
async function loaded(template: string, ...rows: string[]) {
  const row = vi.spyOn(TemplateTable.prototype, "row");
  const { sink, told } = await into(new RecordingSink(), template, rows);
  const asTexts = row.mock.calls.map(([, line]) => line);
  row.mockClear();
  const twin = await into(new PlacedSink(), template, rows);
  expect(row).toHaveBeenCalledTimes(rows.length - 1);
  expect(told).toEqual(twin.told);
  expect(sink.observations).toEqual(twin.sink.observations);
  expect(sink.lines).toEqual(twin.sink.lines);
  expect(sink.nodes).toEqual(twin.sink.nodes);
  return { sink, told, asTexts };
}

describe("nodes with a dcid", () => {
  test("are read as texts where a cell is odd, and only there", async () => {
    const rows = [
      "a,A",
      "a,A",
      "b,",
      "c,C",
      '"d,e",D',
      "f,[1 Ton]",
      "7,G",
      "h,dcid:x",
      "l:i,I",
      "j",
    ];
    const { sink, asTexts } = await loaded(node("name: C:t->name"), "id,name", ...rows);
    expect(asTexts).toEqual([4, 6, 7, 8, 10, 11]);
    expect(sink.lines).toContain("h name x");
    expect(sink.lines).toContain('c name "C"');
  });

  test("take a cell that is repeated from the row before, also where that one was odd", async () => {
    const rows = ["a,X", ",Y", "b,Y", "b,Y", "c,X"];
    const { sink, asTexts } = await loaded(node("name: C:t->name"), "id,name", ...rows);
    expect(sink.lines).toEqual(['a name "X"', 'b name "Y"', 'c name "X"']);
    expect(asTexts).toEqual([3]);
  });

  test("have constants, and refer to each other by dcids that look like texts", async () => {
    const template =
      node("name: C:t->name", 'note: "constant"', "size: 5", "see: dcs:x", "near: E:t->M") +
      block("Node: E:t->M", "dcid: C:t->other", "near: E:t->N");
    const { sink, asTexts } = await loaded(template, "id,name,other", "a,A,b", "dcid:c,C,d");
    expect(asTexts).toEqual([]);
    expect(sink.lines).toEqual([
      'a name "A"',
      "a near b",
      'a note "constant"',
      "a see x",
      'a size "5"',
      "b near a",
      'c name "C"',
      "c near d",
      'c note "constant"',
      "c see x",
      'c size "5"',
      "d near c",
    ]);
  });

  test("read one column as text and as reference", async () => {
    const template = node("name: C:t->other", "typeOf: dcs:Thing", "containedInPlace: C:t->other");
    const { sink, asTexts } = await loaded(template, "id,other", "a,x", "b,x");
    expect(asTexts).toEqual([]);
    expect(sink.lines).toContain('a name "x"');
    expect(sink.lines).toContain("a containedInPlace x");
  });

  test.each([
    ["a type from a column", "typeOf: C:t->name"],
    ["a value that is complex", "size: [5 Ton]"],
    ["a local name", "near: l:nobody"],
  ])("are all texts with %s", async (_name, line) => {
    const { asTexts } = await loaded(node(line), "id,name", "a,A", "b,B");
    expect(asTexts).toEqual([2, 3]);
  });
});

describe("observations", () => {
  test("are read as texts where the value or the date is odd, and only there", async () => {
    const values = ["1", " 2.5\t", "", " ", "[5 Ton]", "1e3", '"1,234"', "many", "1x", "-3"];
    const rows = [...values.map((value) => `2020,${value}`), "2020-1,8", "soon,9", ",10", "2021,1"];
    const { sink, asTexts } = await loaded(
      observationOf("dcid:a", ...dated),
      "date,value",
      ...rows,
    );
    // The empty cell in line 4 is reported without reading the row as texts.
    expect(asTexts).toEqual([5, 6, 8, 9, 10, 12, 13, 14]);
    const plain = sink.observations.filter(({ date }) => date === "2020");
    expect(plain.map(({ value }) => value).slice(0, 4)).toEqual(["1", "2.5", "Ton5", "1e3"]);
  });

  test("keep what they are measured by, whichever row had it", async () => {
    const template = observationOf(
      "C:t->about",
      ...dated,
      "unit: C:t->unit",
      "measurementMethod: dcs:M",
      "scalingFactor: C:t->factor",
    );
    const kinds = ["USD,100", "USD,100", "EUR,100", "USD,10", "USD,100", "EUR,10", "EUR,100"];
    const rows = kinds.map((kind, at) => `a${at % 2},2020,${at},${kind}`);
    const header = "about,date,value,unit,factor";
    const { sink, asTexts } = await loaded(template, header, ...rows);
    expect(asTexts).toEqual([]);
    const kept = sink.observations.map((one) => `${one.unit},${one.scalingFactor}`);
    expect(kept).toEqual(kinds);
    expect(new Set(sink.observations.map((one) => one.measurementMethod))).toEqual(new Set(["M"]));
  });

  test("are told apart where the texts of two kinds are alike when joined, or all differ", async () => {
    const template = observationOf(
      "dcid:a",
      ...dated,
      "measurementMethod: C:t->method",
      "observationPeriod: C:t->period",
      "unit: C:t->unit",
      "scalingFactor: C:t->factor",
    );
    const kinds = ["m,P1Y,0U,1", "m,P1Y,U,10", "n,P1M,V,1", "m,P1Y,0U,1", "n,P1M,V,1"];
    const rows = kinds.map((kind, at) => `${2000 + at},${at},${kind}`);
    const header = "date,value,method,period,unit,factor";
    const { sink, asTexts } = await loaded(template, header, ...rows);
    expect(asTexts).toEqual([]);
    expect(
      sink.observations.map((one) =>
        [one.measurementMethod, one.observationPeriod, one.unit, one.scalingFactor].join(),
      ),
    ).toEqual(kinds);
  });

  test("ask for each kind of measurement once", async () => {
    const facet = vi.spyOn(RecordingSink.prototype, "facet");
    const template = observationOf("dcid:a", ...dated, "unit: C:t->unit");
    const rows = ["A", "B", "A", "A", "B"].map((unit, at) => `${2000 + at},${at},${unit}`);
    await into(new RecordingSink(), template, ["date,value,unit", ...rows]);
    expect(facet).toHaveBeenCalledTimes(2);
  });

  test("of one row are each read as texts where their own value is odd", async () => {
    const template =
      observationOf("C:t->about", ...dated) +
      observationOf("C:t->about", "observationDate: C:t->date", "value: C:t->other").replace(
        "E:t->O",
        "E:t->O2",
      );
    const values = ["1", "", "[6 Ton]", "many", "7"];
    const rows = values.flatMap((one) => values.map((other) => `a,2020,${one},${other}`));
    const { sink, asTexts } = await loaded(template, "about,date,value,other", ...rows);
    // Nothing is odd in line 2, and in line 3 nothing but an empty cell.
    expect(asTexts).not.toContain(2);
    expect(asTexts).not.toContain(3);
    expect(asTexts).toContain(4);
    expect(sink.observations.length).toBeGreaterThan(20);
  });

  test.each([
    ["a variable twice", ["variableMeasured: dcid:v"]],
    ["a value that is a constant", []],
    [
      "names of the properties that they are about",
      ["observationProperties: dcs:observationAbout"],
    ],
  ])("are all texts with %s", async (_name, further) => {
    const own = further.length === 0 ? ["observationDate: C:t->date", "value: 5"] : dated;
    const template = observationOf("dcid:a", ...own, ...further);
    const { asTexts } = await loaded(template, "date,value", "2020,1", "2021,2");
    expect(asTexts).toEqual([2, 3]);
  });
});

describe("further properties of observations", () => {
  const near = node("name: C:t->near");

  test("are properties of the observation's node, constants and cells alike", async () => {
    const further = [
      "sourceScalingFactor: 1000",
      "note: C:t->note",
      "unit: dcid:USD",
      "near: E:t->N",
    ];
    const template = near + observationOf("dcid:a", ...dated, ...further);
    const rows = ["2020,1,x,b,B", "2021,1.50,x,b,B", "2022,2,y,c,C"];
    const { sink, told, asTexts } = await loaded(template, "date,value,note,id,near", ...rows);
    expect(asTexts).toEqual([]);
    expect(sink.lines.filter((line) => line.includes("sourceScalingFactor"))).toHaveLength(3);
    expect(sink.lines.filter((line) => line.endsWith(" near b"))).toHaveLength(2);
    expect(told.filter((line) => line.includes("'sourceScalingFactor' is kept"))).toHaveLength(1);
  });

  test("are read as texts where a cell or the value is odd, and only there", async () => {
    const template = observationOf("dcid:a", ...dated, "note: C:t->note");
    const rows = ["2020,1,x", "2021,1,", "2022,many,x", "2023,,x", '2024,"1,000",x', "2025,1,x"];
    const { asTexts } = await loaded(template, "date,value,note", ...rows);
    expect(asTexts).toEqual([3, 4, 6]);
  });

  test("belong to a node with the dcid that the row gives, if it is one of an observation", async () => {
    const template = observationOf("dcid:a", ...dated, "dcid: C:t->id", "note: C:t->note");
    const rows = ["2020,1,dc/o/x,n", "2021,1,mine,n"];
    const { sink, asTexts } = await loaded(template, "date,value,id,note", ...rows);
    expect(asTexts).toEqual([]);
    expect(sink.lines).toContain('dc/o/x note "n"');
    expect(sink.lines.some((line) => line.startsWith("mine "))).toBe(false);
  });
});

describe("places", () => {
  const template = place + node("near: E:t->P", "name: C:t->name");
  const header = "state,note,id,name";

  test("are looked up once for rows that say the same of them", async () => {
    const rows = ["06,x,a,A", "06,x,b,B", "06,y,c,C", "08,x,d,D", "06,x,e,E", "06,y,f,F"];
    const { sink, asTexts } = await loaded(template, header, ...rows);
    expect(asTexts).toEqual([2, 4, 5]);
    const said = sink.lines.filter((line) => /note|near/.test(line));
    expect(said).toEqual([
      "a near geoId/06",
      "b near geoId/06",
      "c near geoId/06",
      "d near geoId/08",
      "e near geoId/06",
      "f near geoId/06",
      'geoId/06 note "x"',
      'geoId/06 note "y"',
      'geoId/08 note "x"',
    ]);
  });

  test("are told apart by whether a cell is a text or refers to a node", async () => {
    const { sink } = await loaded(template, header, "06,x,a,A", "06,dcid:x,b,B", "06,x,c,C");
    expect(sink.triples.map(lineOf)).toContain('geoId/06 note "x"');
    expect(sink.lines).toContain("geoId/06 note x");
  });

  test("of an odd row are not those of the row before", async () => {
    const rows = ["06,x,a,A", "08,x,b,", "06,x,c,C", "08,x,d,D", "08,x,e,E"];
    const { sink, asTexts } = await loaded(template, header, ...rows);
    expect(sink.lines.filter((line) => line.includes("near"))).toEqual([
      "a near geoId/06",
      "b near geoId/08",
      "c near geoId/06",
      "d near geoId/08",
      "e near geoId/08",
    ]);
    expect(asTexts).toEqual([2, 3, 5]);
  });

  test("that are not found are reported in each row", async () => {
    const city = block("Node: E:t->P", "typeOf: dcs:City", "name: C:t->city");
    const rows = ["x,a", "x,b", "y,c", "x,d"];
    const { sink, told, asTexts } = await loaded(city + node("near: E:t->P"), "city,id", ...rows);
    expect(asTexts).toEqual([2, 3, 4, 5]);
    const counter = "Resolution_DcidAssignmentFailure_City";
    const failed = told.filter((one) => one.startsWith(counter) || one.includes("no dcid and is"));
    expect(failed).toHaveLength(4);
    expect(sink.lines).toEqual([]);
  });

  test("are those that observations are about, also where these are odd", async () => {
    const about = place + observationOf("E:t->P", ...dated);
    const values = ["1", "2", "", "[6 Ton]", "many", "3"];
    const rows = values.map((value, at) => `06,x,${2000 + at},${value}`);
    const { sink, asTexts } = await loaded(about, "state,note,date,value", ...rows);
    expect(asTexts).toEqual([2, 4, 5, 6]);
    expect(new Set(sink.observations.map(({ entity }) => entity))).toEqual(new Set(["geoId/06"]));
    expect(sink.observations.map(({ value }) => value)).toContain("3");
  });
});
