/**
 * Properties of an observation that a series has no place for, as `eiaSeriesId` or `stdError`. They
 * become statements about the node that the real service has for the observation, so that node
 * answers and exports give them back; answers with values leave them out, as the real service does.
 */
import { observationId, observationIdPrefix } from "../../ids/observation-id.ts";
import { type Facet, type MeasuredField, measuredFields } from "../../stats/facet-fields.ts";
import { type Cure, type FileLog, shown } from "../bytes/diagnostics.ts";
import { slipOf } from "../values/slips.ts";

/** What names an observation; texts of its facet are empty when unset. */
interface ObservationIdentity {
  readonly variable: string;
  readonly entity: string;
  readonly date: string;
  readonly value: string;
  readonly facet: Pick<Facet, MeasuredField>;
}

/** Says whether a dcid is one of those that the real service gives to observations. */
export function isObservationDcid(dcid: string): boolean {
  return dcid.startsWith(observationIdPrefix);
}

/**
 * The dcid of an observation's node.
 * @param own that the data give it; any but the real service's is not kept.
 */
export function observationDcid(observation: ObservationIdentity, own = ""): string {
  if (isObservationDcid(own)) return own;
  const { variable, entity, date, value, facet } = observation;
  return observationId({
    variableMeasured: variable,
    observationAbout: entity,
    observationDate: date,
    value,
    ...facet,
  });
}

function cureOf(property: string, to: string): () => Cure {
  return () => ({ of: "property", property, from: property, to });
}

/**
 * Reports where a property is kept, once per file and property. A property that is probably
 * misspelt is a warning, since the facets of answers lack what was meant.
 */
export function tellFurther(log: FileLog, property: string, line: number | undefined): void {
  const counter = "Sanity_UnexpectedPropInStatVarObservation";
  const meant = slipOf(property, measuredFields);
  const hint = meant === undefined ? "" : `; is '${meant}' meant?`;
  const message = () =>
    `${shown(property)} is kept as a property of the observation's node; answers with values do not show it${hint}`;
  const level = meant === undefined ? "info" : "warning";
  const cure = meant === undefined ? undefined : cureOf(property, meant);
  const finding = { level, counter, line, message, once: property } as const;
  log.report(cure === undefined ? finding : { ...finding, cure });
}
