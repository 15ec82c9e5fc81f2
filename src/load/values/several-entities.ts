/**
 * Which of an observation's properties say what it is about, where its variable, table or node does
 * not say so itself.
 */
import { aboutProperty, entitiesMax } from "../../stats/facet-fields.ts";
import type { FileLog } from "../bytes/diagnostics.ts";
import { withoutNamespace } from "./mcf-value.ts";

/** What a text must look like to name a node, as the official exporter decides. */
const dcidForm = /^(?:https?:\/\/\S+|[A-Za-z0-9_-]+[/:][A-Za-z0-9_/.-]+)$/;

/**
 * Entities by property, of a row of a table of observations. A row with an entity is also about what
 * looks like a dcid. Without one it is about the values of all its properties, as the official
 * exporter has it.
 *
 * @param about its entity by `observationAbout`, "" for none
 * @param properties texts of its other properties, which may have `observationAbout`
 */
export function entitiesAmong(
  about: string,
  properties: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const entities = new Map<string, string>();
  if (about !== "") entities.set(aboutProperty, about);
  for (const [property, text] of properties) {
    const isEntity = about === "" || property === aboutProperty || dcidForm.test(text);
    if (isEntity && text !== "") entities.set(property, withoutNamespace(text));
  }
  return entities;
}

/** Reports an observation with more entities than the real service has place for. */
export function tooManyEntities(
  properties: readonly string[],
  log: FileLog,
  line: number | undefined,
): boolean {
  const count = properties.length;
  if (count <= entitiesMax) return false;
  const message = () =>
    `an observation is about ${entitiesMax} entities at most, and this one is about ${count} (${properties.join(", ")}); it is not loaded`;
  log.report({ level: "error", counter: "Sanity_TooManyEntities", line, message });
  return true;
}
