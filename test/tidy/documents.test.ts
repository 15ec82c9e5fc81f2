/** What the documents claim about commands, endpoints and places in the tree. */
import { existsSync, writeFileSync } from "node:fs";
import { posix, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { endpoints } from "../../src/adapters/endpoints.ts";
import type { Commons } from "../../src/commons/commons.ts";
import { open } from "../../src/commons/with-files.ts";
import { formats } from "../../src/load/formats.ts";
import { holders } from "../../src/load/holders.ts";
import { layouts } from "../../src/load/layouts/layouts.ts";
import { metadataKinds } from "../../src/load/sources/metadata-files.ts";
import type { FieldTable } from "../../src/router/fields.ts";
import { explorerRoutes } from "../../src/routes/explorer/explorer-routes.ts";
import type { Route } from "../../src/routes/route.ts";
import { tools } from "../../src/routes/tools/tools.ts";
import { unlistedRoutes } from "../../src/routes/unlisted-routes.ts";
import { websiteRoutes } from "../../src/routes/website/website-routes.ts";
import { formatVersion } from "../../src/snapshot/format.ts";
import { columnsOf, worldColumns } from "../../src/snapshot/world-contents.ts";
import { type AggregateRow, type FunctionRow, functions } from "../../src/sparql/function-table.ts";
import type { ColumnRow } from "../../src/store/columns/column-row.ts";
import { apiReport, namesOf, packageDoors } from "./api-report.ts";
import { type ColumnNote, columnNotes } from "./column-notes.ts";
import {
  memberNames,
  optionFunctions,
  optionNames,
  optionsOf,
  unlistedIn,
} from "./members/option-table.ts";
import { roomTable } from "./room-table.ts";
import { filesUnder, modulesUnder, projectRoot, read } from "./source-tree.ts";

const readme = read("README.md");
const documents = filesUnder().filter(({ path }) => path.endsWith(".md"));
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

const code = modulesUnder();

let opened: Promise<Commons> | undefined;
function sample(): Promise<Commons> {
  opened ??= open(resolve(projectRoot, "data-samples/us-states"));
  return opened;
}

/** Says that a document has a table between its mark and `<!-- end -->`, or writes it there. */
function expectTable(document: string, mark: string, table: string): void {
  const written = read(document);
  const place = new RegExp(`(<!-- ${mark} -->\\n).*?(<!-- end -->)`, "s");
  const made = written.replace(place, (_all, start: string, end: string) => start + table + end);
  if (process.env["UPDATE_DOCUMENTS"] !== undefined) writeFileSync(document, made);
  else expect(written).toBe(made);
  expect(made).toContain(table);
}

/** One line per row, in the order of the table. */
function endpointTable(): string {
  const head = ["methods", "path", "typed method", "parameters", "answers"];
  const lines = Object.entries(endpoints).map(([name, row]) => {
    const paths = [row.path, ...(row.aliases ?? [])].map((path) => `\`${path}\``);
    const method = `commons.${name}`;
    return [row.methods.join(" "), paths.join(" "), `\`${method}\``, parametersOf(row), row.about];
  });
  const rule = head.map(() => "---");
  return [head, rule, ...lines].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

/** Names as they are sent; those that must be there in bold. */
function parametersOf({ params }: { params: FieldTable }): string {
  return Object.values(params)
    .map(({ name, missing }) => (missing === undefined ? name : `**${name}**`))
    .join(", ");
}

/** One line per route, in the order of its table. */
function routeTable(routes: readonly Route[]): string {
  const lines = routes.map(({ methods, path, fields, about }) => {
    const inPath = (name: string) => path.includes(`{${name}`);
    const sent = Object.entries(fields).filter(([, { name }]) => !inPath(name));
    const params = parametersOf({ params: Object.fromEntries(sent) });
    return [methods.join(" "), `\`${path}\``, params, about];
  });
  const rule = Array<string>(4).fill("---");
  const table = [["methods", "path", "fields", "answers"], rule, ...lines];
  return table.map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

/** One line per tool, in the order of its table. */
function toolTable(): string {
  const lines = tools.map(({ path, title, fields }) => [
    `\`${path}\``,
    title,
    parametersOf({ params: fields }),
  ]);
  const table = [["tool", "what it is for", "arguments"], ["---", "---", "---"], ...lines];
  return table.map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

/** One line per format, in the order of the table. */
function formatTable(): string {
  const rows = [...Object.values(formats), ...holders];
  const lines = rows.map(({ about, recognised }) => [about, recognised]);
  const table = [["input", "how it is recognised"], ["---", "---"], ...lines];
  return table.map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

/** One line for columns that hold the same, in the order of the table. */
function columnTable(isShown: (row: ColumnRow<never>) => boolean): string {
  const shown = [...worldColumns.values()].filter(isShown);
  const notes = new Set(shown.map(({ name }) => noteOf(name)));
  const lines = Array.from(notes, ({ columns, holds, per }) => {
    const rows = shown.filter(({ name }) => columns.includes(name));
    const names = rows.map(({ name }) => `\`${name}\``).join(", ");
    const types = [...new Set(rows.flatMap((row) => row.types))].join(", ");
    return [names, types, holds, per.join(", ")];
  });
  const head = ["columns", "type", "what they hold", "a row per"];
  const table = [head, head.map(() => "---"), ...lines];
  return table.map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

function noteOf(column: string): ColumnNote {
  const note = columnNotes.find(({ columns }) => columns.includes(column));
  if (note === undefined) throw new Error(`test/tidy/column-notes.ts has no note for ${column}`);
  return note;
}

/** One line per operator, function and aggregate, in the order of the table. */
function functionTable(): string {
  const rows: readonly (FunctionRow | AggregateRow)[] = Object.values(functions);
  const lines = rows.map(({ written, form, args, about }) => {
    const list = args.join(", ");
    const all = [`${written}(${list})`, `${written}(DISTINCT ${list})`];
    const [first = "", second = ""] = args;
    const use = { mark: [args.length === 1 ? written + first : `${first} ${written} ${second}`] };
    const uses = {
      ...use,
      word: [`${first} ${written} (${second})`],
      call: [all[0]],
      aggregate: all,
    };
    const shown = uses[form].map((text) => `\`${text}\``.replaceAll("|", "\\|"));
    return [shown.join(", "), about];
  });
  const table = [["written", "answer"], ["---", "---"], ...lines];
  return table.map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

describe("docs/rooms.md", () => {
  test("has the table of rooms that the tests enforce (npm run fix writes it)", () => {
    expect(roomTable()).toContain("| `src/errors/` |");
    expectTable("docs/rooms.md", "rooms", roomTable());
  });
});

describe("docs/options.md", () => {
  test.each(optionFunctions)("has the options of %s (npm run fix writes it)", (where) => {
    const table = optionsOf(where);
    // Each option has a doc comment.
    expect(table).not.toMatch(/\| +\|$/m);
    expectTable("docs/options.md", `options of ${where}`, table);
  });
});

describe("docs/glossary.md", () => {
  test("has the options of all functions by their names (npm run fix writes it)", () => {
    expectTable("docs/glossary.md", "options", optionNames());
  });

  test("has the members of objects that users hold (npm run fix writes it)", () => {
    const table = memberNames();
    expect(table).toContain("| `latest` |");
    expect(table.match(/^\| `\w+` \| {2}\|.*$/gm) ?? []).toEqual([]);
    expectTable("docs/glossary.md", "members", table);
  });

  test("has every function that reads options", () => {
    expect(unlistedIn('requireOptions("other", options, rows)')).toEqual(["other"]);
    const sources = code.filter(({ path }) => path.startsWith("src/"));
    expect(sources.length).toBeGreaterThan(300);
    expect(sources.flatMap(({ text }) => unlistedIn(text))).toEqual([]);
  });
});

describe("docs/api.md", () => {
  test("lists what each door exports (npm run fix writes it)", () => {
    expect(packageDoors.map((door) => (door === "index" ? "." : `./${door}`)).sort()).toEqual(
      Object.keys(JSON.parse(read("package.json")).exports)
        .filter((door) => door !== "./package.json")
        .sort(),
    );
    expectTable("docs/api.md", "exports", apiReport());
  });

  test("the root has few names, each once", () => {
    const names = namesOf("index").map(({ name }) => name);
    expect(names.length).toBeLessThanOrEqual(90);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("docs/endpoints.md", () => {
  test("has the table that the endpoint table makes (npm run fix writes it)", () => {
    expect(endpointTable()).toContain("| GET POST | `/v2/node` |");
    expectTable("docs/endpoints.md", "endpoints", endpointTable());
  });

  test("has the table that the table of other routes makes (npm run fix writes it)", () => {
    expectTable("docs/endpoints.md", "unlisted", routeTable(unlistedRoutes));
  });
});

describe("docs/your-csv.md", () => {
  test("has the table that the table of layouts makes (npm run fix writes it)", () => {
    const lines = Object.entries(layouts).map(([name, { about, recognised, reading }]) => [
      `\`${name}\``,
      about,
      recognised,
      reading,
    ]);
    const head = ["layout", "whose", "recognised by", "read"];
    const table = [head, head.map(() => "---"), ...lines];
    const text = table.map((cells) => `| ${cells.join(" | ")} |\n`).join("");
    expectTable("docs/your-csv.md", "layouts", text);
  });

  test("has the table of the files that describe tables (npm run fix writes it)", () => {
    const rows = metadataKinds.map(({ about, recognised, reading }) => [
      about,
      recognised,
      reading,
    ]);
    const head = ["whose", "recognised by", "read"];
    const table = [head, head.map(() => "---"), ...rows];
    const text = table.map((cells) => `| ${cells.join(" | ")} |\n`).join("");
    expectTable("docs/your-csv.md", "metadata", text);
  });
});

describe("docs/formats.md", () => {
  test("has the table that the table of input formats makes (npm run fix writes it)", () => {
    expect(formatTable()).toContain("(`.mcf`)");
    expectTable("docs/formats.md", "formats", formatTable());
  });
});

describe("docs/snapshots.md", () => {
  test("says which version of the format it describes", () => {
    expect(read("docs/snapshots.md")).toContain(`version of the format, u32: ${formatVersion} |`);
  });

  test("has the table of columns of a world (npm run fix writes it)", () => {
    const table = columnTable(({ kind }) => kind === undefined);
    expect(table).toContain("| `graph.names` | u32 |");
    expectTable("docs/snapshots.md", "columns", table);
  });

  test("has the table of columns that snapshots alone have (npm run fix writes it)", () => {
    const table = columnTable(({ kind }) => kind !== undefined);
    expect(table).toContain("| `far.shapes.groups` | i32 |");
    expectTable("docs/snapshots.md", "stored", table);
  });
});

describe("docs/server.md", () => {
  test("has the table that the table of the website's routes makes (npm run fix writes it)", () => {
    expectTable("docs/server.md", "website", routeTable(websiteRoutes));
  });
});

describe("docs/explorer.md", () => {
  test("has the table that the table of the explorer's routes makes (npm run fix writes it)", () => {
    expectTable("docs/explorer.md", "explorer", routeTable(explorerRoutes));
  });
});

describe("docs/agents.md", () => {
  test("has the table that the table of tools makes (npm run fix writes it)", () => {
    expectTable("docs/agents.md", "tools", toolTable());
  });
});

describe("docs/sparql.md", () => {
  test("has the table that the table of functions makes (npm run fix writes it)", () => {
    expect(functionTable()).toContain("| `BOUND(variable)` |");
    expectTable("docs/sparql.md", "functions", functionTable());
  });
});

describe("the README", () => {
  test("can be read in one sitting", () => {
    expect(readme.split("\n").length).toBeLessThanOrEqual(180);
  });

  test("names the test command that CI runs on a clean checkout", () => {
    const command = /\bnpm ci[-\w ]*&& npm test\b/;
    expect(readme).toMatch(command);
    expect(read(".ci/run")).toMatch(command);
  });
});

describe("ARCHITECTURE.md", () => {
  test("says how many bytes a triple, a node and a literal take", async () => {
    const {
      engine: { graph, observations },
    } = await sample();
    const figures = /triple takes ([\d.]+) bytes.*?node adds ([\d.]+)\s+bytes.*?literal ([\d.]+),/s;
    const [, triple, node, literal] = (figures.exec(read("ARCHITECTURE.md")) ?? []).map(Number);
    const { nodeCount, termCount } = graph.dictionary;
    const said =
      triple! * graph.tripleCount + node! * nodeCount + literal! * (termCount - nodeCount);
    // Bytes of texts, long texts, and tables with a row per predicate, provenance or set of types.
    const others = /\.(?:bytes|long\w+|typeSets\.\w+)$|graph\.(?:pred|prov)\w+$/;
    const counted = [...columnsOf({ graph, observations })]
      .filter(([name]) => /^(?:graph|dictionary)\./.test(name) && !others.test(name))
      .reduce((sum, [, column]) => sum + column.byteLength, 0);
    // Tables of offsets have an end, and tables of blocks a begun block.
    expect(Math.abs(counted - said)).toBeLessThan(64);
  });
});

describe("every document", () => {
  test("names scripts that exist", () => {
    // Examples have scripts of their own.
    const ours = documents.filter(({ path }) => !path.startsWith("examples/"));
    const named = ours.flatMap(({ path, text }) =>
      [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, script]) => ({ path, script: script! })),
    );
    expect(named.map(({ script }) => script)).toContain("check");
    expect(named.filter(({ script }) => scripts[script] === undefined)).toEqual([]);
  });

  test.each([
    ["suite", / {2}(\w+)\(\) \{/g, "deep"],
    ["bench", / {2}(\w+): "/g, "walks"],
  ])("names each %s as the script of that name does", (script, row, example) => {
    const rows = [...read(`build/${script}.mjs`).matchAll(row)].map(([, name]) => name!);
    const use = new RegExp(`\\bnpm run ${script} ([a-z]\\w*)`, "g");
    const named = documents.flatMap(({ path, text }) =>
      [...text.matchAll(use)].map(([, name]) => ({ path, name: name! })),
    );
    expect(rows).toContain(example);
    expect(named.filter(({ path }) => path !== "CHANGELOG.md").length).toBeGreaterThan(2);
    expect(named.filter(({ name }) => !rows.includes(name))).toEqual([]);
  });

  test.each(["ARCHITECTURE.md", "CONTRIBUTING.md"])(
    "of ours, %s, names code that exists",
    (path) => {
      const texts = [...code.map(({ text }) => text), read("package.json")];
      const isUsed = (name: string) => {
        const word = new RegExp(`\\b${name}\\b`);
        return texts.some((text) => text.includes(name) && word.test(text));
      };
      const spans = [
        ...read(path)
          .replace(/^\|.*$/gm, "")
          .matchAll(/`([^`\n]+)`/g),
      ].map(([, span]) => span!);
      const paths = spans.filter((span) => /^[\w/.-]+(?:\/|\.(?:ts|mjs))$(?<!\.d\.ts)/.test(span));
      const names = spans.filter((span) => /^(?=.*[a-z][A-Z])[A-Za-z]+$/.test(span));
      const files = code.map((file) => file.path);
      const isThere = (span: string) =>
        files.some((file) => file.startsWith(span) || file.endsWith(`/${span}`)) ||
        existsSync(resolve(projectRoot, span)) ||
        existsSync(resolve(projectRoot, "src", span)) ||
        files.some((file) => file.includes(`/${span}`));
      expect(names.filter((name) => !isUsed(name))).toEqual([]);
      expect(paths.filter((span) => !isThere(span))).toEqual([]);
      expect([paths.length > 3, spans.length > 10]).toEqual([true, true]);
    },
  );

  test("links to files that exist", () => {
    const links = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!\w+:)([^)#]+)/g)].map(([, link]) => ({ path, link: link! })),
    );
    expect(links).toContainEqual({ path: "README.md", link: "ARCHITECTURE.md" });
    const missing = links.filter(
      ({ path, link }) => !existsSync(resolve(projectRoot, posix.dirname(path), link)),
    );
    expect(missing).toEqual([]);
  });
});
