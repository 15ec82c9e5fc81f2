/**
 * Makes `schema/public-schema.mcf.gz`, which `lint --schema` loads: names of the public schema of Data
 * Commons and how they hang together. Texts such as names and descriptions are left out, and so are variables.
 *
 *     npm run build && node build/public-schema.mjs FOLDER_OF_SCHEMA_MCF
 */
import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { open } from "../dist/index.js";

/** Nodes that are no part of the schema: variables, their groups, and what describes data sets. */
const others = new Set([
  ...["Article", "Curator", "Dataset", "ImageObject", "Provenance", "Source", "SubTopic", "Topic"],
  ...["StatVarGroup", "StatVarGroupSpec", "StatVarPeerGroup", "StatisticalCalculation"],
  "StatisticalVariable",
]);
const properties = ["typeOf", "subClassOf", "subPropertyOf", "domainIncludes", "rangeIncludes"];

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("name the folder of the schema's MCF files");
const { graph } = (await open(folder)).engine;
const { dictionary } = graph;
const blocks = [];
for (let node = 0; node < dictionary.nodeCount; node++) {
  const values = properties.map((property) => {
    const predicate = graph.predicateOf(property);
    const terms = predicate === undefined ? [] : graph.valuesOf(node, predicate);
    return terms.filter((term) => dictionary.isNode(term)).map((term) => dictionary.textOf(term));
  });
  const [types] = values;
  if (types.length === 0 || types.some((type) => others.has(type))) continue;
  const lines = values.flatMap((texts, at) =>
    texts.length === 0
      ? []
      : `${properties[at]}: ${texts.map((text) => `dcid:${text}`).join(", ")}`,
  );
  blocks.push([`Node: dcid:${dictionary.textOf(node)}`, ...lines, ""].join("\n"));
}
const text = `# Facts of the public schema of Data Commons (Apache-2.0). build/public-schema.mjs made this file.\n\n${blocks.join("\n")}`;
const bytes = gzipSync(text, { level: 9 });
writeFileSync(new URL("../schema/public-schema.mcf.gz", import.meta.url), bytes);
process.stdout.write(`${blocks.length} nodes, ${bytes.length} bytes\n`);
