import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compareDominantTypes, dominantTypeOf } from "../../../src/resolve/place-types.ts";
import { worldOf } from "../../oracle/small-world.ts";
import { describeWithReference, referenceRoot } from "../reference-data.ts";

interface TypeOrders {
  readonly coordinateCandidateTypeOrder: { readonly order: string[] };
  readonly dominantTypePriority: {
    readonly checkedFirst: string[];
    readonly thenFirstMatchIn: string[];
  };
}

const orders = () =>
  JSON.parse(readFileSync(`${referenceRoot}/facts/place_type_orders.json`, "utf8")) as TypeOrders;

describeWithReference("place types of the real service", () => {
  test("of any two types the earlier one is dominant", () => {
    const { checkedFirst, thenFirstMatchIn } = orders().dominantTypePriority;
    const types = [...new Set([...checkedFirst, ...thenFirstMatchIn])];
    expect(types.length).toBeGreaterThan(70);
    for (const [at, type] of types.entries()) {
      const { graph } = worldOf(types.slice(at).map((other) => ["x", "typeOf", other]));
      expect(dominantTypeOf(graph, graph.dictionary.nodeOf("x")!)).toBe(type);
    }
  });

  test("places that hold a coordinate come in the order of their types", () => {
    const { order } = orders().coordinateCandidateTypeOrder;
    expect(order.length).toBeGreaterThan(10);
    const shuffled = [...order, "Zone", "", "CensusTract"].sort();
    expect(shuffled.sort(compareDominantTypes)).toEqual([...order, "", "CensusTract", "Zone"]);
  });
});
