/** Door of the world: everything that was loaded, frozen, and its numbers. */

export {
  type Collected,
  type CommonsInfo,
  doWorldShares,
  type Freeze,
  type FreezeOptions,
  facetOf,
  infoOf,
  type World,
  type WorldAnswer,
  WorldBuilder,
  type WorldShare,
} from "./world.ts";
