/** What runs found, in a file with a line for each change that was tried. */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { hashOfFile } from "./project-files.mjs";

/**
 * A change that was noticed stays so while its source and the test that noticed it are the same; one
 * that survived is tried again when any module of the run differs.
 */
export class FoundBefore {
  #path;
  #tests;
  #found = new Map();
  #hashes = new Map();

  /** @param tests the hash of all modules of this run */
  constructor(path, tests) {
    this.#path = path;
    this.#tests = tests;
    if (!existsSync(path)) return;
    for (const line of readFileSync(path, "utf8").split("\n")) {
      if (line === "") continue;
      const found = JSON.parse(line);
      this.#found.set(found.key, found);
    }
  }

  /** @returns `noticed`, `survived` or `unreached`; undefined when the change is to be tried */
  verdictOn({ key, source }) {
    const found = this.#found.get(key);
    if (found === undefined || found.source !== source) return undefined;
    const isSame =
      found.verdict === "noticed"
        ? found.by === undefined || found.tests === this.#hashOf(found.by)
        : found.tests === this.#tests;
    return isSame ? found.verdict : undefined;
  }

  /** Kept at once: a run may be stopped at any time. */
  add({ key, source }, { verdict, by }) {
    const tests = by === undefined ? this.#tests : this.#hashOf(by);
    const found = { key, source, verdict, by, tests };
    this.#found.set(key, found);
    appendFileSync(this.#path, `${JSON.stringify(found)}\n`);
  }

  #hashOf(file) {
    const known = this.#hashes.get(file);
    if (known !== undefined) return known;
    const hash = hashOfFile(file);
    this.#hashes.set(file, hash);
    return hash;
  }
}
