import { expect, test } from "vitest";
import { SnapshotError } from "../../../src/errors/errors.ts";
import { DiagnosticLog } from "../../../src/load/bytes/diagnostics.ts";
import { handleOf, SharedColumns } from "../../../src/snapshot/share.ts";
import {
  columnsOf,
  contentsOf,
  isWorldContents,
  worldFrom,
} from "../../../src/snapshot/world-contents.ts";
import { infoOf } from "../../../src/world/world.ts";
import { worldOf } from "../../oracle/small-world.ts";

const world = worldOf([["a", "typeOf", "City"]], [["v", "a", "2020", "1", {}]]);
const contents = structuredClone(contentsOf(world, infoOf(world, new DiagnosticLog().summary())));
const source = new SharedColumns(handleOf(columnsOf(world), contents));

test("a world is made again from its columns, and nobody can change what is known of it", () => {
  const again = worldFrom(source, contents, undefined);
  expect(again.info).toEqual(contents.info);
  expect(again.world.graph.meta).toEqual(world.graph.meta);
  expect(again.world.observations.textOf(0)).toBe("1");
  const parts = [again.world, again.info, again.info.diagnostics, again.info.diagnostics.levels];
  expect(parts.every((part) => Object.isFrozen(part))).toBe(true);
  expect(again.world.observations.facets.every((facet) => Object.isFrozen(facet))).toBe(true);
});

test("what describes no world is refused", () => {
  for (const other of [null, undefined, "world", {}, { ...contents, more: 1 }]) {
    expect(() => worldFrom(source, other, "a.pocket")).toThrow(
      new SnapshotError(
        "damaged",
        "holds something else than a world: save it again from the data",
        {
          file: "a.pocket",
        },
      ),
    );
  }
});

// Plain data of a snapshot are refused when any member is of another type, lacks, or is one too many.

const diagnostic = { level: "error", counter: "C", file: "a.csv", line: 3, message: "no" };
const facet = {
  facetId: "1",
  score: 0.5,
  importName: "I",
  provenanceUrl: "",
  measurementMethod: "",
  observationPeriod: "P1Y",
  scalingFactor: "",
  unit: "Ton",
  isDcAggregate: false,
  provenanceId: "p",
};
const good = {
  graph: { nodeCount: 1, literalCount: 0, tripleCount: 3, subjectCount: 1, byteLength: 9 },
  observations: {
    facets: [facet],
    hasOneOrder: true,
    dateCount: 1,
    variableCount: 1,
    entityCount: 1,
    seriesCount: 1,
    pointCount: 1,
    seriesLayout: { dateBits: 32, formatBits: 0, kindWord: 2, valueWord: 3 },
    byteLength: 4,
  },
  info: {
    nodeCount: 1,
    tripleCount: 3,
    observationCount: 1,
    seriesCount: 1,
    facetCount: 1,
    variableCount: 1,
    entityCount: 1,
    provenanceCount: 1,
    bytes: 13,
    diagnostics: {
      levels: { info: 0, warning: 0, error: 1, fatal: 0 },
      counters: [{ level: "error", counter: "C", count: 1, examples: [diagnostic] }],
    },
    imports: [{ importedAt: "2024-05-01", status: "SUCCESS", metadata: "{}" }],
  },
  inParts: { graph: "10-ff", parts: ["20-ff"] },
};
/** Members that may be absent. */
const optional = new Set(["info.imports", "inParts", "inParts.parts"]);

type Path = readonly (string | number)[];

/** Paths to all members, those within members first. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const inside = Object.entries(value).flatMap(([name, member]) =>
    pathsOf(member, [...path, name]),
  );
  return [...inside, path];
}

function valueAt(path: Path): unknown {
  return path.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], good);
}

/** A copy in which the member at a path is another one, or is not there. */
function changed(path: Path, change: (members: Record<string, unknown>, name: string) => void) {
  const copy = structuredClone({ good }) as { good: unknown };
  const whole: Path = ["good", ...path];
  const parent = whole
    .slice(0, -1)
    .reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], copy);
  change(parent as Record<string, unknown>, String(whole.at(-1)));
  return copy.good;
}

const strange = [undefined, null, true, "text", -1, 1.5, Number.NaN, {}, [], [7], "7"];

/** May a value stand there instead of another? */
function mayBe(path: Path, value: unknown): boolean {
  const before = valueAt(path);
  const name = String(path.at(-1));
  if (name === "score") return typeof value === "number";
  if (name === "line") return value === undefined;
  if (name === "level") return false;
  if (Array.isArray(before)) return Array.isArray(value) && value.length === 0;
  if (typeof before === "string") return typeof value === "string";
  return typeof before === "boolean" && typeof value === "boolean";
}

test("what a world has is accepted, whatever the order of its members", () => {
  expect(isWorldContents(good)).toBe(true);
  const { graph, observations, info, inParts } = good;
  expect(isWorldContents({ info, observations, inParts, graph })).toBe(true);
});

test("any other value in the place of a member is refused", () => {
  for (const path of pathsOf(good)) {
    for (const value of strange) {
      const isAccepted = isWorldContents(
        changed(path, (members, name) => {
          members[name] = value;
        }),
      );
      expect([path.join("."), value, isAccepted]).toEqual([
        path.join("."),
        value,
        path.length > 0 && mayBe(path, value),
      ]);
    }
  }
});

test("a member that is needed and absent, has another name or is one too many is refused", () => {
  for (const path of pathsOf(good)) {
    const place = path.join(".");
    const isItem = Array.isArray(valueAt(path.slice(0, -1)));
    if (path.length > 0 && !isItem) {
      const less = changed(path, (members, name) => {
        delete members[name];
      });
      const renamed = changed(path, (members, name) => {
        const value = members[name];
        delete members[name];
        members[`${name}_`] = value;
      });
      expect([place, isWorldContents(less), isWorldContents(renamed)]).toEqual([
        place,
        optional.has(place),
        false,
      ]);
    }
    const value = valueAt(path);
    if (typeof value !== "object" || Array.isArray(value)) continue;
    const more = changed([...path, "more"], (members, name) => {
      members[name] = 1;
    });
    expect([place, isWorldContents(more)]).toEqual([place, false]);
  }
});

test.each([
  ["bits beyond 32", { dateBits: 33 }],
  ["a word of kinds where dates are", { kindWord: 0 }],
  ["a word of values where kinds may be", { valueWord: 1 }],
])("a layout of series with %s is refused", (_, part) => {
  const seriesLayout = { ...good.observations.seriesLayout, ...part };
  expect(isWorldContents({ ...good, observations: { ...good.observations, seriesLayout } })).toBe(
    false,
  );
});

test.each(["info", "warning", "error", "fatal"])("findings may be of level %s", (level) => {
  const counters = [{ level, counter: "C", count: 1, examples: [{ ...diagnostic, level }] }];
  const diagnostics = { ...good.info.diagnostics, counters };
  expect(isWorldContents({ ...good, info: { ...good.info, diagnostics } })).toBe(true);
});
