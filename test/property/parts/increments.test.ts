/** A part that is built again with new rows, and published over the version before, is what is built and published anew. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { open } from "../../../src/index.ts";
import { fileBlocks, folderTarget, worldFiles } from "../../../src/operate.ts";
import { buildPart, joinParts, saveGraph } from "../../../src/parts.ts";
import { openRemote, publish } from "../../../src/remote.ts";
import { answerOf, requestsAbout } from "../../oracle/all-reads.ts";
import { runs } from "../runs.ts";

const folder = mkdtempSync(join(tmpdir(), "pocket-commons-increments-"));
afterAll(() => rmSync(folder, { recursive: true }));

const places = Array.from({ length: 40 }, (_, at) => `geoId/${at + 10}`);
/** The variables of each part. The first part gets new rows. */
const plan = [
  ["Count_Person", "Count_Household"],
  ["Median_Age", "Flow"],
];
const nodes = [...plan.flat(), ...places.slice(0, 3)];

const row = (variables: readonly string[]) =>
  fc.record({
    variable: fc.constantFrom(...variables),
    entity: fc.constantFrom(...places),
    date: fc.constantFrom("2019", "2020", "2020-01", "2021"),
    value: fc.oneof(fc.integer({ min: -9, max: 1e6 }), fc.constantFrom(0.5, 12.25)).map(String),
    unit: fc.constantFrom("", "USDollar"),
  });
/** No two for one place and date: which one is left out is reported with its file, and files differ. */
const rowsOf = (variables: readonly string[]) =>
  fc.uniqueArray(row(variables), {
    minLength: 2,
    maxLength: 60,
    selector: ({ variable, entity, date, unit }) => [variable, entity, date, unit].join(),
  });
/** Of the first part, rows of the first version and new ones; and rows of the other part. */
const someRows = fc
  .tuple(rowsOf(plan[0]!), rowsOf(plan[1]!), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([rows, other, share]) => {
    const first = rows.slice(0, 1 + Math.floor(share * (rows.length - 2)));
    return { first, other, added: rows.slice(first.length) };
  });
type Row = Readonly<Record<"variable" | "entity" | "date" | "value" | "unit", string>>;

const csvOf = (rows: readonly Row[]): string =>
  [
    "variable,entity,date,value,unit,provenance",
    ...rows.map((one) => `${Object.values(one).join(",")},p/rows`),
  ].join("\n");

const graphText = [...plan.flat(), ...places, "p/rows", "USDollar"]
  .map((dcid) => `Node: dcid:${dcid}\ntypeOf: dcs:Thing\nname: "${dcid} itself"\n`)
  .join("\n");

let count = 0;

/** Files of a world in parts, built from one file or several of each part. */
class Place {
  readonly #folder = join(folder, `${count++}`);

  constructor() {
    mkdirSync(this.#folder);
  }

  at(name: string): string {
    return join(this.#folder, name);
  }

  async build(part: number, files: readonly (readonly Row[])[]): Promise<void> {
    const paths = files.map((rows, at) => {
      writeFileSync(this.at(`${part}-${at}.csv`), csvOf(rows));
      return this.at(`${part}-${at}.csv`);
    });
    const graph = await open(join(folder, "graph.pocket"));
    await buildPart(graph, paths, this.at(`${part}.part`), { variables: plan[part]! });
    graph.close();
  }

  async publish(version: string, store: string): Promise<void> {
    const parts = plan.map((_, part) => this.at(`${part}.part`));
    await joinParts(join(folder, "graph.pocket"), parts, join(folder, "world.json"));
    const { snapshot, parts: objects } = await worldFiles(join(folder, "world.json"));
    await publish(folderTarget(store), snapshot, { parts: objects, version });
  }
}

async function answersIn(store: string): Promise<readonly string[]> {
  const remote = await openRemote(fileBlocks(join(store, "world.json")));
  const answers: string[] = [];
  for (const asked of requestsAbout(nodes, ["2020", ""]))
    answers.push(await answerOf(remote, asked));
  remote.close();
  return answers;
}

test("parts are the same, byte for byte, and so are answers", async () => {
  await saveGraph(await open({ "graph.mcf": graphText }), join(folder, "graph.pocket"));
  await fc.assert(
    fc.asyncProperty(someRows, async ({ first, other, added }) => {
      const [grown, anew] = [new Place(), new Place()];
      await grown.build(0, [first]);
      await grown.build(1, [other]);
      await grown.publish("one", grown.at("store"));
      await grown.build(0, [first, added]);
      await grown.publish("two", grown.at("store"));
      await anew.build(0, [[...first, ...added]]);
      await anew.build(1, [other]);
      await anew.publish("all", anew.at("store"));
      for (const name of ["0.part", "1.part"]) {
        expect(readFileSync(grown.at(name)).equals(readFileSync(anew.at(name))), name).toBe(true);
      }
      const answers = await answersIn(anew.at("store"));
      expect(await answersIn(grown.at("store"))).toEqual(answers);
    }),
    runs(2),
  );
});
