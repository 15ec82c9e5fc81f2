/** Door of the world: everything that was loaded, frozen, and its numbers. */

export { type CommonsInfo, infoOf } from "./commons-info.ts";
export {
  type Collected,
  type Freeze,
  type FreezeOptions,
  facetOf,
  type World,
  WorldBuilder,
} from "./world.ts";
export { doWorldShares, type WorldAnswer, type WorldShare } from "./world-shares.ts";
