/** Who finds the entities that files describe without naming them: a world of all that is loaded. */

import type { ResolverMaker } from "../load/index.ts";
import { WorldBuilder } from "../world/index.ts";
import { entitiesOf } from "./entities.ts";

export const resolverOver: ResolverMaker = async (fill) => {
  const builder = new WorldBuilder();
  await fill(builder);
  const { world } = builder.freeze();
  return { resolve: ({ property, type, text }) => entitiesOf(world, property, type, text) };
};
