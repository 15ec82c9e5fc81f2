/** Files are damaged in ways that have one cure: `fix` gives back the files as they were. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { fix } from "../../../src/commons/with-files.ts";
import { runs } from "../runs.ts";

const word = fc.constantFrom(
  "a",
  "Zürich",
  "b c",
  "x, y",
  'say "no"',
  "€ 5",
  "euro coin",
  "1 2",
  "",
);
/** Of one size: a comma in a number that is a hundred times another one may be before decimals. */
const number = fc.integer({ min: 1000, max: 90_000 });

function cell(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Which damage a line gets: each has one cure. */
const damage = fc.record({
  commas: fc.boolean(),
  euro: fc.boolean(),
  separator: fc.nat(2),
  isWindows: fc.boolean(),
  isLatin: fc.boolean(),
  prefix: fc.constantFrom("dcid:", "DCID:", "Dcid:"),
});
const row = fc.record({ name: word, value: number, damage });

function withCommas(value: number): string {
  return `"${String(value).replace(/(\d)(?=(?:\d{3})+$)/g, "$1,")}"`;
}

function bytesOf(text: string, isLatin: boolean): Buffer {
  return Buffer.from(text, isLatin && !text.includes("€") ? "latin1" : "utf8");
}

test("tables and MCF are what they were, and nothing with one cure is found in them", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      async (rows, hasMark) => {
        const header = "e,d,x,u,n";
        const table = [header];
        const damagedTable: Uint8Array[] = [Buffer.from(`${hasMark ? "\ufeff" : ""}${header}\n`)];
        const nodes: string[] = [];
        const damagedNodes: Uint8Array[] = [Buffer.from(hasMark ? "\ufeff" : "")];
        for (const [index, { name, value, damage: how }] of rows.entries()) {
          const end = how.isWindows ? "\r\n" : "\n";
          const date = 2000 + index;
          table.push(`p,${date},${value},Euro,${cell(name)}`);
          const written = how.commas ? withCommas(value) : value;
          const more = ",".repeat(how.separator);
          const line = `p,${date},${written},${how.euro ? "euro" : "Euro"},${cell(name)}${more}${end}`;
          damagedTable.push(bytesOf(line, how.isLatin));
          const texts = [`name: "${name.replaceAll('"', "'")}"`, "typeOf: dcs:City", ""];
          nodes.push([`Node: dcid:n${index}`, ...texts].join("\n"));
          const damaged = [`Node: ${how.prefix}n${index}`, ...texts, ""].join(end);
          damagedNodes.push(bytesOf(damaged, how.isLatin));
        }
        const template =
          "Node: E:t->E0\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcs:V\nobservationAbout: C:t->e\n" +
          "observationDate: C:t->d\nvalue: C:t->x\nunit: C:t->u\n\nNode: E:t->E1\ntypeOf: dcs:Thing2\ndcid: C:t->d\nname: C:t->n\n";
        const whole: Record<string, string> = {
          "t.csv": `${table.join("\n")}\n`,
          "n.mcf": `${nodes.join("\n")}\n`,
          "t.tmcf": template,
        };
        const damagedFiles: Record<string, Buffer> = {
          "t.csv": Buffer.concat(damagedTable),
          "n.mcf": Buffer.concat(damagedNodes),
          "t.tmcf": Buffer.from(template),
        };
        const { files, report } = await fix(
          Object.entries(damagedFiles).map(([name, content]) => ({ name, content })),
        );
        const after = { ...whole };
        for (const [name, content] of Object.entries(damagedFiles))
          after[name] = content.toString();
        for (const file of files) after[file.path] = file.after;
        expect(after).toEqual(whole);
        expect(report.findings.filter(({ cure }) => cure !== undefined)).toEqual([]);
        expect(report.counters.map(({ counter }) => counter)).not.toContain("Source_NotUtf8");
      },
    ),
    runs(40),
  );
});
