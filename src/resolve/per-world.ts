/** Indexes are built by the first question that needs them and live as long as their world. */

import type { World } from "../world/index.ts";

/** `build`, at most once per world: most worlds are never asked for a name. */
export function perWorld<Index>(build: (world: World) => Index): (world: World) => Index {
  const indexes = new WeakMap<World, { readonly index: Index }>();
  return (world) => {
    const known = indexes.get(world) ?? { index: build(world) };
    indexes.set(world, known);
    return known.index;
  };
}
