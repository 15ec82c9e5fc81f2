import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { WorldFileWriter, worldFiles } from "../../../../bench/data/world-files.ts";
import { parseRdfLine } from "../../../../src/load/rdf/rdf-line.ts";

test("N-Triples say what the table of triples says, whatever a text holds", () => {
  const folder = mkdtempSync(join(tmpdir(), "pocket-commons-world-files-"));
  try {
    const files = worldFiles(folder);
    const writer = new WorldFileWriter(files, { mcf: false, byReference: false, ntriples: true });
    const texts = ['say "so"', "back\\slash", "two\nlines\tand a tab", "Zürich", "a,b"];
    writer.link("country/USA", "containedInPlace", "Earth", "dc/base/P");
    for (const text of texts) writer.attribute("country/USA", "name", text, "dc/base/P");
    writer.close();
    const lines = readFileSync(files.ntriples, "utf8").trimEnd().split("\n");
    const [link, ...attributes] = lines.map(parseRdfLine);
    expect(link).toMatchObject({ predicate: "containedInPlace" });
    expect(link?.subject).toEqual({ kind: "node", text: "country/USA" });
    expect(link?.object).toEqual({ kind: "node", text: "Earth" });
    expect(attributes.map((each) => each?.object)).toEqual(
      texts.map((text) => ({ kind: "literal", text })),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
