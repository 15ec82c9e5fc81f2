/** Entities found while files are loaded. Pages that only answer requests do not load this file. */

import type { ResolverMaker } from "../load/statements/entity-questions.ts";
import { WorldBuilder } from "../world/world.ts";
import { entitiesIn } from "./entities.ts";

/** Finds the entities that files describe, in a world of all that is loaded. */
export const resolverOver: ResolverMaker = async (fill) => {
  const builder = new WorldBuilder();
  await fill(builder);
  const { world } = builder.freeze();
  return entitiesIn(world);
};
