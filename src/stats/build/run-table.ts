/**
 * Runs: rows of one series that follow each other. Files keep a series together, so that a world
 * has little more runs than series; they are put together when it freezes.
 */

import { type ChunkRows, Uint32Chunks } from "../../store/index.ts";

/** Runs as plain data. */
export interface CollectedRuns {
  readonly variables: ChunkRows<Uint32Array>;
  readonly entities: ChunkRows<Uint32Array>;
  readonly facets: ChunkRows<Uint32Array>;
  readonly dateLists: ChunkRows<Uint32Array>;
}

export class RunTableBuilder {
  readonly variables = new Uint32Chunks();
  readonly entities = new Uint32Chunks();
  readonly facets = new Uint32Chunks();
  /** Number of each run's list of dates; it says how many rows the run has. */
  readonly dateLists = new Uint32Chunks();

  get count(): number {
    return this.dateLists.length;
  }

  add(variable: number, entity: number, facet: number, dateList: number): void {
    this.variables.push(variable);
    this.entities.push(entity);
    this.facets.push(facet);
    this.dateLists.push(dateList);
  }

  /** Gives the runs away. */
  take(): CollectedRuns {
    return {
      variables: this.variables.take(),
      entities: this.entities.take(),
      facets: this.facets.take(),
      dateLists: this.dateLists.take(),
    };
  }

  /** Takes over runs in place of its own. */
  adopt({ variables, entities, facets, dateLists }: CollectedRuns): this {
    this.variables.adopt(variables);
    this.entities.adopt(entities);
    this.facets.adopt(facets);
    this.dateLists.adopt(dateLists);
    return this;
  }

  /** Lets go of the runs. */
  release(): void {
    for (const column of [this.variables, this.entities, this.facets, this.dateLists]) {
      column.release();
    }
  }
}
