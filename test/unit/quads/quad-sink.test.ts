import { DataFactory, StreamParser } from "n3";
import { expect, test } from "vitest";
import { open } from "../../../src/index.ts";
import { RdfSink, rdfSource } from "../../../src/rdf.ts";

const { namedNode, literal, defaultGraph, quad, variable } = DataFactory;

test("quads of a source become the same world", async () => {
  const commons = await open("data-samples/us-states");
  const sink = new RdfSink();
  sink.import(rdfSource(commons, { observations: true }).match());
  const again = await open({ ...(await sink.files()) });
  const { nodeCount, tripleCount, observationCount } = commons.info;
  expect(again.info).toMatchObject({ tripleCount, observationCount });
  expect(again.info.nodeCount).toBe(nodeCount);
  expect(again.values("geoId/06", "name")).toEqual(commons.values("geoId/06", "name"));
});

test("quads of a parser become nodes, texts with their language", async () => {
  const sink = new RdfSink();
  const parser = new StreamParser();
  sink.import(parser);
  parser.end(
    '<http://x/a b:c> <https://schema.org/name> "Kalif\\nornien"@de .'.replace(" b:c", ""),
  );
  const commons = await open({ ...(await sink.files()) });
  expect(commons.values("http://x/a", "name")).toEqual(["Kalif\nornien"]);
});

test("what a world cannot have is refused, and so is a stream that fails", async () => {
  const sink = new RdfSink();
  const one = quad(namedNode("a"), namedNode("b"), literal("c"), defaultGraph());
  expect(() => sink.add({ ...parts(one), object: variable("x") })).toThrow("Variable");
  const stream = new StreamParser();
  sink.import(stream);
  stream.end("no turtle");
  await expect(sink.files()).rejects.toThrow("line 1");
});

const parts = ({ subject, predicate, object, graph }: ReturnType<typeof quad>) => ({
  subject,
  predicate,
  object,
  graph,
});
