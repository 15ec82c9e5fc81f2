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

test.each<[what: string, blocks: readonly Uint8Array[], problem: string]>([
  ["no bytes", [], "a.xml:1: / is no XML: document must contain a root element."],
  [
    "a fault further on",
    [utf8(`<a>${"\n".repeat(11)}<b c="d">${" ".repeat(12)}</a>`)],
    "a.xml:12: /a is no XML: unexpected close tag.",
  ],
  [
    "half a character at its end",
    [utf8("<a/>"), utf8("é").subarray(0, 1)],
    "a.xml:1: / holds bytes that are no text in its encoding",
  ],
  [
    "the third of its kind at fault",
    [utf8("<a><b/><c/><b/><b><d/><d>&x;</d></b></a>")],
    "a.xml:1: /a/b[3]/d[2] is no XML: undefined entity.",
  ],
  [
    "a hundred and one elements in each other",
    [utf8("<a>".repeat(101))],
    `a.xml:1: ${"/a".repeat(101)} stands more than 100 deep`,
  ],
])("a document with %s is refused", async (_, blocks, message) => {
  await expect(heardOf(...blocks)).rejects.toThrow(expect.objectContaining({ message }));
});

test("a hundred elements in each other are read", async () => {
  expect(await heardOf(utf8("<a>".repeat(100) + "</a>".repeat(100)))).toHaveLength(200);
});

test("a text of 16 MiB is read, and a longer one is refused", async () => {
  const [long, most] = ["x".repeat(1024 * 1024), 16];
  const blocks = Array.from({ length: most }, () => utf8(`${long}<b/>`));
  const [, text] = (await heardOf(utf8("<a>"), ...blocks, utf8("</a>"))).at(-1)!.split("=");
  expect(text?.length).toBe(most * long.length);
  await expect(heardOf(utf8("<a>"), ...blocks, utf8("x</a>"))).rejects.toThrow(
    "a.xml:1: /a holds a text that is too long",
  );
});

test("texts are heard as they come, but for those around the document", async () => {
  const texts: string[] = [];
  const handler = {
    open() {},
    text: (text: string, { names }: XmlPlace) => texts.push(`${names.join("/")} ${text}`),
  };
  const all = async function* () {
    yield utf8("\n<a>1<b>2</b> <![CDATA[3]]></a>\n");
  };
  for await (const _ of readXml(all(), "a.xml", handler, () => undefined));
  expect(texts).toEqual(["a 1", "a/b 2", "a  ", "a 3"]);
});

test.each<[start: string, name: string, attributes: string]>([
  ["<a>", "a", ""],
  ["<x1-y:a>", "a", ""],
  ['\ufeff<?xml version="1.0"?>\n<!-- c --><x:a-b c="d">', "a-b", ' c="d"'],
  ['<!DOCTYPE a [<!ENTITY b "c">] ><a/>', "a", "/"],
  ["<!DOCTYPE a><a>", "a", ""],
  ["<!-- <b> --><?p <c> ?><a>", "a", ""],
  ["text <a>", "", ""],
  ["", "", ""],
])("the root of %j is %j with the attributes %j", (start, name, attributes) => {
  expect(rootOf(start)).toEqual({ name, attributes });
});
