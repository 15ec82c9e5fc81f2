/** XML block by block: encodings, texts, places and roots. */
import { describe, expect, test } from "vitest";
import { readXml, rootOf, type XmlPlace } from "../../../../src/load/held/xml.ts";

const latin = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const utf8 = (text: string) => new Uint8Array(Buffer.from(text));

/** What is heard of a document, in order. */
async function heardOf(...blocks: readonly Uint8Array[]): Promise<string[]> {
  const heard: string[] = [];
  const handler = {
    open(name: string, _: Readonly<Record<string, string>>, { parent }: XmlPlace) {
      heard.push(`<${parent ?? ""}/${name}`);
    },
    close(name: string, text: string, { names }: XmlPlace) {
      heard.push(`>${names.join("/")} ${name}=${text}`);
    },
  };
  const all = async function* () {
    yield* blocks;
  };
  for await (const _ of readXml(all(), "a.xml", handler, () => undefined));
  return heard;
}

describe("the encoding of a document", () => {
  const body = "<a>é</a>";
  test.each<[what: string, block: Uint8Array]>([
    ["is UTF-8 if it says none", utf8(body)],
    ["may be said", utf8(`<?xml version="1.0" encoding="UTF-8"?>${body}`)],
    ["may be another one", latin(`<?xml version="1.0" encoding="ISO-8859-1"?>${body}`)],
    ["may stand between other quotes", latin(`<?xml version='1.0' encoding='latin1' ?>${body}`)],
    ["may have blanks around its sign", latin(`<?xml version="1.0" encoding = "latin1"?>${body}`)],
    ["stands after a mark of UTF-8", utf8(`\ufeff<?xml version="1.0" encoding="utf-8"?>${body}`)],
    ["stands in the first line alone", utf8(`<!-- <?xml encoding="latin1"?> -->${body}`)],
  ])("%s", async (_, block) => {
    expect(await heardOf(block)).toEqual(["</a", ">a a=é"]);
  });

  test.each<[block: Uint8Array, problem: string]>([
    [
      utf8('<?xml version="1.0" encoding="none"?><a/>'),
      "a.xml: has the encoding none, which is not read",
    ],
    [latin("<a>é</a>"), "a.xml:1: / holds bytes that are no text in its encoding"],
  ])("that cannot be read is refused: %#", async (block, problem) => {
    await expect(heardOf(block)).rejects.toThrow(problem);
  });
});

test("elements have their own texts and no prefixes, wherever blocks end", async () => {
  const bytes = utf8("<x:a>1<b>é</b><![CDATA[<2>]]>&amp;</x:a>");
  const heard = ["</a", "<a/b", ">a/b b=é", ">a a=1<2>&"];
  for (let at = 1; at < bytes.length; at++) {
    expect(await heardOf(bytes.slice(0, at), bytes.slice(at))).toEqual(heard);
  }
});

test.each<[start: string, name: string, attributes: string]>([
  ["<a>", "a", ""],
  ['\ufeff<?xml version="1.0"?>\n<!-- c --><x:a-b c="d">', "a-b", ' c="d"'],
  ['<!DOCTYPE a [<!ENTITY b "c">] ><a/>', "a", "/"],
  ["<!DOCTYPE a><a>", "a", ""],
  ["<!-- <b> --><?p <c> ?><a>", "a", ""],
  ["text <a>", "", ""],
  ["", "", ""],
])("the root of %j is %j with the attributes %j", (start, name, attributes) => {
  expect(rootOf(start)).toEqual({ name, attributes });
});
