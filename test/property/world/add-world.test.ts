/** A world upon a base is the world that all of the statements make in one load. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Commons } from "../../../src/commons/commons.ts";
import { DiagnosticLog } from "../../../src/load/bytes/diagnostics.ts";
import { noId } from "../../../src/load/statements/sink.ts";
import { addWorld } from "../../../src/world/add-world.ts";
import { infoOf, WorldBuilder } from "../../../src/world/world.ts";
import { allReads, answerOf, requestsAbout } from "../../oracle/all-reads.ts";
import { someFacet, someStatements } from "../hostile-statements.ts";
import { someHostileTexts } from "../hostile-texts.ts";
import { runs } from "../runs.ts";

const values = ["1", "1.0", "4.50", "007", "-0", "0.1", "1e5", "12345678901234567890", "none"];
/** An import of its own has a name that no provenance node gives. */
const facet = someFacet({
  provenance: "dc/base/Survey",
  importNames: ["Own", "\ud800 own"],
  provenanceUrls: ["https://own.example"],
  measurementMethods: ["M", "dcAggregate/M", "dcAggregate/dcAggregate/M"],
});

const drawn = fc
  .tuple(someHostileTexts(4), someHostileTexts(4), fc.tuple(facet, facet, facet))
  .chain(([nodes, texts, facets]) => {
    const node = fc.constantFrom("geoId/06", "p/1", "dc/base/Survey", ...nodes);
    const few = fc.constantFrom("geoId/06", ...nodes.slice(0, 1));
    const parts = {
      node,
      few,
      texts,
      facet: fc.constantFrom(...facets),
      date: fc.oneof(fc.constantFrom("2020", "2020-01"), fc.nat(20).map(String)),
      value: fc.oneof(
        fc.constantFrom(...values),
        fc.integer().map(String),
        fc.double().map(String),
      ),
    };
    const part = fc.record(someStatements(parts, { triples: 30, observations: 40 }));
    return fc.record({
      nodes: fc.constant(["geoId/06", ...nodes]),
      parts: fc.tuple(part, part, part),
    });
  });

type Drawn = typeof drawn extends fc.Arbitrary<infer World> ? World : never;

function add({ triples, observations }: Drawn["parts"][number], builder: WorldBuilder): void {
  for (const { subject, predicate, object, provenance } of triples) {
    const from = provenance === undefined ? noId : builder.node(provenance);
    const [s, p] = [builder.node(subject), builder.node(predicate)];
    if (object.isNode) builder.link(s, p, builder.node(object.text), from);
    else builder.attribute(s, p, builder.literal(object.text), from);
  }
  for (const { variable, entity, facet, date, value } of observations) {
    const provenance = facet.provenance === undefined ? noId : builder.node(facet.provenance);
    builder.observation(
      builder.node(variable),
      builder.node(entity),
      builder.facet({ ...facet, provenance }),
      builder.date(date),
      value,
    );
  }
}

function frozen(builder: WorldBuilder): Commons {
  const { world } = builder.freeze();
  return new Commons({ world, info: infoOf(world, new DiagnosticLog().summary()) });
}

test("reads and answers are the same, however many bases there are", async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async ({ nodes, parts }) => {
      const whole = new WorldBuilder();
      for (const part of parts) add(part, whole);
      let base: Commons | undefined;
      for (const part of parts) {
        const builder = new WorldBuilder();
        if (base !== undefined) {
          addWorld({ graph: base.engine.graph, observations: base.engine.observations }, builder);
        }
        add(part, builder);
        base = frozen(builder);
      }
      const expected = frozen(whole);
      expect(allReads(base!)).toEqual(allReads(expected));
      for (const asked of requestsAbout(nodes, ["2020"])) {
        expect(await answerOf(base!, asked)).toBe(await answerOf(expected, asked));
      }
    }),
    runs(60),
  );
});
