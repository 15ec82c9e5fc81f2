/** Recorded outputs of the official import tools over their own test inputs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileOnDisk } from "../../../src/disk/disk-tree.ts";
import { DiagnosticLog, FileLog } from "../../../src/load/bytes/diagnostics.ts";
import { Progress } from "../../../src/load/bytes/load-progress.ts";
import { McfParser } from "../../../src/load/mcf/mcf-parser.ts";
import { readTemplate } from "../../../src/load/mcf/tmcf.ts";
import { bindTemplate, TemplateTable } from "../../../src/load/mcf/tmcf-table.ts";
import { type BlockSource, identityOf } from "../../../src/load/nodes/block-names.ts";
import { readCsvRows } from "../../../src/load/records/csv-rows.ts";
import type { NodeBlock, ValueKind } from "../../../src/load/values/mcf-value.ts";
import { isObservation, observationParts } from "../../../src/load/values/observation-parts.ts";
import { describeWithReference, referenceRoot } from "../reference-data.ts";
import { messages, parseTextproto, text } from "./textproto.ts";

const folder = join(referenceRoot, "data/import/util/src/test/resources/org/datacommons/util");

const fileLog = (name: string) => new FileLog(new DiagnosticLog(), name);

const protoTypes: Readonly<Record<ValueKind, string>> = {
  text: "TEXT",
  number: "NUMBER",
  reference: "RESOLVED_REF",
  local: "UNRESOLVED_REF",
  complex: "COMPLEX_VALUE",
  entity: "TABLE_ENTITY",
  column: "TABLE_COLUMN",
};

function parse(form: "instance" | "template", name: string): NodeBlock[] {
  const blocks: NodeBlock[] = [];
  const parser = new McfParser(form, fileLog(name), (block) => blocks.push(block));
  for (const [index, line] of readFileSync(join(folder, name), "utf8").split("\n").entries()) {
    parser.line(line, index + 1);
  }
  parser.end();
  return blocks;
}

/** `node property TYPE value`, each once, sorted; the official parser makes the name's dcid a value. */
function valuesOf(blocks: readonly NodeBlock[], source: BlockSource): string[] {
  const values = blocks.flatMap((block) => {
    const own = block.values.map(({ property, kind, text: value }) => {
      const written = kind === "local" ? `l:${value}` : value;
      return `${block.name} ${property} ${protoTypes[kind]} ${written}`;
    });
    const hasDcid = block.values.some(({ property }) => property === "dcid");
    const dcid = hasDcid ? undefined : identityOf(block, source);
    return dcid === undefined ? own : [...own, `${block.name} dcid TEXT ${dcid}`];
  });
  return [...new Set(values)].sort();
}

const source: BlockSource = { log: fileLog(""), provenance: -1, prefixes: new Set() };

describeWithReference("recorded parses", () => {
  const cases = [
    ["instance", "McfParserTest_ResolvedGraph.mcf"],
    ["instance", "McfParserTest_UnresolvedGraph.mcf"],
    ["template", "McfParserTest_Template.tmcf"],
  ] as const;

  test.each(cases)("%s %s", (form, name) => {
    const blocks = parse(form, name);
    const golden = parseTextproto(
      readFileSync(join(folder, name.replace(/\.t?mcf$/, ".textproto")), "utf8"),
    );
    const nodes = messages(golden, "nodes");
    const expected = nodes.flatMap((node) =>
      messages(messages(node, "value")[0]!, "pvs").flatMap((pv) =>
        messages(messages(pv, "value")[0]!, "typed_values").map(
          (value) =>
            `${text(node, "key")} ${text(pv, "key")} ${text(value, "type")} ${text(value, "value")}`,
        ),
      ),
    );
    const locations = nodes.map((node) => [
      text(node, "key"),
      Number(text(messages(messages(node, "value")[0]!, "locations")[0]!, "line_number")),
    ]);
    expect(expected.length).toBeGreaterThan(9);
    expect(valuesOf(blocks, source)).toEqual(expected.sort());
    expect(new Map(blocks.map(({ name: node, line }) => [node, line]))).toEqual(
      new Map(locations as [string, number][]),
    );
  });
});

/** The nodes that a template makes of a table, without incomplete observations. */
async function fill(stem: string, template = stem): Promise<NodeBlock[]> {
  const input = (name: string) => fileOnDisk(join(folder, name), 1);
  const progress = new Progress(0);
  const log = new DiagnosticLog();
  const tmcf = await readTemplate(input(`${template}.tmcf`), log, progress);
  const blocks: NodeBlock[] = [];
  let table: TemplateTable | undefined;
  const dialect = { delimiter: ",", hasEscapes: true };
  await readCsvRows(input(`${stem}.csv`), dialect, fileLog(stem), progress, (cells, line) => {
    if (table !== undefined) blocks.push(...table.row(cells, line));
    else {
      const header = cells.map((cell) => cell.trim());
      const bound = bindTemplate(tmcf, header, fileLog(stem));
      table = new TemplateTable(bound ?? [], header, ",", fileLog(stem));
    }
    return true;
  });
  return blocks.filter(
    (block) => !isObservation(block) || observationParts(block, fileLog(stem)) !== undefined,
  );
}

describeWithReference("recorded tables through templates", () => {
  test.each(["TmcfCsvParser_SVO", "TmcfCsvParser_PopObs", "TmcfCsvParser_MultiValue"])(
    "%s",
    async (stem) => {
      const filled = valuesOf(await fill(stem), source);
      expect(filled.length).toBeGreaterThan(10);
      expect(filled).toEqual(valuesOf(parse("instance", `${stem}.mcf`), source));
    },
  );

  test("a template with a column that the table lacks makes no node", async () => {
    expect(await fill("TmcfCsvParser_SVO", "TmcfCsvParser_SVO_Failure")).toEqual([]);
  });
});

describe("reading of protobuf's text format", () => {
  test("knows nesting, repetition and escapes", () => {
    const fields = parseTextproto('type: A nodes { key: "a\\"}" } nodes { key: "b" n: 1 }');
    expect(text(fields, "type")).toBe("A");
    expect(messages(fields, "nodes").map((node) => text(node, "key"))).toEqual(['a"}', "b"]);
  });
});
