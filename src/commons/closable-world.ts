/** A world that can be let go while others still hold what asks it. */

import { closed } from "../errors/errors.ts";
import type { ObservationTable } from "../stats/read/observations.ts";
import type { Graph } from "../store/graph/graph.ts";
import type { World } from "../world/world.ts";

/** All that answers for one Commons reads through this; after `close`, nothing of it is reachable. */
export class ClosableWorld implements World {
  #world: World | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  /** @throws CommonsError `CLOSED` */
  get graph(): Graph {
    return this.#open.graph;
  }

  /** @throws CommonsError `CLOSED` */
  get observations(): ObservationTable {
    return this.#open.observations;
  }

  /** @throws CommonsError `CLOSED` */
  check(): void {
    void this.#open;
  }

  close(): void {
    this.#world = undefined;
  }

  get #open(): World {
    if (this.#world === undefined) throw closed();
    return this.#world;
  }
}
