/** A generated world in a folder: made, or found there from the run before. */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { StatementDigest } from "./answers/digest.ts";
import { type Questions, questionsOf, writeQuestions } from "./contest/questions.ts";
import { type Scale, worldSizes } from "./data/scales.ts";
import { provenances } from "./data/sources.ts";
import type { Statements } from "./data/statements.ts";
import { generateWorld, type WorldPlan } from "./data/world.ts";
import {
  type FurtherForms,
  type WorldFiles,
  WorldFileWriter,
  worldFiles,
} from "./data/world-files.ts";
import type { LoadDigest } from "./loads/loads.ts";

export interface PreparedWorld {
  readonly plan: WorldPlan;
  readonly files: WorldFiles;
  readonly questions: Questions;
  readonly questionsPath: string;
  readonly digests: WorldDigests;
}

/** Of what the files hold; empty texts where nothing compares them. */
export interface WorldDigests {
  readonly world: LoadDigest;
  /** Of the provenance nodes, with which observations are loaded when alone. */
  readonly sources: LoadDigest;
}

/** What `world.json` holds. */
interface Description {
  readonly generator: string;
  readonly scale: Scale;
  readonly plan: WorldPlan;
  readonly digests: WorldDigests;
}

/** Small worlds are written in all forms and compared statement by statement. */
export function hasAllForms(scale: Scale): boolean {
  return scale === "T" || scale === "S";
}

/** @param takers get every statement of a world that is made; of a world that is found, none */
export function prepareWorld(
  folder: string,
  scale: Scale,
  takers: readonly Statements[],
): PreparedWorld {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "world.json");
  const found = takers.length === 0 ? descriptionAt(path, scale) : undefined;
  const description = found ?? makeWorld(folder, scale, takers);
  if (found === undefined) writeFileSync(path, JSON.stringify(description));
  const questions = questionsOf(description.plan);
  const questionsPath = join(folder, "questions.json");
  writeFileSync(questionsPath, writeQuestions(questions));
  const { plan, digests } = description;
  return { plan, digests, files: worldFiles(folder), questions, questionsPath };
}

function makeWorld(folder: string, scale: Scale, takers: readonly Statements[]): Description {
  const isCompared = hasAllForms(scale);
  const forms: FurtherForms = { mcf: isCompared, byReference: isCompared, ntriples: isCompared };
  const writer = new WorldFileWriter(worldFiles(folder), forms);
  const world = new StatementDigest();
  const sources = new StatementDigest();
  const digesting = isCompared ? [world, onlySources(sources)] : [];
  const plan = generateWorld(worldSizes[scale], [writer, ...digesting, ...takers]);
  writer.close();
  const digests = { world: textsOf(world), sources: textsOf(sources) };
  return { generator: generatorText(), scale, plan, digests };
}

function descriptionAt(path: string, scale: Scale): Description | undefined {
  if (!existsSync(path)) return undefined;
  const description = JSON.parse(readFileSync(path, "utf8")) as Description;
  const isThis = description.scale === scale && description.generator === generatorText();
  return isThis ? description : undefined;
}

/** Changes with the generator. */
function generatorText(): string {
  const folder = fileURLToPath(new URL("./data/", import.meta.url));
  const hash = createHash("sha256");
  for (const name of readdirSync(folder).sort()) hash.update(readFileSync(folder + name));
  return hash.digest("hex");
}

function textsOf({ triples, observations }: StatementDigest): LoadDigest {
  return { triples, observations };
}

/** Passes on the provenance nodes alone. */
function onlySources(digest: StatementDigest): Statements {
  return {
    link: (subject, predicate, object, provenance) => {
      if (provenance === provenances.sources) digest.link(subject, predicate, object, provenance);
    },
    attribute: (subject, predicate, value, provenance) => {
      if (provenance === provenances.sources) {
        digest.attribute(subject, predicate, value, provenance);
      }
    },
    observation: () => undefined,
  };
}
