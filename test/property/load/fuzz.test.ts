/**
 * Hostile input: a load answers or rejects with a LoadError, and every line is used or reported.
 * Each line carries a mark of its own, which must come out in a statement; a line whose mark does
 * not must have a diagnostic, its own or that of its node.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LoadError } from "../../../src/errors/errors.ts";
import { type Loaded, loadTexts, type Texts } from "../../unit/load/load-texts.ts";
import { runs } from "../runs.ts";

const { numRuns } = runs(50);

/** A word of letters that is no part of another one. */
const markOf = (index: number): string =>
  `q${String(index).replace(/\d/g, (digit) => "abcdefghij"[Number(digit)]!)}z`;

const textsOf = ({ sink }: Loaded): string =>
  [...sink.triples, ...sink.observations].map((row) => Object.values(row).join("\n")).join("\n");

/** Lines of the file that have a diagnostic. */
const linesTold = ({ diagnostics }: Loaded, file: string): Set<number> =>
  new Set(
    diagnostics
      .filter((line) => line.includes(` ${file}:`))
      .map((line) => Number(/:(\d+)$/.exec(line)?.[1])),
  );

async function loadOrRefuse(texts: Texts): Promise<Loaded | undefined> {
  try {
    return await loadTexts(texts);
  } catch (error) {
    expect(error).toBeInstanceOf(LoadError);
    return undefined;
  }
}

const noise = fc.stringMatching(/^[ "\\[\],:l#/ä.\-0-9]{0,6}$/);
const property = fc.constantFrom("name", "typeOf", "age", "containedInPlace", "value", "ä b");
const prefix = fc.constantFrom("", "dcid:", "dcs:", "l:", "who:", '"', "[", "[5 ");
const suffix = fc.constantFrom("", '"', "]", " 5]", ",", '."');

/** A line with a place for its mark, `@`. */
const mcfLine = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.constantFrom("Node: dcid:@", "Node: @", "Node:schema:@ ", "Node: l:@"),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("Node: @,x", 'Node: "@"', "Context: @", "no colon @", ": @"),
  },
  { weight: 1, arbitrary: fc.constantFrom("dcid: @", 'dcid: "@"', "dcid: dcs:@", "dcid: a, @") },
  { weight: 1, arbitrary: fc.constantFrom("", "  ", "# @", "// @") },
  {
    weight: 6,
    arbitrary: fc
      .tuple(property, prefix, noise, noise, suffix)
      .map(([name, start, left, right, end]) => `${name}: ${start}${left}@${right}${end}`)
      // The prefix of a unit means nothing, whatever it is.
      .filter((line) => !/\[.*@.*:/.test(line)),
  },
  { weight: 1, arbitrary: fc.constant("typeOf: dcs:StatVarObservation, @") },
);

const isSilent = (line: string): boolean => /^\s*(#|\/\/|$)/.test(line);

/** A text with some of its bytes replaced, left out or doubled, or with others put in. */
function mutations(text: string): fc.Arbitrary<Uint8Array> {
  const edit = fc.record({
    at: fc.nat(text.length),
    remove: fc.nat(8),
    insert: fc.oneof(
      fc.constantFrom(
        "\n",
        '"',
        '""',
        "\\",
        ",",
        "\0",
        "\r",
        "[",
        "]",
        ":",
        "l:",
        "\ufeff",
        "C:T->",
      ),
      fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes).toString("latin1")),
    ),
  });
  const edited = fc.array(edit, { maxLength: 8 }).map((edits) => {
    // Latin-1: a code unit is a byte.
    let bytes = Buffer.from(text).toString("latin1");
    for (const { at, remove, insert } of edits) {
      bytes = bytes.slice(0, at) + insert + bytes.slice(at + remove);
    }
    return Buffer.from(bytes, "latin1");
  });
  return fc.oneof(edited, fc.uint8Array({ maxLength: 200 }));
}

/** Bytes in place of a good file, beside the other files of the load. */
async function neverCrashes(text: string, name: string, others: Texts = {}): Promise<void> {
  let tried = 0;
  await fc.assert(
    fc.asyncProperty(mutations(text), async (bytes) => {
      await loadOrRefuse({ ...others, [name]: bytes });
      tried += 1;
    }),
    { numRuns },
  );
  expect(tried).toBeGreaterThanOrEqual(numRuns);
}

describe("MCF", () => {
  test("every line is used or reported", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(mcfLine, { maxLength: 40 }), async (forms) => {
        const lines = forms.map((form, index) => form.replaceAll("@", markOf(index)));
        const loaded = await loadTexts({ "a.mcf": lines.join("\n") });
        const texts = textsOf(loaded);
        const told = linesTold(loaded, "a.mcf");
        let node = 0;
        const context = lines.findIndex((line) => /^(?:Node|Context):/.test(line));
        const lost = lines.filter((line, index) => {
          if (/^Node:/.test(line)) node = index + 1;
          if (isSilent(line) || texts.includes(markOf(index))) return false;
          if (told.has(index + 1) || told.has(node)) return false;
          // A node's line is used by the lines that follow, an identity by its node.
          const isNode = /^Node:/.test(line);
          return !(isNode || line.startsWith("dcid:") || index === context);
        });
        expect(lost).toEqual([]);
      }),
      { numRuns },
    );
  });

  test("any bytes are loaded or refused", async () => {
    const sample = `Context:
importName: "x"

Node: dcid:a
typeOf: City
name: "a \\"b\\", c"
age: [Years 10 -]
near: l:B

Node: B
dcid: "b"
# c
Node: o
typeOf: StatVarObservation
variableMeasured: v
observationAbout: l:B
observationDate: "2000"
value: 5
`;
    await neverCrashes(sample, "a.mcf");
    await neverCrashes(sample, "a.mcf.gz");
  });
});

const template = `Node: E:T->E1
dcid: C:T->Id
name: C:T->Name
near: E:T->E2

Node: E:T->E2
typeOf: City
dcid: C:T->Other

Node: E:T->E3
typeOf: StatVarObservation
variableMeasured: v
observationAbout: E:T->E1
observationDate: C:T->Date
value: C:T->Value
`;

/** A cell that a CSV reader gives back as it is: quoted if it must be. */
const cell = (text: string): string =>
  /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const row = fc.array(
  fc.oneof(fc.constant("@"), fc.stringMatching(/^[ a-z0-9:,"[\]ä😀-]{0,8}$/u), fc.constant("")),
  { minLength: 3, maxLength: 6 },
);

/** Rows of cells, a mark in the first one and wherever a cell says so. */
const table = fc
  .array(row, { maxLength: 20 })
  .map((rows) =>
    rows.map((cells, index) =>
      [markOf(index), ...cells].map((text) => text.replaceAll("@", markOf(index))),
    ),
  );

function lostRows(loaded: Loaded, rows: readonly (readonly string[])[]): string[] {
  const texts = textsOf(loaded);
  const told = linesTold(loaded, "a.csv");
  return rows
    .map((cells) => cells.map(cell).join(","))
    .filter((_line, index) => !texts.includes(markOf(index)) && !told.has(index + 2));
}

const csvOf = (header: string, rows: readonly (readonly string[])[]): string =>
  [header, ...rows.map((cells) => cells.map(cell).join(","))].join("\n");

describe("templates", () => {
  test("every row is used or reported", async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const texts = { "a.tmcf": template, "a.csv": csvOf("Id,Name,Other,Date,Value", rows) };
        expect(lostRows(await loadTexts(texts), rows)).toEqual([]);
      }),
      { numRuns },
    );
  });

  test("any bytes are loaded or refused", async () => {
    const csv = 'Id,Name,Other,Date,Value\na,"b, c",d,2000,1\n\n"e ""f""",\\"g\\",h,2001,\n';
    await neverCrashes(csv, "a.csv", { "a.tmcf": template });
    await neverCrashes(template, "a.tmcf", { "a.csv": csv });
  });
});

describe("dump tables", () => {
  test("every row is used or reported", async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const observations = csvOf("entity,variable,date,value,unit", rows);
        expect(lostRows(await loadTexts({ "a.csv": observations }), rows)).toEqual([]);
        const triples = csvOf("subject_id,predicate,object_id,object_value,provenance", rows);
        expect(lostRows(await loadTexts({ "a.csv": triples }), rows)).toEqual([]);
      }),
      { numRuns },
    );
  });

  test("any bytes are loaded or refused", async () => {
    const observations =
      'entity,variable,date,value,properties\na,b,2000,1,{}\n"c ""d""",b,2001,x,\n';
    await neverCrashes(observations, "a.csv");
    const triples = "subject_id,predicate,object_id,object_value\r\na,b,c,\r\nd,e,,f\r\n";
    await neverCrashes(triples, "a.csv");
  });
});

test("a manifest of any bytes is read or refused", async () => {
  const manifest = '{"graph": [{"file": "a.mcf", "provenanceId": ""}], "observations": "o.csv"}';
  await neverCrashes(manifest, "manifest.json", {
    "a.mcf": "Node: dcid:x\nname: a",
    "o.csv": "entity,variable,date,value\na,b,2000,1",
  });
});
