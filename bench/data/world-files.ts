/** The generated world as files, in every form that a loader meets. */

import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { baseProvenance, provenances, type Source } from "./sources.ts";
import type { Statements } from "./statements.ts";

const bufferLengthMax = 1 << 20;

/** Paths within the folder of a world. */
export interface WorldFiles {
  /** A folder of MCF files, one per provenance, whose name it has. */
  readonly mcf: string;
  /** The triples again, as the reference implementation's table. */
  readonly triples: string;
  /** The triples again, as N-Triples: without their provenances. */
  readonly ntriples: string;
  /** Observations whose rows name their source outright. */
  readonly observations: string;
  /** The same observations, whose rows name a provenance node. */
  readonly observationsByReference: string;
  /** The provenance nodes alone. */
  readonly provenances: string;
}

/** Which of the files are written beside the two tables. */
export interface FurtherForms {
  readonly mcf: boolean;
  readonly byReference: boolean;
  readonly ntriples: boolean;
}

export function worldFiles(folder: string): WorldFiles {
  return {
    mcf: join(folder, "mcf"),
    triples: join(folder, "triples.csv"),
    ntriples: join(folder, "triples.nt"),
    observations: join(folder, "observations.csv"),
    observationsByReference: join(folder, "observations-by-reference.csv"),
    provenances: join(folder, "mcf", mcfName(provenances.sources)),
  };
}

export class WorldFileWriter implements Statements {
  readonly #mcf = new Map<string, McfFile>();
  readonly #mcfFolder: string;
  readonly #triples: TextFile;
  readonly #ntriples: TextFile | undefined;
  readonly #observations: TextFile;
  readonly #byReference: TextFile | undefined;
  readonly #hasMcf: boolean;

  constructor(files: WorldFiles, further: FurtherForms) {
    this.#mcfFolder = files.mcf;
    this.#hasMcf = further.mcf;
    if (further.mcf) mkdirSync(files.mcf, { recursive: true });
    this.#triples = new TextFile(files.triples);
    this.#triples.write("subject_id,predicate,object_id,object_value,provenance\n");
    this.#observations = new TextFile(files.observations);
    this.#observations.write(
      "variable,entity,date,value,import_name,provenance_url,measurement_method," +
        "observation_period,unit,scaling_factor,is_dc_aggregate\n",
    );
    if (further.ntriples) this.#ntriples = new TextFile(files.ntriples);
    if (!further.byReference) return;
    this.#byReference = new TextFile(files.observationsByReference);
    this.#byReference.write(
      "entity,variable,date,value,provenance,unit,scaling_factor,measurement_method," +
        "observation_period,properties\n",
    );
  }

  link(subject: string, predicate: string, object: string, provenance: string): void {
    this.#mcfOf(provenance)?.line(subject, `${predicate}: dcid:${object}`);
    this.#triples.write(`${subject},${predicate},${object},,${provenance}\n`);
    this.#ntriples?.write(`${iri(subject)} ${iri(predicate)} ${iri(object)} .\n`);
  }

  attribute(subject: string, predicate: string, value: string, provenance: string): void {
    this.#mcfOf(provenance)?.line(subject, `${predicate}: "${value.replaceAll('"', '\\"')}"`);
    this.#triples.write(`${subject},${predicate},,${csvCell(value)},${provenance}\n`);
    this.#ntriples?.write(`${iri(subject)} ${iri(predicate)} ${JSON.stringify(value)} .\n`);
  }

  observation(variable: string, entity: string, source: Source, date: string, value: string): void {
    const { importName, url, method, period, unit, scalingFactor, isAggregate } = source;
    this.#observations.write(
      `${variable},${entity},${date},${value},${importName},${url},${method},` +
        `${period},${unit},${scalingFactor},${isAggregate ? "true" : ""}\n`,
    );
    this.#byReference?.write(
      `${entity},${variable},${date},${value},${baseProvenance}${importName},${unit},` +
        `${scalingFactor},${isAggregate ? aggregateMethod(method) : method},${period},\n`,
    );
  }

  close(): void {
    for (const { text } of this.#mcf.values()) text.close();
    const texts = [this.#triples, this.#ntriples, this.#observations, this.#byReference];
    for (const text of texts) text?.close();
  }

  #mcfOf(provenance: string): McfFile | undefined {
    if (!this.#hasMcf) return undefined;
    let file = this.#mcf.get(provenance);
    if (file === undefined) {
      file = new McfFile(join(this.#mcfFolder, mcfName(provenance)));
      this.#mcf.set(provenance, file);
    }
    return file;
  }
}

/** A file without a provenance of its own has that of its name. */
function mcfName(provenance: string): string {
  return `${provenance.slice(baseProvenance.length)}.mcf`;
}

/** How the reference form, which has no column for it, marks an aggregate. */
function aggregateMethod(method: string): string {
  return method === "" ? "DataCommonsAggregate" : `dcAggregate/${method}`;
}

function iri(dcid: string): string {
  return `<dcid:${dcid}>`;
}

function csvCell(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

class McfFile {
  readonly text: TextFile;
  #subject = "";

  constructor(path: string) {
    this.text = new TextFile(path);
  }

  /** A property line; lines of one subject that follow each other share a block. */
  line(subject: string, line: string): void {
    if (subject !== this.#subject) this.text.write(`\nNode: dcid:${subject}\n`);
    this.#subject = subject;
    this.text.write(`${line}\n`);
  }
}

class TextFile {
  readonly #descriptor: number;
  #pending = "";

  constructor(path: string) {
    this.#descriptor = openSync(path, "w");
  }

  write(text: string): void {
    this.#pending += text;
    if (this.#pending.length > bufferLengthMax) this.#flush();
  }

  close(): void {
    this.#flush();
    closeSync(this.#descriptor);
  }

  #flush(): void {
    writeSync(this.#descriptor, this.#pending);
    this.#pending = "";
  }
}
