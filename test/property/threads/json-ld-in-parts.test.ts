/** JSON-LD read in parts by any number of threads is what one thread reads. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Texts } from "../../unit/load/load-texts.ts";
import { expectSameInParts, requireSame } from "./pretended-threads.ts";

/** A smaller document is read as a whole. */
const padding = 1024 * 1024;

const context = { dcid: "https://datacommons.org/browser/", odd: {}, id: "@id" };

const id = fc.constantFrom("dcid:a", "dcid:b", "dcid:geoId/06", "_:b0", "_:b1", "", "x y");
const text = fc.constantFrom(
  ..."x,y,],[,{,},é".split(","),
  '"',
  "\\",
  '},{"@id":"dcid:c"},',
  "]}",
  "a\nb",
  '\\\\"],',
  "\ud800",
  "😀",
);
const value = fc.oneof(
  text,
  id.map((one) => ({ "@id": one })),
  fc.constantFrom(1, 2.5, true, null, [[1]], { "@list": ["x", "y"] }, { "@value": "v" }),
  fc.array(text, { maxLength: 2 }),
);
const { inner } = fc.letrec<{ inner: unknown }>((tie) => ({
  inner: fc.dictionary(
    fc.constantFrom("@id", "dcid:name", "dcid:of", "@reverse", "typeOf", "]"),
    // Within a list, nodes look as those of the document do.
    fc.oneof({ depthSize: "small" }, value, tie("inner"), fc.array(tie("inner"), { maxLength: 3 })),
    { maxKeys: 3 },
  ),
}));
const node = fc
  .tuple(id, fc.constantFrom("@id", "@id", "id"), inner)
  .map(([own, key, more]) => ({ [key]: own, ...(more as object) }));
/** Nodes that are one, whose first name counts. */
const named = fc.tuple(fc.constantFrom("dcid:a", "dcid:b"), fc.constantFrom("x", "y", "z"));
const namedNode = named.map(([own, name]) => ({ "@id": own, "dcid:name": name }));
const observation = fc
  .record({
    entity: fc.constantFrom("dcid:a", "dcid:b"),
    date: fc.constantFrom("2020", "2021", "soon"),
    amount: fc.constantFrom<unknown>(1, 2, "3.50", "maybe", null),
    more: fc.constantFrom<object>(
      {},
      {},
      { "dcid:unit": "m" },
      { "dcid:provenance": { "@id": "dcid:P" }, "dcid:provenanceUrl": "https://e.x" },
      { "dcid:note": "further" },
      { "dcid:from": { "@id": "dcid:b" } },
    ),
  })
  .map(({ entity, date, amount, more }) => ({
    "@id": "dcid:o",
    "@type": "dcid:StatVarObservation",
    "dcid:variableMeasured": { "@id": "dcid:v" },
    "dcid:observationAbout": { "@id": entity },
    "dcid:observationDate": date,
    "dcid:value": amount,
    ...more,
  }));
const item = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: observation },
      { weight: 2, arbitrary: namedNode },
      node,
      fc.constantFrom(7, "x", null, ["a"], {}),
    ),
    fc.constantFrom(0, 0, 1, 3),
  )
  .map(([one, indent]) => JSON.stringify(one, null, indent));
/** A character left out of an item, or one too many; in few documents, as nothing is read then. */
const fault = fc.oneof(
  { weight: 5, arbitrary: fc.constant(undefined) },
  fc.tuple(fc.nat(), fc.nat(), fc.constantFrom("", ",", "]", "}", '"', "[", "\\", "\0", "\n")),
);
const comma = fc.constantFrom(",", ",\n", " ,\n  ", ",\r\n");
const [graph, ownContext] = ['"@graph": [', `"@context": ${JSON.stringify(context)}`];
const usualAround: readonly (readonly [string, string])[] = [
  ["[", "]"],
  [`{${ownContext},\n${graph}`, "]}"],
  [`\ufeff{"@id": "[", ${graph}\n`, `\n], "@context": ["elsewhere", {"dcid": "x:"}]}\n`],
  [`{${graph}`, `], ${ownContext}}`],
  [`{${graph}`, `],\n "other": {${graph}{"@id": "dcid:a"}]}}`],
];
/** It is read as a whole, or refused. */
const oddAround: readonly (readonly [string, string])[] = [
  [`{${graph}`, "]"],
  [`{${graph}`, `], ${graph}]}`],
  [`{${graph}`, ",]}"],
];
const around = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...usualAround) },
  fc.constantFrom(...oddAround),
);

/** Blanks before a node, or a long text within one. */
const pad = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(" ".repeat(padding), `${" ".repeat(padding)}\n\n`) },
  fc.constant({ "@id": "dcid:long", "dcid:name": "[".repeat(padding) }),
);

test("JSON-LD", async () => {
  const files = fc
    .record({
      around,
      items: fc.array(item, { minLength: 2, maxLength: 14 }),
      comma,
      fault,
      pad,
      padAt: fc.nat(),
    })
    .map(({ around: [head, tail], items, comma: between, ...rest }): Texts => {
      const texts = [...items];
      const at = rest.padAt % items.length;
      const isText = typeof rest.pad === "string";
      texts[at] = isText ? `${rest.pad}${texts[at]}` : JSON.stringify(rest.pad);
      if (rest.fault !== undefined) spoil(texts, rest.fault);
      return { "a.jsonld": head + texts.join(between) + tail };
    });
  await requireSame(files, 40, 2);
});

function spoil(texts: string[], [which, where, character]: readonly [number, number, string]) {
  const whole = texts[which % texts.length]!;
  const at = where % whole.length;
  texts[which % texts.length] = whole.slice(0, at) + character + whole.slice(at + 1);
}

test("what looks like the begin of a node, and is none, is found out", async () => {
  const inner = '{"@id":"dcid:b","dcid:name":"x","dcid:of":{"@id":"dcid:c"}}';
  const nodes = Array.from({ length: 9 }, (_, at) => {
    const within = `"dcid:of":[${Array.from({ length: at === 5 ? 9 : 1 }, () => inner).join()}]`;
    const text = at === 7 ? JSON.stringify(inner.concat(",").repeat(9)) : '"n"';
    return `{"@id":"dcid:n${at}",${within},"dcid:name":${text}}`;
  });
  const document = `[${nodes.join()},${" ".repeat(padding)}${nodes.join()}]`;
  for (const partBytes of [100, 200, 300, 500]) {
    const division = { threads: 1, partBytes, delay: () => 0 };
    expect(await expectSameInParts({ "a.jsonld": document }, division)).toBeGreaterThan(3);
  }
});

test.each([
  ["in a node", '{"@id": "dcid:x",\n"dcid:name" "x"}'],
  ["between nodes", '{"@id": "dcid:x"},\n'],
])("a fault is told with its line, whichever part it is in: %s", async (_, odd) => {
  const nodes = Array.from({ length: 30 }, (_, at) => `{"@id": "dcid:n${at}",\n"dcid:name": "n"}`);
  nodes[20] = odd;
  const document = `[${" ".repeat(padding)}${nodes.join(",\n")}]`;
  const division = { threads: 2, partBytes: 100, delay: () => 0 };
  expect(await expectSameInParts({ "a.jsonld": document }, division)).toBeGreaterThan(10);
});
