import { describe, expect, test } from "vitest";
import { SectionTable } from "../../../../src/snapshot/section-table.ts";
import { columnsOf } from "../../../../src/snapshot/world-contents.ts";
import type { Column } from "../../../../src/store/columns/column-source.ts";
import { walkSlots } from "../../../../src/store/stored/walk-graph.ts";
import { slotLayout } from "../../../../src/store/texts/text-table.ts";
import { hashBytes } from "../../../../src/store/texts/utf8.ts";
import { worldOf } from "../../../oracle/small-world.ts";

const name = "dictionary.nodes";

const noCounts = {
  nodes: 0,
  literals: 0,
  triples: 0,
  dates: 0,
  variables: 0,
  entities: 0,
  series: 0,
  points: 0,
  recordWords: 2,
};

/** Walks the index of the nodes in pages of so many bytes, with windows of so many slots. */
function walk(
  columns: ReadonlyMap<string, Column>,
  count: number,
  window?: number,
  pageBytes = 64,
) {
  const entries = [...columns].map(([column, { BYTES_PER_ELEMENT: size, byteLength }]) => {
    const type = ({ 1: "u8", 2: "u16", 4: "u32" } as const)[size as 1 | 2 | 4];
    return { name: column, type, offset: 0, byteLength, checks: new Uint32Array(0) };
  });
  let pages = 0;
  const counts = { ...noCounts, nodes: count };
  const sections = new SectionTable(entries, counts, pageBytes, "a", (column, start, end) => {
    pages += 1;
    return columns.get(column)!.slice(start, end);
  });
  walkSlots(sections, name, window);
  return pages;
}

function nodesOf(texts: readonly string[]) {
  const world = worldOf(texts.map((text) => [text, "p", "=x"] as const));
  const columns = new Map(
    [...columnsOf(world)].filter(([column]) => column.startsWith(`${name}.`)),
  );
  return { columns, count: world.graph.dictionary.nodeCount };
}

const withSlots = (columns: ReadonlyMap<string, Column>, slots: Uint32Array) =>
  new Map(columns).set(`${name}.slots`, slots);

describe("the index of a text table", () => {
  const texts = Array.from({ length: 60 }, (_, at) => `n${at}${"é".repeat(at % 40)}`);
  const { columns, count } = nodesOf(texts);
  const slots = columns.get(`${name}.slots`) as Uint32Array;

  test.each([undefined, 1, 7, 64, 1000])("is walked in windows of %s slots", (window) => {
    expect(walk(columns, count, window)).toBeGreaterThan(0);
  });

  test("asks for more pages, the smaller its windows are", () => {
    expect(walk(columns, count, 8)).toBeGreaterThan(walk(columns, count, 64));
  });

  test.each([undefined, 1, 7, 64])("must find every text, in windows of %s slots", (window) => {
    const [taken, free] = [slots.findLastIndex((slot) => slot !== 0), slots.indexOf(0)];
    for (const [place, other] of [
      [taken, free],
      [slots.findIndex((slot) => slot !== 0), slots.lastIndexOf(0)],
    ] as const) {
      const forged = slots.slice();
      forged[other] = forged[place]!;
      forged[place] = 0;
      expect(() => walk(withSlots(columns, forged), count, window)).toThrow(/ is not found/);
    }
  });

  test("holds nothing else", () => {
    const forged = slots.slice();
    forged[slots.indexOf(0)] = slots.find((slot) => slot !== 0)!;
    expect(() => walk(withSlots(columns, forged), count)).toThrow(/it has no text/);
    const beyond = slots.slice();
    beyond[slots.findIndex((slot) => slot !== 0)]! |= slotLayout(count).idMask;
    expect(() => walk(withSlots(columns, beyond), count)).toThrow(/it has no text/);
  });
});

describe("texts that all belong to a few places of the index", () => {
  /** Texts that belong between two shares of the slots. */
  function crowded(wanted: number, from: number, to: number): string[] {
    const { slotOf, size } = slotLayout(wanted + 2);
    const texts: string[] = [];
    for (let at = 0; texts.length < wanted; at++) {
      const text = at.toString(36);
      const bytes = Buffer.from(text);
      const place = slotOf(hashBytes(bytes, 0, bytes.length)) / size;
      if (place >= from && place < to) texts.push(text);
    }
    return texts;
  }

  test("are found, behind the end of the index at its start", () => {
    const { columns, count } = nodesOf(crowded(60, 0.9, 1));
    const slots = columns.get(`${name}.slots`)!;
    expect(slots[0]).not.toBe(0);
    for (const window of [undefined, 1, 7]) {
      expect(walk(columns, count, window)).toBeGreaterThan(0);
    }
  });

  test("are refused when there are many: such an index is there to keep readers busy", () => {
    const many = nodesOf(crowded(1700, 0, 0.05));
    expect(() => walk(many.columns, many.count, undefined, 1 << 20)).toThrow(
      /'dictionary\.nodes\.slots' cannot be true at row \d+ \(texts are too far from their places\)/,
    );
    const few = nodesOf(crowded(300, 0, 0.01));
    expect(walk(few.columns, few.count, undefined, 1 << 20)).toBeGreaterThan(0);
  });
});
