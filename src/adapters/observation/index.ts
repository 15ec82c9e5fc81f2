/** Door of the series for variables and entities. */

export { entitiesOfExpression } from "./entity-expression.ts";
export { FacetFilter } from "./facet-filter.ts";
export { type Entities, listedEntities } from "./listed-entities.ts";
export { MentionedFacets } from "./mentioned-facets.ts";
export { type NumericPoints, numericPoints } from "./numeric-points.ts";
export { ObservationAnswer, type ObservationListener } from "./observation-answer.ts";
export { ObservationForm } from "./observation-form.ts";
export { ObservationText } from "./observation-text.ts";
