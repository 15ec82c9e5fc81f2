/** Circles of nodes that lie above each other. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findCircles } from "../../../../src/lint/checks/cycle-checks.ts";
import { sized } from "../../../property/runs.ts";
import { lintTexts } from "../lint-texts.ts";

const group = (dcid: string, ...lines: string[]): string =>
  [`Node: dcid:${dcid}`, "typeOf: dcs:StatVarGroup", ...lines, "", ""].join("\n");

async function circlesIn(...nodes: string[]) {
  const { found, messages } = await lintTexts({ "a.mcf": nodes.join("") }, { maxExamples: 100 });
  const isCircle = (at: number): boolean => found[at]!.includes("Graph_Circle");
  return {
    found: found.filter((_finding, at) => isCircle(at)),
    messages: messages.filter((_message, at) => isCircle(at)),
  };
}

describe("a circle", () => {
  test("of two groups is reported where it closes", async () => {
    const { found, messages } = await circlesIn(
      group("g/1", "specializationOf: dcid:g/2"),
      group("g/2", "specializationOf: dcid:g/1"),
    );
    expect(found).toEqual(["error Graph_Circle_specializationOf a.mcf:7"]);
    expect(messages).toEqual([
      "specializationOf leads back to where it began: 'g/1' → 'g/2' → 'g/1'",
    ]);
  });

  test("of a group with itself", async () => {
    const { found } = await circlesIn(group("g/1", "specializationOf: dcid:g/1"));
    expect(found).toEqual(["error Graph_Circle_specializationOf a.mcf:3"]);
  });

  test("through a variable that is a group's member", async () => {
    const { found } = await circlesIn(
      group("g/1", "specializationOf: dcid:g/2"),
      group("g/2", "memberOf: dcid:g/1"),
    );
    expect(found).toEqual(["error Graph_Circle_memberOf a.mcf:7"]);
  });

  test.each(["subClassOf", "subPropertyOf", "containedInPlace"])("of %s", async (property) => {
    const nodes = ["1", "2", "3"].map((name, at) =>
      group(`g/${name}`, `${property}: dcid:g/${((at + 1) % 3) + 1}`),
    );
    expect((await circlesIn(...nodes)).found).toEqual([`error Graph_Circle_${property} a.mcf:11`]);
  });

  test("is none where two ways lead to one node, nor by several properties", async () => {
    const nodes = [
      group("g/1", "specializationOf: dcid:g/2, dcid:g/3"),
      group("g/2", "specializationOf: dcid:g/4"),
      group("g/3", "specializationOf: dcid:g/4"),
      group("g/4", "containedInPlace: dcid:g/1", "near: dcid:g/4"),
    ];
    expect((await circlesIn(...nodes)).found).toEqual([]);
  });

  test("of many nodes is cut in the message", async () => {
    const nodes = Array.from({ length: 8 }, (_, at) =>
      group(`g/${at}`, `specializationOf: dcid:g/${(at + 1) % 8}`),
    );
    const { messages } = await circlesIn(...nodes);
    expect(messages[0]).toContain("'g/4' → … (8 nodes) → 'g/0'");
  });

  test("of five nodes is reported as a whole", async () => {
    const nodes = Array.from({ length: 5 }, (_, at) =>
      group(`g/${at}`, `specializationOf: dcid:g/${(at + 1) % 5}`),
    );
    const { messages } = await circlesIn(...nodes);
    expect(messages).toEqual([
      "specializationOf leads back to where it began: 'g/0' → 'g/1' → 'g/2' → 'g/3' → 'g/4' → 'g/0'",
    ]);
  });
});

test("ways of different lengths to one node are no circle", () => {
  // From 0 to 3 by 1, and by 2 and 4.
  const next = [[1, 2], [3], [4], [5], [3], []];
  const circles: (readonly number[])[] = [];
  findCircles(
    [0, 3],
    (node) => next[node]!,
    (circle) => circles.push(circle),
  );
  expect(circles).toEqual([]);
});

test("circles are found where and only where there are any", () => {
  const arcs = fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 20 });
  fc.assert(
    fc.property(arcs, (pairs) => {
      const next = (node: number): number[] =>
        pairs.filter(([from]) => from === node).map(([, to]) => to);
      const circles: (readonly number[])[] = [];
      findCircles(
        pairs.map(([from]) => from),
        next,
        (circle) => circles.push(circle),
      );
      for (const circle of circles) {
        for (const [at, node] of circle.entries()) {
          expect(next(node)).toContain(circle[(at + 1) % circle.length]);
        }
      }
      const reach = (from: number): Set<number> => {
        const found = new Set<number>();
        const left = [...next(from)];
        for (const node of left) {
          if (found.has(node)) continue;
          found.add(node);
          left.push(...next(node));
        }
        return found;
      };
      const isCyclic = pairs.some(([from]) => reach(from).has(from));
      expect(circles.length > 0).toBe(isCyclic);
    }),
  );
});

test("a circle of very many nodes is found", () => {
  const deep = sized(50_000, 200_000);
  let count = 0;
  findCircles(
    [0],
    (node) => [(node + 1) % deep],
    () => (count += 1),
  );
  expect(count).toBe(1);
});
