/** Door of the values: what texts mean, whatever the format is that they stand in. */
export { type ComplexNode, isLatitude, isLongitude, parseComplexValue } from "./complex-value.ts";
export { entryOf, type JsonEntry, type JsonNode, parseJson } from "./json-text.ts";
export { laxValues, typeLaxValue } from "./lax-values.ts";
export {
  type BlockName,
  dcidOf,
  isNumber,
  isReferenceProperty,
  type NodeBlock,
  type PropertyValue,
  requireFewValues,
  splitValues,
  stripQuotes,
  type TypedValue,
  trim,
  typeValue,
} from "./mcf-value.ts";
export { hasNamespace, withoutNamespace } from "./namespace.ts";
export { isNothing } from "./no-value.ts";
export {
  acceptDate,
  dateForm,
  isAcceptedDate,
} from "./observation-date.ts";
export {
  dateSlot,
  isObservation,
  missingPart,
  missingProperties,
  type ObservationParts,
  observationHint,
  observationParts,
  observationType,
  requiredCount,
  slipAs,
  slotOf,
  valueSlot,
} from "./observation-parts.ts";
export {
  hasThousands,
  isPlainNumber,
  observationValue,
  type ValuePlace,
} from "./observation-value.ts";
export { hintOf, slipOf } from "./slips.ts";
