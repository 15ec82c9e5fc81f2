/** What `search`, `catalog.search` and `catalog.suggest` need: a part that pages load late, in one import. */

export { loadMeaning, searchEverything, variablesLike } from "./everything.ts";
export { suggest } from "./suggestions.ts";
