/** Finds entities that custom tables name by other ids or by name. */

import type { ResolverMaker } from "./load/index.ts";
import { entitiesOf } from "./resolve/index.ts";
import { WorldBuilder } from "./world.ts";

/** Looks in a world of everything else that is loaded. */
export const resolverOver: ResolverMaker = async (fill) => {
  const builder = new WorldBuilder();
  await fill(builder);
  const { world } = builder.freeze();
  return { resolve: ({ property, type, text }) => entitiesOf(world, property, type, text) };
};
