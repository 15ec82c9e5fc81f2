/**
 * Observations about several entities at once, as of trade between two countries. Series are about
 * one entity, and one value of them would hide another; so each becomes a node of the graph, as the
 * official exporter writes it: `StatVarObservation` with one link per entity, under the exporter's
 * id, and the properties of its entities as `observationProperties` of the variable.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { facetFields, measuredFields } from "../../stats/facets/facet-fields.ts";
import type { ObservationTexts, Statements } from "./statements.ts";

/** An observation is about one entity by this property. */
export const aboutProperty = "observationAbout";

/** As the importing service has it: `observationAbout` included. */
export const dimensionsMax = 3;

export interface MultiObservation extends Omit<ObservationTexts, "entity"> {
  /** Entities by property, in the order in which the row's key spells them. */
  readonly entities: ReadonlyMap<string, string>;
  /** Further properties by name. */
  readonly properties: ReadonlyMap<string, string>;
  /** The properties as the importing service stores them: their JSON is a part of the id. */
  readonly stored: ReadonlyMap<string, string> | string;
  /** What it stores with them as entity; mostly nothing. */
  readonly storedEntity?: string;
}

/** @returns the dcid of the node. */
export function writeMultiObservation(
  observation: MultiObservation,
  statements: Statements,
): string {
  const { variable, date, value, facet, provenance, entities, properties } = observation;
  const id = observationId(observation);
  const link = (property: string, dcid: string) => statements.link(id, property, dcid, provenance);
  const text = (property: string, literal: string) =>
    statements.text(id, property, literal, provenance);
  link("typeOf", "StatVarObservation");
  link("variableMeasured", variable);
  text("observationDate", date);
  text("value", value);
  for (const [property, entity] of entities) {
    link(property, entity);
    statements.made(() => {
      statements.link(variable, "observationProperties", property, provenance);
    });
  }
  for (const [property, literal] of properties) text(property, literal);
  for (const field of measuredFields) {
    const write = facetFields[field].object === "node" ? link : text;
    write(field, facet[field]);
  }
  statements.made(() => link("provenance", provenance));
  return id;
}

function observationId(observation: MultiObservation): string {
  const { variable, date, facet, provenance, stored, storedEntity = "" } = observation;
  const properties = typeof stored === "string" ? stored : spacedJson(stored);
  const { unit, measurementMethod, observationPeriod } = facet;
  const parts = [variable, date, provenance, unit, measurementMethod, observationPeriod];
  // No entity is None to the exporter.
  const key = [storedEntity || "None", ...parts, properties].join("_");
  return `obs_${bytesToHex(sha256(utf8ToBytes(key)))}`;
}

/** JSON with a blank after each colon and comma, and nothing but ASCII. */
function spacedJson(texts: ReadonlyMap<string, string>): string {
  const entries = Array.from(texts, ([key, text]) => `${asciiJson(key)}: ${asciiJson(text)}`);
  return `{${entries.join(", ")}}`;
}

function asciiJson(text: string): string {
  return JSON.stringify(text).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
