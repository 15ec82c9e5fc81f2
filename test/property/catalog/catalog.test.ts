/** The lists of a catalog against lists made from the rows themselves. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Catalog } from "../../../src/catalog/catalog.ts";
import { type ObservationRow, type TripleRow, worldOf } from "../../oracle/small-world.ts";
import { hostileTexts } from "../hostile-texts.ts";
import { runs } from "../runs.ts";

const nodes = [...new Set(["a", "b", "c", "Type A", "\u{10000}", "\uffff", ...hostileTexts])];
const node = fc.constantFrom(...nodes.slice(0, 9));
const date = fc.constantFrom("1999", "2000", "2000-01", "2020-12-31");

const triples = fc.array(
  fc.oneof(
    fc.tuple(node, fc.constant("typeOf"), node),
    fc.tuple(
      node,
      fc.constantFrom("name", "p"),
      node.map((text) => `=${text}`),
    ),
  ),
  { maxLength: 20 },
);
const observations = fc.array(
  fc
    .record({ variable: node, entity: node, date, unit: fc.constantFrom("", "USDollar", "Kilo") })
    .map((row): ObservationRow => [row.variable, row.entity, row.date, "1", { unit: row.unit }]),
  { maxLength: 40 },
);

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const distinct = (texts: Iterable<string>) => [...new Set(texts)].sort(byBytes);

/** All that lists are made of, by plain searches. */
function naive(given: readonly TripleRow[]) {
  const typesOf = (dcid: string) =>
    distinct(given.flatMap(([s, p, o]) => (s === dcid && p === "typeOf" ? [o] : [])));
  const observed = (chosen: readonly ObservationRow[]) => {
    const dates = chosen.map((row) => row[2]).sort();
    return {
      seriesCount: new Set(chosen.map(([v, e, , , facet]) => JSON.stringify([v, e, facet]))).size,
      observationCount: new Set(chosen.map((row) => JSON.stringify(row))).size,
      firstDate: dates[0] ?? "",
      lastDate: dates.at(-1) ?? "",
    };
  };
  return { typesOf, observed };
}

test("lists are what a plain search of the rows finds", () => {
  fc.assert(
    fc.property(triples, observations, node, (given, rows, type) => {
      const catalog = new Catalog(worldOf(given as TripleRow[], rows));
      const { typesOf, observed } = naive(given as TripleRow[]);
      const has = (entity: string) => typesOf(entity).includes(type);

      const variables = distinct(rows.map(([variable]) => variable));
      expect(catalog.variables().map(({ name: _, facetIds, ...line }) => line)).toEqual(
        variables.map((dcid) => {
          const own = rows.filter(([variable]) => variable === dcid);
          const entities = distinct(own.map(([, entity]) => entity));
          return {
            dcid,
            entityCount: entities.length,
            ...observed(own),
            entityTypes: distinct(entities.flatMap(typesOf)),
            units: distinct(own.map(([, , , , facet]) => facet?.unit ?? "")),
          };
        }),
      );
      expect(catalog.variables({ type }).map(({ dcid }) => dcid)).toEqual(
        variables.filter((dcid) => rows.some(([v, entity]) => v === dcid && has(entity))),
      );

      const subjects = given.flatMap(([s, p]) => (p === "typeOf" ? [s] : []));
      const entities = distinct([...subjects, ...rows.map(([, entity]) => entity)]);
      const lines = entities.map((dcid) => ({
        dcid,
        types: typesOf(dcid),
        variableCount: distinct(rows.flatMap(([v, entity]) => (entity === dcid ? [v] : []))).length,
      }));
      const unnamed = (listed: readonly { name?: string }[]) =>
        listed.map(({ name: _, ...line }) => line);
      expect(unnamed(catalog.entities())).toEqual(lines);
      expect(unnamed(catalog.entities({ type }))).toEqual(
        lines.filter(({ types }) => types.includes(type)),
      );

      const types = distinct(given.flatMap(([, p, o]) => (p === "typeOf" ? [o] : [])));
      expect(unnamed(catalog.types())).toEqual(
        types.map((dcid) => {
          const typed = entities.filter((entity) => typesOf(entity).includes(dcid));
          const count = typed.filter((entity) => rows.some(([, about]) => about === entity));
          return { dcid, nodeCount: typed.length, observedCount: count.length };
        }),
      );

      const [variable = "none"] = variables;
      const about = rows.filter(([v, entity]) => v === variable && has(entity));
      expect(catalog.coverage(variable, type)).toEqual({
        entityCount: new Set(about.map(([, entity]) => entity)).size,
        nodeCount: entities.filter(has).length,
        ...observed(about),
      });

      const facets = catalog.facets();
      expect(facets.map(({ unit }) => unit).sort()).toEqual(
        [...new Set(rows.map(([, , , , facet]) => facet?.unit ?? ""))].sort(),
      );
      for (const { unit, variableCount: count, facetId: _, ...line } of facets) {
        const own = rows.filter(([, , , , facet]) => facet?.unit === unit);
        expect(line).toMatchObject(observed(own));
        expect(count).toBe(new Set(own.map(([v]) => v)).size);
      }
    }),
    runs(60),
  );
});
