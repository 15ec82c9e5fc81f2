/** Who finds the entities that files describe without naming them: a world of all that is loaded. */

import type { EntityResolver, ResolverMaker } from "../load/index.ts";
import { type World, WorldBuilder } from "../world/index.ts";
import { entitiesOf } from "./entities.ts";

/** Finds entities in a world. */
export function entitiesIn(world: World): EntityResolver {
  return {
    resolve: ({ property, type, text, within = "" }) =>
      entitiesOf(world, property, type, text, within),
  };
}

export const resolverOver: ResolverMaker = async (fill) => {
  const builder = new WorldBuilder();
  await fill(builder);
  const { world } = builder.freeze();
  return entitiesIn(world);
};
