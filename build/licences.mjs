/** Licences of the packages whose code is in bundles. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Folders of the packages that something in the bundles comes from, in order. */
export function packagesIn(bundles) {
  const outputs = bundles.flatMap(({ metafile }) => Object.values(metafile.outputs));
  const inputs = outputs.flatMap(({ inputs }) => Object.entries(inputs));
  const folders = inputs
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  return [...new Set(folders)].filter((folder) => folder !== undefined).sort();
}

/** What the packages' authors want to be said wherever their code goes; a text that many share, once. */
export function licencesOf(folders) {
  const packagesOf = new Map();
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|notice)\b/i.test(file));
    if (files.length === 0) throw new Error(`${name} has no licence file`);
    const text = files.map((file) => readFileSync(join(folder, file), "utf8").trim()).join("\n\n");
    packagesOf.set(text, [...(packagesOf.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const intro = "The modules in this folder contain code of these packages.";
  const parts = Array.from(packagesOf, ([text, packages]) => `${packages.join("\n")}\n\n${text}`);
  return `${[intro, ...parts].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}
