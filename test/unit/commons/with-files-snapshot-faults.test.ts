/** The file of an open snapshot changes, after some questions and before others. */

import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SnapshotError } from "../../../src/errors/errors.ts";
import { type Commons, open } from "../../../src/index.ts";
import { Export } from "../../../src/publish/export-formats.ts";
import { sized } from "../../property/runs.ts";

const size = sized(2500, 6000);
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

/** So large that sections have several blocks. */
function world(word: string, places = 11): Promise<Commons> {
  const nodes = numbers(size).map(
    (at) => `Node: dcid:n${at}
typeOf: dcs:${at % 3 === 0 ? "State" : "City"}
name: "${word} ${at} ${"abcdef".repeat(at % 5)}"
containedInPlace: dcid:p${at % places}
`,
  );
  const rows = numbers(size).map(
    (at) => `n${at},Count_${at % 7},${2000 + (at % 20)},${at * places}\n`,
  );
  return open({
    "a.mcf": nodes.join("\n"),
    "o.csv": `entity,variable,date,value\n${rows.join("")}`,
  });
}

const select = ["variable", "entity", "date", "value", "facet"] as const;
const post = (path: string, body: object) => async (commons: Commons) => {
  const headers = { "x-api-key": "any" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await commons.fetch(path, init);
  const text = await response.text();
  if (response.status === 200) return text;
  // Over HTTP an error is its code and its message.
  expect(response.status).toBe(500);
  expect(text).toMatch(/was cut after it was opened|is damaged in the \d+ bytes/);
  return isFault;
};
const isFault = Symbol("a SnapshotError, in a body");

const questions: Readonly<Record<string, (commons: Commons) => unknown>> = {
  "arcs out": (commons) =>
    commons.v2.node({ nodes: ["n5", "n77", `n${size - 1}`], property: "->*" }),
  "arcs in": (commons) => commons.v2.node({ nodes: ["p5"], property: "<-containedInPlace" }),
  "a chain": (commons) =>
    commons.v2.node({ nodes: ["p3"], property: "<-containedInPlace+{typeOf:City}" }),
  series: (commons) =>
    commons.v2.observation({
      entity: { dcids: ["n1", "n2493"] },
      variable: { dcids: ["Count_1"] },
      select: [...select],
    }),
  "the latest of many": (commons) =>
    commons.v2.observation({
      entity: { expression: "p3<-containedInPlace+{typeOf:City}" },
      variable: { dcids: ["Count_2"] },
      date: "LATEST",
      select: [...select],
    }),
  "an id by name": (commons) =>
    commons.v2.resolve({ nodes: ["Town 11 abcdef"], property: "<-name->dcid" }),
  sparql: (commons) =>
    commons.v2.sparql({
      query: "SELECT ?a ?n WHERE { ?a typeOf State . ?a name ?n } ORDER BY ?n LIMIT 50",
    }),
  catalog: (commons) => [commons.catalog.variables(), commons.catalog.types()],
  "an export": (commons) =>
    new Export(commons.engine, "mcf").files.map(({ text }) => [...text()].join("")),
  "arcs over HTTP": post("/v2/node", { nodes: ["n9"], property: "->*" }),
  "series over HTTP": post("/v2/observation", {
    entity: { dcids: ["n9"] },
    variable: { dcids: ["Count_2"] },
    select,
  }),
};

let folder: string;
let path: string;
let bytes: Uint8Array;
/** Of another world. */
let other: Uint8Array;
const answers = new Map<string, unknown>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pocket-commons-"));
  path = join(folder, "world.pocket");
  await (await world("Tawn", 10)).save(path);
  other = readFileSync(path);
  const original = await world("Town");
  await original.save(path);
  bytes = readFileSync(path);
  for (const [name, ask] of Object.entries(questions)) answers.set(name, await ask(original));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Asks; the old answer, or what was thrown. */
async function asked(commons: Commons, name: string): Promise<"same" | "refused"> {
  let answer: unknown;
  try {
    answer = await questions[name]!(commons);
  } catch (error) {
    expect(error).toBeInstanceOf(SnapshotError);
    expect(["damaged", "truncated"]).toContain((error as SnapshotError).fault);
    expect(error).toMatchObject({ file: path });
    return "refused";
  }
  if (answer === isFault) return "refused";
  expect(isDeepStrictEqual(answer, answers.get(name)), name).toBe(true);
  return "same";
}

/** Opens the file, asks a question, changes the file, and asks all questions twice. */
async function outcomes(change: () => void, first: string): Promise<string[]> {
  rmSync(path, { force: true });
  writeFileSync(path, bytes);
  const commons = await open(path);
  expect(await asked(commons, first)).toBe("same");
  change();
  // What was answered before is in memory, whatever becomes of the file.
  expect(await asked(commons, first)).toBe("same");
  const found: string[] = [];
  for (const name of [...answers.keys(), ...answers.keys()]) {
    found.push(await asked(commons, name));
  }
  return found;
}

function overwrite(some: Uint8Array, position = 0): void {
  const descriptor = openSync(path, "r+");
  writeSync(descriptor, some, 0, some.length, position);
  closeSync(descriptor);
}

const firsts = ["arcs out", "series", "an id by name"];
/** One of them for each of the changes, or each for each. */
const firstsOf = (change: number) =>
  sized(0, 1) === 0 ? [firsts[change % firsts.length]!] : firsts;
const numbered = (changes: Readonly<Record<string, () => void>>) =>
  Object.entries(changes).map(([what, change], at) => [what, change, firstsOf(at)] as const);

describe("an open snapshot answers as before when its file is", () => {
  const changes: Readonly<Record<string, () => void>> = {
    "replaced by another": () => {
      writeFileSync(`${path}.new`, other);
      renameSync(`${path}.new`, path);
    },
    removed: () => rmSync(path),
    renamed: () => renameSync(path, `${path}.old`),
  };
  test.each(numbered(changes))("%s", async (_what, change, ownFirsts) => {
    for (const first of ownFirsts) {
      expect(new Set(await outcomes(change, first))).toEqual(new Set(["same"]));
    }
  });
});

describe("an open snapshot answers as before or not at all when its file is", () => {
  const changes: Readonly<Record<string, () => void>> = {
    "cut to half": () => truncateSync(path, bytes.length >> 1),
    emptied: () => truncateSync(path, 0),
    "overwritten with zeros": () => overwrite(new Uint8Array(bytes.length)),
    "overwritten with another snapshot": () => overwrite(other),
    "moved by some bytes": () => overwrite(bytes.subarray(64)),
    "changed in one bit of each part": () => {
      for (let at = 500; at < bytes.length; at += 10_007) {
        overwrite(Uint8Array.of(bytes[at]! ^ (1 << (at % 8))), at);
      }
    },
  };
  test.each(numbered(changes))("%s", async (_what, change, ownFirsts) => {
    for (const first of ownFirsts) {
      const found = await outcomes(change, first);
      expect(found).toContain("refused");
      // Asked again, a question has the same outcome: nothing half-read is used.
      expect(found.slice(found.length / 2)).toEqual(found.slice(0, found.length / 2));
    }
  });

  test("overwritten, and whole again later", async () => {
    writeFileSync(path, bytes);
    const commons = await open(path);
    overwrite(new Uint8Array(bytes.length));
    for (const name of answers.keys()) await asked(commons, name);
    overwrite(bytes);
    for (const name of answers.keys()) expect(await asked(commons, name)).toBe("same");
    commons.verify();
  });
});
