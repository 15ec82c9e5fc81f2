/** The packages of this folder: other engines, which the project itself does not depend on. */

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** Where their package.json lies, seen from the compiled benchmarks. */
export const peersFolder = fileURLToPath(new URL("../../../bench/peers/", import.meta.url));

const require = createRequire(`${peersFolder}package.json`);

/** The module of an installed package. Its types are not installed with the project: say them. */
export function packageOf<Module>(name: string): Module {
  return require(name) as Module;
}

export function versionOf(name: string): string {
  return packageOf<{ readonly version: string }>(`${name}/package.json`).version;
}

export function isInstalled(name: string): boolean {
  return existsSync(`${peersFolder}node_modules/${name}/package.json`);
}
