/**
 * Whole texts that tests compare, letter by letter, with a file of the folder `expected` beside them.
 * `EXPECT=write npx vitest run FILE` writes it anew, to be read before it is believed.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

/**
 * @param folder of the test
 * @param name of the file, without its ending
 */
export function expectRecorded(folder: string, name: string, texts: readonly string[]): void {
  const whole = `${texts.join("\n\n")}\n`;
  const path = join(folder, "expected", `${name}.txt`);
  if (process.env["EXPECT"] === "write") {
    mkdirSync(join(folder, "expected"), { recursive: true });
    writeFileSync(path, whole);
  }
  expect(whole.split("\n")).toEqual(readFileSync(path, "utf8").split("\n"));
}

/** A text of JSON in lines of one object each: all of its letters, and line feeds. */
export const inLines = (json: string): string => json.replaceAll(/(?<=[}\]]),(?=[{["])/g, ",\n");
