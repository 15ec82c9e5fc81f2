/** Door of the catalog: lists of what is in a world. */

export { Catalog } from "./catalog.ts";
export type {
  CatalogEntity,
  CatalogFacet,
  CatalogProperty,
  CatalogSearch,
  CatalogType,
  CatalogVariable,
  Coverage,
  Observed,
  TypedCatalogSearch,
} from "./entries.ts";
