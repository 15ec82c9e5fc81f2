/** What the clients are asked about: the sample, and worlds of the corpus where they lie beside the tree. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

const reference = process.env["POCKET_COMMONS_REFERENCE"] ?? "../shared";

/** With observations or with nodes, or both. */
const names = ["v2obs-01", "v2cont-03", "v3obs-01", "custom-01", "v0t-01", "v3node-01"];

export const sample = resolve("data-samples/us-states");

const worlds = names
  .map((name) => resolve(join(reference, "corpus", "worlds", name)))
  .filter((folder) => existsSync(folder));

export const folders: readonly string[] = [sample, ...worlds];

/** For the names of tests. */
export const called = (folder: string): string => folder.split("/").at(-1) as string;
