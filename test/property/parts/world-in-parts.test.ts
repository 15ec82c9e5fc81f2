/** However the variables of a world are divided among parts, it answers as one file does. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { endpointOf, endpoints } from "../../../src/adapters/endpoints.ts";
import { Commons } from "../../../src/commons/commons.ts";
import { DiagnosticLog } from "../../../src/load/bytes/diagnostics.ts";
import { noId } from "../../../src/load/statements/sink.ts";
import { Export } from "../../../src/publish/export-formats.ts";
import { exportFormats } from "../../../src/publish/format-names.ts";
import { openRemote } from "../../../src/remote/remote-commons.ts";
import { infoOf, WorldBuilder } from "../../../src/world/world.ts";
import { allReads, answerOf, furtherRequestsAbout, requestsAbout } from "../../oracle/all-reads.ts";
import { MemoryFolder } from "../../remote/stores/memory-folder.ts";
import { composed, divided, snapshotIn } from "../../unit/parts/small-parts.ts";
import { storedIn } from "../../unit/parts/stored-parts.ts";
import { someFacet, someStatements } from "../hostile-statements.ts";
import { someHostileTexts } from "../hostile-texts.ts";
import { runs } from "../runs.ts";

const values = ["1", "1.0", "007", "-0", "0.1", "1e5", "12345678901234567890", "none", "-1.25"];
const variableNames = ["Count_Person", "v1", "v2", "Flow", "\u{10000}", "__proto__"];
const places = ["geoId/06", "country/USA", "\uffff"];

const facet = someFacet({
  provenance: "dc/base/EurostatData",
  importNames: ["EurostatData"],
  provenanceUrls: ["https://a.example"],
  measurementMethods: ["M", "dcAggregate/M"],
});

const worlds = fc.tuple(someHostileTexts(3), fc.tuple(facet, facet)).chain(([texts, facets]) => {
  const nodes = [...variableNames, ...places, "p/1", "dc/base/EurostatData"];
  const parts = {
    node: fc.constantFrom(...nodes),
    few: fc.constantFrom(...places),
    texts,
    facet: fc.constantFrom(...facets),
    date: fc.constantFrom("2019", "2020", "2020-01", "2021-05"),
    value: fc.oneof(fc.constantFrom(...values), fc.integer().map(String)),
  };
  return fc.record({
    ...someStatements(parts, { triples: 40, observations: 80 }),
    variables: fc.array(fc.constantFrom(...variableNames), { minLength: 80, maxLength: 80 }),
    partOf: fc.array(fc.nat(6), { minLength: 6, maxLength: 6 }),
    ranking: fc.constantFrom(undefined, { score: ({ unit }: { unit: string }) => unit.length }),
  });
});

type Drawn = typeof worlds extends fc.Arbitrary<infer World> ? World : never;

function commonsOf({ triples, observations, variables, ranking }: Drawn): Commons {
  const builder = new WorldBuilder();
  const idOf = (dcid: string | undefined) => (dcid === undefined ? noId : builder.node(dcid));
  for (const { subject, predicate, object, provenance } of triples) {
    const [s, p, from] = [builder.node(subject), builder.node(predicate), idOf(provenance)];
    if (object.isNode) builder.link(s, p, builder.node(object.text), from);
    else builder.attribute(s, p, builder.literal(object.text), from);
  }
  const properties = ["from", "to"].map((name) => builder.node(name));
  for (const [
    at,
    { variable: other, entity, facet: source, date, value },
  ] of observations.entries()) {
    const variable = variables[at]!;
    let number = builder.facet({ ...source, provenance: idOf(source.provenance) });
    if (variable === "Flow") number = builder.facetAbout(number, properties, [builder.node(other)]);
    const dateId = builder.date(date);
    builder.observation(builder.node(variable), builder.node(entity), number, dateId, value);
  }
  const { world } = builder.freeze(ranking);
  return new Commons({ world, info: infoOf(world, new DiagnosticLog().summary()) });
}

const nodes = [...variableNames, ...places];
const about = { place: "geoId/06", variable: "Count_Person", type: "country/USA", date: "2020" };
const requests = [...requestsAbout(nodes, ["2020", ""]), ...furtherRequestsAbout(nodes, about)];
const query =
  "SELECT ?o ?v ?e ?x ?d WHERE { ?o variableMeasured ?v . ?o observationAbout ?e . ?o value ?x . ?o observationDate ?d }";

test("every endpoint is asked", () => {
  const asked = new Set(requests.map(({ path }) => endpointOf(path.replace(/\?.*/, ""))));
  expect(asked).toEqual(new Set(Object.values(endpoints).map(({ path }) => path)));
});

test("every read, answer, table and export is the same", async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (drawn) => {
      const one = commonsOf(drawn);
      const bytes = divided(one, drawn.partOf, drawn.ranking);
      for (const part of [bytes.graph, bytes.index, ...bytes.parts]) {
        snapshotIn(part).snapshot.verify("structure");
      }
      const other = composed(bytes);
      const { bytes: _, ...info } = one.info;
      expect(other.info).toMatchObject(info);
      const [reads, otherReads] = [allReads(one), allReads(other)] as object[];
      expect({ ...otherReads, info: 0 }).toStrictEqual({ ...reads, info: 0 });
      const far = await openRemote(storedIn(new MemoryFolder(), bytes));
      for (const asked of requests) {
        const expected = await answerOf(one, asked);
        expect(await answerOf(other, asked)).toBe(expected);
        expect(await answerOf(far, asked), "far").toBe(expected);
      }
      const rest = await everythingElse(one);
      expect(await everythingElse(other)).toEqual(rest);
      expect(await far.ask(everythingElse), "far").toEqual(rest);
      expect(await far.sparql(query), "far").toEqual(await one.sparql(query));
      expect(await far.ask((commons) => ({ ...(allReads(commons) as object), info: 0 }))).toEqual({
        ...reads,
        info: 0,
      });
      far.close();
    }),
    runs(20),
  );
});

/** Tables, lists, SDMX and exports. */
async function everythingElse(commons: Commons): Promise<unknown> {
  const tables = [];
  for (const date of ["latest", "all", "2020"] as const) {
    for (const facetOrder of ["series", "service"] as const) {
      const usual = variableNames.filter((name) => name !== "Flow");
      const question = { variables: usual, entities: places, date, facetOrder } as const;
      tables.push([...(await commons.table(question)).rows()]);
      const flows = { variables: ["Flow"], entities: { from: places }, date, facetOrder } as const;
      const hasFlows = commons.engine.graph.dictionary.nodeOf("from") !== undefined;
      const count = commons.catalog.variables().filter(({ dcid }) => dcid === "Flow").length;
      if (hasFlows && count > 0) tables.push([...(await commons.table(flows)).rows()]);
    }
  }
  const sdmx = [];
  for (const variable of ["Count_Person", "v1"]) {
    const filters = { variableMeasured: variable, observationAbout: "geoId/06" };
    sdmx.push(await commons.sdmx.data({ filters }), [...(await commons.sdmx.csv({ filters }))]);
  }
  const files = exportFormats.flatMap((format) =>
    new Export(commons.engine, format).files.map(({ name, text }) => [name, ...text()].join("")),
  );
  return {
    tables,
    sdmx,
    files,
    variables: commons.catalog.variables(),
    facets: commons.catalog.facets(),
  };
}
