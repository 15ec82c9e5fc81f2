/** The declarations of the built package, as compilers of its users read them. `npm run build` comes first. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { namesOf, packageDoors } from "../../tidy/api-report.ts";
import { read } from "../../tidy/source-tree.ts";
import { dependencies, InstalledPackage } from "../installed-package.ts";
import { parts, useInPage, useText } from "../programs.ts";

let installed: InstalledPackage;

beforeAll(() => {
  installed = new InstalledPackage([...dependencies, "@types/node"]);
});

afterAll(() => installed.remove());

describe("in TypeScript", () => {
  const settings = {
    "Node's way to find modules": { module: "nodenext", lib: ["es2023"] },
    "a bundler's way, and the browser's types too": {
      module: "esnext",
      moduleResolution: "bundler",
      lib: ["es2023", "dom", "dom.iterable"],
    },
  };

  const page = {
    module: "esnext",
    moduleResolution: "bundler",
    customConditions: ["browser"],
    lib: ["es2023", "dom", "dom.iterable"],
    types: [],
  };

  test.each(Object.entries(settings))("a user compiles with %s", (_name, compilerOptions) => {
    expect(installed.compile(compilerOptions, useText)).toBe("");
    const wrong = `${useText}\ncommons.v2.node({ property: "->name" });\n`;
    expect(installed.compile(compilerOptions, wrong)).toContain("Property 'nodes' is missing");
  });

  test.each([
    ["Node", { module: "nodenext", lib: ["es2022"], target: "es2022" }, useText],
    ["a page", { ...page, lib: ["es2022", "dom", "dom.iterable"], target: "es2022" }, useInPage],
  ])(
    "5.0, the oldest that works, reads all declarations for %s",
    { timeout: 240_000 },
    (...given) => {
      const [, compilerOptions, use] = given;
      const oldest = "test/dist/oldest-typescript/node_modules/typescript";
      expect(JSON.parse(read(`${oldest}/package.json`))).toMatchObject({ version: "5.0.4" });
      expect(installed.compileWith(oldest, compilerOptions, use)).toBe("");
      const wrong = `${use}
commons.v2.node({ nods: ["geoId/06"], property: "->name" });
commons.v2.node({ nodes: ["geoId/06"], property: "name" });
`;
      const quicker = { ...compilerOptions, skipLibCheck: true };
      const mistakes = installed.compileWith(oldest, quicker, wrong);
      expect(mistakes).toContain("'nods'");
      expect(mistakes).toContain("RelationExpression");
    },
  );

  test("declares nothing that is internal", () => {
    const declarations = installed.files().filter((path) => path.endsWith(".d.ts"));
    const doors = packageDoors.map((door) => `dist/${door}.d.ts`);
    expect(declarations).toEqual(expect.arrayContaining(doors));
    const shared = declarations.filter((path) => !doors.includes(path));
    expect(shared.every((path) => /^dist\/(?:browser|types-[\w-]+)\.d\.ts$/.test(path))).toBe(true);
    expect(declarations.filter((path) => installed.read(path).includes("@internal"))).toEqual([]);
    const use = `import { type Commons, open } from "pocket-commons";
const commons = await open("data");
export const names: (keyof Commons)[] = ["asService", "governed"];
commons.asService();
new (commons.constructor as typeof Commons)({ world: commons.engine });
`;
    const mistakes = installed.compile({ module: "nodenext" }, use);
    expect(mistakes).toContain("'asService' does not exist");
    expect(mistakes).toContain(`Type '"governed"' is not assignable`);
    expect(mistakes).toContain("Expected 0 arguments");
  });

  test("every optional member of what callers give takes undefined", () => {
    const given = packageDoors.flatMap((door) =>
      namesOf(door)
        .filter(({ isType }) => isType)
        .filter(({ name }) =>
          /(?:Options|Settings|Request|Limits|Question|TableFilter|FacetFilter)$/.test(name),
        )
        .map(({ name }) => ({ name, door })),
    );
    expect(given.length).toBeGreaterThan(40);
    const imports = given.map(({ name, door }, at) => {
      const path = door === "index" ? "pocket-commons" : `pocket-commons/${door}`;
      return `import type { ${name} as Given${at} } from "${path}";\n`;
    });
    const uses = given.map(
      ({ name }, at) => `export const ${name}${at}: Takes<Given${at}> = true;\n`,
    );
    const takes = `type Optional<T> = keyof { [K in keyof T as {} extends Pick<T, K> ? K : never]: 1 };
type Takes<T> = T extends unknown
  ? { [K in Optional<T>]: undefined } extends Pick<T, Optional<T>> ? true : never
  : never;
export const refuses: Takes<{ one?: string }> = true;
`;
    const exact = { module: "nodenext", exactOptionalPropertyTypes: true, skipLibCheck: true };
    const mistakes = installed.compile(exact, `${imports.join("")}${takes}${uses.join("")}`);
    const wrong = [...mistakes.matchAll(/^use-0\.ts\((\d+),.*error/gm)].map(([, line]) =>
      Number(line),
    );
    expect(wrong, mistakes).toEqual([given.length + 5]);
  });

  test("endpoints have literal names, and a question in a variable keeps the columns of its table", () => {
    const use = `import { defineQuestion, open } from "pocket-commons";
import { mock } from "pocket-commons/testing";
const double = await mock("data", { faults: { rules: [{ kind: "reset", endpoints: ["v2.node"] }] } });
double.assertCalled("v1.bulkTriples");
const question = defineQuestion({ entities: ["a"], variables: ["Count"], shape: "variables" });
const [row] = await (await open("data")).table(question);
export const count: number | null | undefined = row?.Count;
`;
    const wrong = `double.assertCalled("v2.nodes");
double.assertCalled("v2.pages");
defineQuestion({ entities: ["a"], variables: ["Count"], shapes: "variables" });
row?.Counts;
`;
    expect(installed.compile({ module: "nodenext" }, use)).toBe("");
    const mistakes = installed.compile({ module: "nodenext" }, use + wrong);
    for (const part of ['"v2.nodes"', '"v2.pages"', "(10,", "'Counts'"]) {
      expect(mistakes).toContain(part);
    }
  });

  test("the faults of the document about tests compile as they stand", () => {
    const text = read("docs/testing.md");
    const [, snippet = ""] = /## Faults.*?```js\n(.*?)```/s.exec(text) ?? [];
    expect(snippet).toContain("faults: {");
    const use = `import { mock } from "pocket-commons/testing";\nconst data = "data";\n${snippet}slow.reset();`;
    expect(installed.compile({ module: "nodenext" }, use)).toBe("");
  });

  test("a page compiles with a browser's types alone", () => {
    expect(installed.compile(page, useInPage)).toBe("");
  });

  test.each(["lint", "toReportJson", "proposeColumns"])(
    "%s, which needs files, has a door of its own",
    (name) => {
      const use = `import { ${name} } from "pocket-commons/lint";\nexport const used = ${name};\n`;
      const atRoot = use.replace("/lint", "");
      expect(installed.compile(page, atRoot)).toContain(`has no exported member '${name}'`);
      expect(installed.compile({ module: "nodenext" }, use)).toBe("");
    },
  );

  test("a page that opens a path does not compile", () => {
    const use = 'import { open } from "pocket-commons";\nexport const commons = open("data");\n';
    expect(installed.compile(page, use)).toContain("'string' is not assignable");
    expect(installed.compile({ module: "nodenext" }, use)).toBe("");
  });

  test("options may be undefined with exactOptionalPropertyTypes", () => {
    const use = `
import { open, world } from "pocket-commons";
import { type FaultPlan, mock, type MockOptions } from "pocket-commons/testing";
const rules: FaultPlan["rules"] = [
  { kind: "error", code: "internal", message: undefined, retryAfter: undefined, rate: undefined },
  { kind: "status", status: 503, body: undefined, endpoints: undefined, occurrences: undefined },
];
const faults: FaultPlan = { seed: undefined, delay: undefined, rules };
const options: MockOptions = { faults, origins: undefined, clock: undefined, open: undefined };
const data = world()
  .node("a", { name: "A" }, undefined)
  .series("v", "a", { 2020: 1 }, { unit: undefined, provenanceId: undefined });
export const all = [mock(data, options), open(data, { provenance: undefined, strict: undefined })];
`;
    const exact = { module: "nodenext", exactOptionalPropertyTypes: true };
    expect(installed.compile(exact, use)).toBe("");
  });

  test("moduleResolution node10 does not find the package, as the document says", () => {
    const oldest = "test/dist/oldest-typescript/node_modules/typescript";
    const settings = { module: "commonjs", moduleResolution: "node10" };
    const printed = installed.compileWith(oldest, settings, useText);
    expect(printed).toContain("Cannot find module 'pocket-commons'");
  });

  test("the types that public types are made of have public names", () => {
    expect(installed.compile({ module: "nodenext" }, parts)).toBe("");
  });
});
