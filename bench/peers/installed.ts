/** The packages of this folder: other engines, which the project itself does not depend on. */

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Where their package.json lies, seen from the compiled benchmarks. */
export const peersFolder = fileURLToPath(new URL("../../../bench/peers/", import.meta.url));

const require = createRequire(`${peersFolder}package.json`);

/** The module of an installed package. Its types are not installed with the project: say them. */
export function packageOf<Module>(name: string): Module {
  return require(name) as Module;
}

/** The same of a package that is an ES module. */
export async function moduleOf<Module>(name: string): Promise<Module> {
  return (await import(pathToFileURL(require.resolve(name)).href)) as Module;
}

export function versionOf(name: string): string {
  const description = readFileSync(`${peersFolder}node_modules/${name}/package.json`, "utf8");
  return (JSON.parse(description) as { readonly version: string }).version;
}

export function isInstalled(name: string): boolean {
  return existsSync(`${peersFolder}node_modules/${name}/package.json`);
}
