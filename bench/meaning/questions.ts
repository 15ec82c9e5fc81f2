/** Questions as people type them, and how many are read right. */

import type { Understanding } from "../../src/index.ts";

/** How a question is to be read. */
export interface AskedQuestion {
  readonly text: string;
  readonly places: string;
  readonly variables: string;
  readonly intent: string;
  readonly date: string;
}

/** How many of so many are right. */
export interface QuestionScore {
  readonly count: number;
  readonly places: number;
  readonly variables: number;
  readonly intent: number;
  /** Places, variables and intent together. */
  readonly together: number;
  readonly date: number;
  /** A line for each that is wrong: what it was read as. */
  readonly wrong: readonly string[];
}

/** The lines of a file; those that begin with # are comments. */
export function questionsIn(file: string): AskedQuestion[] {
  const lines = file.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const [text = "", places = "", variables = "", intent = "", date = ""] = line.split(" | ");
    return { text, places, variables, intent, date };
  });
}

export async function scoreOf(
  questions: readonly AskedQuestion[],
  understand: (text: string) => Promise<Understanding>,
): Promise<QuestionScore> {
  const wrong: string[] = [];
  const right = { places: 0, variables: 0, intent: 0, together: 0, date: 0 };
  for (const question of questions) {
    const read = await understand(question.text);
    const places = placesOf(read) === sorted(question.places);
    const variables = variablesOf(read) === sorted(question.variables);
    const intent = isIntent(read, question.intent);
    const date = dateOf(read) === question.date;
    if (places) right.places++;
    if (variables) right.variables++;
    if (intent) right.intent++;
    if (date) right.date++;
    if (places && variables && intent) right.together++;
    if (places && variables && intent && date) continue;
    const was = [placesOf(read), variablesOf(read), JSON.stringify(read.intent), dateOf(read)];
    wrong.push([question.text, ...was].join(" | "));
  }
  return { count: questions.length, ...right, wrong };
}

const sorted = (list: string): string => list.split(", ").sort().join(", ");

/** "County in geoId/06" for all of a type. A set that is not within a place may lie in the world. */
function placesOf({ places }: Understanding): string {
  const named = places.filter(({ isAssumed }) => !isAssumed);
  return sorted(
    named
      .map(({ entities, isSet, type, within }) => {
        if (!isSet) return entities;
        return within === undefined || within.dcid === "Earth" ? type : `${type} in ${within.dcid}`;
      })
      .join(", "),
  );
}

const variablesOf = ({ variables }: Understanding): string =>
  sorted(variables.map(({ dcid }) => dcid).join(", "));

function isIntent({ intent, perCapita }: Understanding, wanted: string): boolean {
  if (wanted.endsWith(" per capita") !== (perCapita !== undefined)) return false;
  const [kind, order, limit] = wanted.replace(" per capita", "").split(" ");
  return (
    intent.kind === kind &&
    (order === undefined || intent.order === order) &&
    intent.limit === (limit === undefined ? undefined : Number(limit))
  );
}

function dateOf({ date: { date } }: Understanding): string {
  return typeof date === "string" ? date : `${date.from ?? ""}..${date.to ?? ""}`;
}
