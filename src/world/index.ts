/** Door of the world: everything that was loaded, frozen, and its numbers. */

export { type CommonsInfo, infoOf } from "./commons-info.ts";
export {
  type Collected,
  doWorldShares,
  type Freeze,
  type FreezeOptions,
  facetOf,
  type World,
  type WorldAnswer,
  WorldBuilder,
  type WorldShare,
} from "./world.ts";
