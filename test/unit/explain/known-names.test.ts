import { expect, test } from "vitest";
import { open } from "../../../src/index.ts";

test("in a world of many nodes, names are compared with those around them, and no index is built", async () => {
  const lines = ["subject_id,predicate,object_id,object_value"];
  for (let at = 0; at < 110_000; at++) {
    lines.push(`t/${String(at).padStart(6, "0")},typeOf,Town,`);
  }
  lines.push("t/000007,name,,Ano", "zz/1,name,,Zet");
  const many = await open({ "many.csv": lines.join("\n") });
  const suggested = async (dcid: string) => {
    const request = { node: { nodes: [dcid], property: "->name" } } as const;
    const { suggestions } = await many.explain(request, { timeout: 20_000 });
    return suggestions.map(({ kind, value }) => `${kind} ${value}`);
  };
  expect(await suggested("t/0500x0")).toContain("dcid t/050000");
  expect(await suggested("Ano")).toEqual(["dcid t/000007"]);
  expect(await suggested("zz/2")).toContain("dcid zz/1");
});
