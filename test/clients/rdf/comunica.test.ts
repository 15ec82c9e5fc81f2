/** Comunica over `pocket-commons/rdf` answers SPARQL 1.1 as another engine does over the exported N-Quads. */

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { open } from "../../../src/index.ts";
import { Export } from "../../../src/publish/export-formats.ts";
import { rdfSource } from "../../../src/rdf.ts";
import { nodeWith, say, skipped } from "../environment.ts";
import { sample } from "../worlds.ts";
import { queries, second } from "./comunica-queries.ts";

const folder = await nodeWith("comunica", ["@comunica/query-sparql-rdfjs@5.4.1"]);
if (typeof folder !== "string") skipped(folder);

interface Term {
  readonly termType: string;
  readonly value: string;
  readonly datatype?: { readonly value: string };
}

interface Engine {
  query(text: string, context: object): Promise<Result>;
}

interface Result {
  readonly resultType: "bindings" | "quads" | "boolean";
  execute(): Promise<AsyncIterable<never> | boolean>;
}

interface Quad {
  readonly subject: Term;
  readonly predicate: Term;
  readonly object: Term;
}

const oxigraphName: string = "oxigraph";
const { default: oxigraph } = await import(oxigraphName);

const worlds = [await open(sample), await open({ "second.mcf": second })];
const sources = worlds.map((world) => rdfSource(world, { observations: true }));
const store = new oxigraph.Store();
for (const { engine } of worlds) {
  const [file] = new Export(engine, "nquads").files;
  store.load([...(file?.text() ?? [])].join(""), { format: "application/n-quads" });
}

const prologue =
  "BASE <https://datacommons.org/browser/> PREFIX d: <https://datacommons.org/browser/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> ";

/** Numbers by their value: engines write them in several ways. */
function shown({ termType, value, datatype }: Term): string {
  if (termType === "BlankNode") return "_";
  const isNumber = /#(?:integer|decimal|double)$/.test(datatype?.value ?? "");
  return `${termType} ${isNumber ? Number(value) : value}`;
}

const quadText = ({ subject, predicate, object }: Quad): string =>
  [subject, predicate, object].map(shown).join(" ");

const rowText = (row: Iterable<readonly [string, Term]>): string =>
  [...row]
    .map(([name, term]) => `${name}=${shown(term)}`)
    .sort()
    .join(" ");

function expected(text: string): unknown {
  const answer = store.query(text, { use_default_graph_as_union: true });
  if (typeof answer === "boolean") return answer;
  const isQuads =
    answer[0]?.termType === "Quad" || /^\S+ \S+ \S+ \S+ \S+ \S+ (?:CONSTRUCT|DESCRIBE)/.test(text);
  return isQuads ? [...new Set(answer.map(quadText))].sort() : answer.map(rowText).sort();
}

async function answered(engine: Engine, text: string): Promise<unknown> {
  const result = await engine.query(text, { sources });
  const made = await result.execute();
  if (typeof made === "boolean") return made;
  const all: string[] = [];
  for await (const one of made) {
    if (result.resultType === "quads") all.push(quadText(one));
    else {
      const row = one as Iterable<readonly [{ readonly value: string }, Term]>;
      all.push(rowText([...row].map(([{ value }, term]) => [value, term] as const)));
    }
  }
  return (result.resultType === "quads" ? [...new Set(all)] : all).sort();
}

let compared = 0;
afterAll(() => {
  if (compared > 0) say(`Comunica: ${compared} queries compared with Oxigraph`);
});

test("the queries are of every kind", () => {
  expect(queries.length).toBeGreaterThanOrEqual(60);
  expect(new Set(queries).size).toBe(queries.length);
});

test.skipIf(typeof folder !== "string").each(queries)(
  "%s",
  async (query) => {
    const path = "node_modules/@comunica/query-sparql-rdfjs/lib/index.js";
    const { QueryEngine } = await import(pathToFileURL(join(folder as string, path)).href);
    const text = prologue + query;
    expect(await answered(new QueryEngine() as Engine, text)).toEqual(expected(text));
    compared++;
  },
  120_000,
);
