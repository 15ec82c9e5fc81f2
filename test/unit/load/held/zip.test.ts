import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { open } from "../../../../src/index.ts";
import { heldRows, refusalOf } from "../held-rows.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const table = (rows: number) => `a,b\n${"1,2\n".repeat(rows)}`;
const zip = () =>
  zipSync({
    "one.csv": bytes(table(3)),
    "in/two.csv": bytes(table(40_000)),
    "in/": new Uint8Array(0),
  });
const view = (of: Uint8Array) => new DataView(of.buffer, of.byteOffset, of.byteLength);

/** A zip with other bytes at some places. */
function changed(
  at: (zip: Uint8Array, list: number) => [place: number, value: number],
  whole = zip(),
) {
  const list = view(whole).getUint32(whole.length - 6, true);
  const [place, value] = at(whole, list);
  view(whole).setUint32(place, value, true);
  return whole;
}

describe("a zip", () => {
  test("is read like the folder of its files, stored or deflated", async () => {
    const stored = zipSync(
      { "one.csv": bytes(table(3)), "in/two.csv": bytes(table(40_000)) },
      { level: 0 },
    );
    for (const content of [zip(), stored]) {
      const tables = await heldRows({ "d.zip": content });
      expect(Object.entries(tables).map(([path, rows]) => [path, rows.length])).toEqual([
        ["d.zip/in/two.csv", 40_001],
        ["d.zip/one.csv", 4],
      ]);
    }
  });

  test("may hold a folder with a manifest, and any other input", async () => {
    const files = {
      "manifest.json": '{"graph": [{"file": "a.mcf", "provenanceId": "p"}]}',
      "a.mcf": 'Node: dcid:a\nname: "A"\n',
      "b.mcf": "Node: dcid:b\n",
    };
    const content = zipSync(
      Object.fromEntries(Object.entries(files).map(([name, text]) => [name, bytes(text)])),
    );
    const commons = await open({ "d.zip": content });
    expect(
      commons.v2.node({ nodes: ["a"], property: "->name" }).data?.["a"]?.arcs?.["name"]?.nodes,
    ).toEqual([{ value: "A", provenanceId: "p" }]);
    expect(
      commons.info.diagnostics.counters.flatMap(({ examples }) => examples).map(({ file }) => file),
    ).toEqual(["d.zip/b.mcf"]);
  });

  test("within a zip is named and not read", async () => {
    const commons = await open({
      "d.zip": zipSync({ "e.zip": zip(), "a.mcf": bytes('Node: dcid:a\nname: "A"\n') }),
    });
    expect(
      commons.info.diagnostics.counters
        .flatMap(({ examples }) => examples)
        .map(({ file, message }) => [file, message]),
    ).toEqual([["d.zip/e.zip", "is a zip within a zip: unpack one of them"]]);
  });

  const mutations: Readonly<Record<string, [content: () => Uint8Array, message: RegExp]>> = {
    "cut off": [() => zip().subarray(0, -1), /is no zip, or is cut off/],
    "of other bytes": [() => new Uint8Array(300), /is no zip, or is cut off/],
    empty: [() => new Uint8Array(0), /is no zip, or is cut off/],
    "with a damaged byte": [
      () => changed(() => [60, 0x12345678], zipSync({ "two.csv": bytes(table(40_000)) })),
      /two\.csv in it is (?:damaged|larger|shorter)/,
    ],
    "with a gigantic size": [
      () => changed((_, list) => [list + 24, 0xffff_fff0]),
      /expands too much/,
    ],
  };
  test.each(Object.entries(mutations))("%s is refused", async (_, [content, message]) => {
    expect(await refusalOf("d.zip", content())).toMatch(message);
    await expect(open({ "d.zip": content() })).rejects.toThrow(/d\.zip/);
  });
});
