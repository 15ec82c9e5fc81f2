/** Door of the values: what texts mean, whatever the format is that they stand in. */
export { type ComplexNode, isLatitude, isLongitude, parseComplexValue } from "./complex-value.ts";
export { entryOf, type JsonEntry, type JsonNode, parseJson } from "./json-text.ts";
export { laxValues, typeLaxValue } from "./lax-values.ts";
export {
  type BlockName,
  dcidOf,
  hasNamespace,
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
  withoutNamespace,
} from "./mcf-value.ts";
export {
  acceptDate,
  dateForm,
  dateSlot,
  hasThousands,
  isAcceptedDate,
  isNothing,
  isObservation,
  isPlainNumber,
  missingPart,
  missingProperties,
  type ObservationParts,
  observationHint,
  observationParts,
  observationType,
  observationValue,
  requiredCount,
  slipAs,
  slotOf,
  type ValuePlace,
  valueSlot,
} from "./observation-parts.ts";
export { hintOf, slipOf } from "./slips.ts";
