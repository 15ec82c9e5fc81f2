/**
 * All that is proposed for tables of many publishers: the role of each column and its reason, the options, the
 * properties of variables, problems and cures. What is expected lies in `propose-whole.txt`;
 * `EXPECT=write npx vitest run test/unit/propose/propose-whole` writes it anew, to be read before it is believed.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type ColumnsProposal, type KnownColumns, proposeColumns } from "../../../src/lint.ts";
import { besideOf, galleryBytes, galleryFiles, knownOf } from "../../gallery.ts";

const beside = (name: string) => new URL(name, import.meta.url).pathname;
const path = beside("./propose-whole.txt");
const mark = "=====";

interface Case {
  readonly head: string;
  readonly files: Readonly<Record<string, Buffer>>;
  readonly known: KnownColumns;
}

/** Tables, each with what a caller says about it: those of another test, and small ones for single rules. */
const written = ["./propose-nasty-tables.txt", "./small-tables.txt"].flatMap((file) =>
  readFileSync(beside(file), "utf8")
    .split(/^===== /m)
    .slice(1)
    .map((part): Case => {
      const [head = "", ...lines] = part.split("-----\n")[0]!.split("\n");
      const [, name = "", known = "{}"] = /^(\S+) ?(.*)$/.exec(head) ?? [];
      const files = { [name]: Buffer.from(lines.join("\n")) };
      return { head, files, known: JSON.parse(known || "{}") };
    }),
);

const gallery = galleryFiles().map((file): Case => {
  const name = file.slice(file.indexOf("/") + 1);
  const files = { ...besideOf(file), [name]: galleryBytes(file) };
  return { head: file, files, known: knownOf(file) };
});

const cases = [...written, ...gallery];

/** @param isWhole whether what variables get is there, which their lines say, too */
function linesOf(proposal: ColumnsProposal, isWhole: boolean): string[] {
  const {
    columns: all,
    draft,
    found,
    layout,
    variables,
    problems,
    cures,
    names,
    ...form
  } = proposal;
  const columns = isWhole || all === undefined ? all : { ...all, properties: undefined };
  const shown = (names ?? []).map(({ name, rows, alone }) =>
    [name, rows, ...(alone === undefined ? [] : [`(alone in line ${alone})`])].join(" "),
  );
  return [
    JSON.stringify({ ...form, numeric: undefined, layout }),
    ...found.map(({ heading, role, reason }) => `'${heading}' ${role}: ${reason}`),
    ...(columns === undefined ? [] : [`columns ${JSON.stringify(columns)}`]),
    ...(draft === undefined ? [] : [`draft ${JSON.stringify(draft)}`]),
    ...(names === undefined ? [] : [`names ${shown.join(", ")}`]),
    ...variables.map((one) => `variable ${one}`),
    ...problems.map((one) => `problem ${one}`),
    ...cures.map((one) => `cure ${one}`),
  ];
}

function outcome(at: number, proposal: ColumnsProposal): string {
  const isWhole = at >= written.length;
  return `${cases[at]?.head}\n${linesOf(proposal, isWhole).join("\n")}\n`;
}

if (process.env["EXPECT"] === "write") {
  const all = await Promise.all(
    cases.map(async ({ files, known }, at) => {
      return `${mark} ${outcome(at, await proposeColumns(files, known))}`;
    }),
  );
  writeFileSync(path, all.join(""));
}

const expected = readFileSync(path, "utf8")
  .split(new RegExp(`^${mark} `, "m"))
  .slice(1);

/** What a cure says, as a shell and the command take it. */
function saidBy(cure: string): KnownColumns {
  const words = Array.from(cure.matchAll(/'((?:[^']|'\\'')*)'|\S+/g), ([word, quoted]) =>
    (quoted ?? word).replaceAll("'\\''", "'"),
  );
  const said: Record<string, unknown> = {};
  for (let at = 0; at < words.length; at++) {
    const option = words[at] ?? "";
    const name = option
      .replace(/^--/, "")
      .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    if (/^--(?:day|month)-first$/.test(option)) said["dayFirst"] = option === "--day-first";
    else {
      const text = words[++at] ?? "";
      const [heading = "", cell = ""] = text.split("=");
      if (name === "only") said[name] = { ...(said[name] as object), [heading]: cell };
      else said[name] = /^(?:multiplier|header|skipRows)$/.test(name) ? Number(text) : text;
    }
  }
  return said as KnownColumns;
}

async function expectTaken(files: Case["files"], columns: ColumnsProposal["columns"]) {
  const again = await proposeColumns(files, { columns });
  expect([again.columns, again.problems]).toEqual([columns, []]);
}

async function expectCured({ files, known }: Case, { cures, problems }: ColumnsProposal) {
  expect(problems.length).toBeGreaterThan(0);
  // A file that a person edits solves nothing by itself.
  for (const cure of cures.filter((one) => !one.startsWith("--propose"))) {
    const cured = await proposeColumns(files, { ...known, ...saidBy(cure) });
    expect([cure, cured.problems.filter((one) => problems.includes(one))]).toEqual([cure, []]);
  }
}

test.each(cases.map(({ head }, at) => [head, at] as const))(
  "what is proposed is taken as it stands, or each cure solves what it is for: %s",
  async (_head, at) => {
    const { files, known } = cases[at]!;
    const proposal = await proposeColumns(files, known);
    expect(outcome(at, proposal)).toBe(expected[at]);
    if (proposal.columns === undefined) await expectCured(cases[at]!, proposal);
    else await expectTaken(files, proposal.columns);
  },
);
