/**
 * All results of a load, as text: each statement with its place, and each finding with its message.
 * What is expected lies beside this file; `EXPECT=write npx vitest run test/unit/load/load-` writes it
 * anew, to be read before it is believed.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { onDisk } from "../../../../src/disk/disk-tree.ts";
import { DiagnosticLog } from "../../../../src/load/bytes/diagnostics.ts";
import { load } from "../../../../src/load/load.ts";
import type { Place } from "../../../../src/load/statements/sink.ts";
import { resolverOver } from "../../../../src/resolve/resolver-over.ts";
import { type Texts, withFolder } from "../load-texts.ts";
import { RecordingSink } from "../recording-sink.ts";

/** Notes statements in the order in which they come. */
class PlacedSink extends RecordingSink {
  readonly log: string[] = [];
  #place = "";

  at({ file, line, parts, isMade, isImplied }: Place): void {
    const others = Array.from(
      parts ?? [],
      ([name, part]) => ` ${name}@${part.file}:${part.line ?? ""}`,
    );
    const how = `${isMade === true ? " made" : ""}${isImplied === true ? " implied" : ""}`;
    this.#place = `${file}:${line ?? ""}${how}${others.join("")}`;
  }

  override link(subject: number, predicate: number, object: number, provenance: number): void {
    super.link(subject, predicate, object, provenance);
    this.#noteTriple();
  }

  override attribute(subject: number, predicate: number, text: number, provenance: number): void {
    super.attribute(subject, predicate, text, provenance);
    this.#noteTriple();
  }

  override observation(
    variable: number,
    entity: number,
    facet: number,
    date: number,
    value: string,
  ): void {
    super.observation(variable, entity, facet, date, value);
    const { provenance, ...told } = this.observations.at(-1)!;
    const { variable: what, entity: where, date: when, value: much, ...fields } = told;
    const further = Object.entries(fields).flatMap(([key, text]) =>
      text === "" ? [] : [`${key}=${typeof text === "string" ? text : JSON.stringify(text)}`],
    );
    this.#note([what, where, when, much, ...further].join(" "), provenance);
  }

  #noteTriple(): void {
    const { subject, predicate, object, provenance } = this.triples.at(-1)!;
    this.#note(`${subject} ${predicate} ${object}`, provenance);
  }

  #note(statement: string, provenance: string): void {
    this.log.push(`${this.#place} | ${statement}${provenance === "" ? "" : ` (${provenance})`}`);
  }
}

/**
 * `place | statement (provenance)` for each statement, in order, and after them
 * `level counter place | message` for each finding.
 */
async function wholeLog(texts: Texts, sources: readonly string[] = ["."]): Promise<string[]> {
  return await withFolder(texts, async (folder) => {
    const sink = new PlacedSink();
    const found: string[] = [];
    const log = new DiagnosticLog({
      onDiagnostic: ({ level, counter, file, line, message }) => {
        found.push(`${level} ${counter} ${file}:${line ?? ""} | ${message}`);
      },
    });
    const paths = sources.map((source) => join(folder, source));
    await load(onDisk(...paths), sink, {}, log, undefined, resolverOver);
    const short = (line: string) => line.replaceAll(`${folder}/`, "").replaceAll(folder, ".");
    return [...sink.log, ...found].map(short);
  });
}

/** Compares the log of a load with the file of this name. */
export async function expectLog(
  name: string,
  texts: Texts,
  sources?: readonly string[],
): Promise<void> {
  const log = `${(await wholeLog(texts, sources)).join("\n")}\n`;
  const path = join(import.meta.dirname, `${name}.txt`);
  if (process.env["EXPECT"] === "write") writeFileSync(path, log);
  expect(log.split("\n")).toEqual(readFileSync(path, "utf8").split("\n"));
}
