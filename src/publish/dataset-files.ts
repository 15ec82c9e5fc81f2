/** The table of all observations with its description: Croissant 1.0 and Frictionless Data Package. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { longTable } from "../export/csv-tables.ts";
import { type ExportFile, fileOf, tableFile } from "../export/exported-files.ts";
import type { World } from "../world/world.ts";

const tableName = "observations.csv";

/** A column of the table, and whether it holds numbers alone. */
interface ColumnOfTable {
  readonly name: string;
  readonly isNumber: boolean;
}

/** What a description has about a file. */
interface FileFacts {
  readonly bytes: number;
  readonly sha256: string;
}

export function croissant(world: World): ExportFile[] {
  return described(world, "croissant.json", (facts) => croissantOf(world, facts));
}

export function dataPackage(world: World): ExportFile[] {
  return described(world, "datapackage.json", (facts) => packageOf(world, facts));
}

/** The description comes second: it has the checksum of the table. */
function described(
  world: World,
  name: string,
  describe: (facts: FileFacts) => object,
): ExportFile[] {
  const table = tableFile(tableName, () => longTable(world));
  let facts: FileFacts | undefined;
  const measured: ExportFile = {
    name: table.name,
    get rowCount() {
      return table.rowCount;
    },
    *text() {
      const measure = new Measure();
      for (const piece of table.text()) {
        measure.add(piece);
        yield piece;
      }
      facts = measure.facts();
    },
  };
  const description = fileOf(
    name,
    () => {
      if (facts === undefined) for (const _ of measured.text());
      return [`${JSON.stringify(describe(facts as FileFacts), null, 2)}\n`];
    },
    1,
  );
  return [measured, description];
}

class Measure {
  readonly #hash = sha256.create();
  readonly #encoder = new TextEncoder();
  #bytes = 0;

  add(text: string): void {
    const bytes = this.#encoder.encode(text);
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
  }

  facts(): FileFacts {
    return { bytes: this.#bytes, sha256: bytesToHex(this.#hash.digest()) };
  }
}

/** The columns of the table, by its own first line: no heading needs quotes. */
function columnsOf(world: World): ColumnOfTable[] {
  const [head = ""] = longTable(world);
  const hasTexts = world.observations.textPoints().length > 0;
  const names = head.trim().split(",");
  return names.map((name) => ({ name, isNumber: name === "value" && !hasTexts }));
}

const title = "Observations of a Data Commons world";

function descriptionOf({
  observations: { variableCount, entityCount, pointCount },
}: World): string {
  const counts = `${pointCount} observations of ${variableCount} variables about ${entityCount} entities`;
  return `${counts}, a row each. Variables, entities, units and methods are dcids of Data Commons.`;
}

/** Pages of the publishers, ascending. */
function sourcesOf({ observations }: World): string[] {
  const urls = new Set(observations.facets.map(({ provenanceUrl }) => provenanceUrl));
  urls.delete("");
  return [...urls].sort();
}

function packageOf(world: World, { bytes, sha256: hash }: FileFacts): object {
  return {
    profile: "tabular-data-package",
    name: "observations",
    title,
    description: descriptionOf(world),
    sources: sourcesOf(world).map((path) => ({ title: path, path })),
    resources: [
      {
        profile: "tabular-data-resource",
        name: "observations",
        path: tableName,
        format: "csv",
        mediatype: "text/csv",
        encoding: "utf-8",
        bytes,
        hash: `sha256:${hash}`,
        schema: {
          fields: columnsOf(world).map(({ name, isNumber }) => ({
            name,
            type: isNumber ? "number" : "string",
          })),
        },
      },
    ],
  };
}

function croissantOf(world: World, facts: FileFacts): object {
  return {
    "@context": croissantContext,
    "@type": "sc:Dataset",
    conformsTo: "http://mlcommons.org/croissant/1.0",
    name: "observations",
    description: descriptionOf(world),
    isBasedOn: sourcesOf(world),
    distribution: [
      {
        "@type": "cr:FileObject",
        "@id": tableName,
        name: tableName,
        contentUrl: tableName,
        contentSize: `${facts.bytes} B`,
        encodingFormat: "text/csv",
        sha256: facts.sha256,
      },
    ],
    recordSet: [
      {
        "@type": "cr:RecordSet",
        "@id": "observations",
        name: "observations",
        description: title,
        field: columnsOf(world).map(({ name, isNumber }) => ({
          "@type": "cr:Field",
          "@id": `observations/${name}`,
          name,
          dataType: isNumber ? "sc:Float" : "sc:Text",
          source: { fileObject: { "@id": tableName }, extract: { column: name } },
        })),
      },
    ],
  };
}

const names = (words: string): Record<string, string> =>
  Object.fromEntries(words.split(" ").map((word) => [word, `cr:${word}`]));

/** As the specification of Croissant 1.0 gives it. */
const croissantContext = {
  "@language": "en",
  "@vocab": "https://schema.org/",
  sc: "https://schema.org/",
  cr: "http://mlcommons.org/croissant/",
  rai: "http://mlcommons.org/croissant/RAI/",
  dct: "http://purl.org/dc/terms/",
  ...names(
    "citeAs column extract field fileProperty fileObject fileSet format includes isLiveDataset",
  ),
  ...names(
    "jsonPath key md5 parentField path recordSet references regex repeated replace separator",
  ),
  ...names("source subField transform"),
  conformsTo: "dct:conformsTo",
  data: { "@id": "cr:data", "@type": "@json" },
  dataType: { "@id": "cr:dataType", "@type": "@vocab" },
  examples: { "@id": "cr:examples", "@type": "@json" },
} as const;
