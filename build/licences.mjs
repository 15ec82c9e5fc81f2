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
    const manifest = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    const { name, version, license } = manifest;
    const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|notice)\b/i.test(file));
    const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
    const text = texts.join("\n\n") || licenceNamedIn(manifest);
    packagesOf.set(text, [...(packagesOf.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const intro = "The modules in this folder contain code of these packages.";
  const parts = Array.from(packagesOf, ([text, packages]) => `${packages.join("\n")}\n\n${text}`);
  return `${[intro, ...parts].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

/** The text of the licence that a package names and does not have. */
function licenceNamedIn({ name, license, author }) {
  if (license !== "ISC" || author === undefined) throw new Error(`${name} has no licence file`);
  return `ISC License

Copyright (c) ${author.name ?? author}

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby
granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.`;
}
