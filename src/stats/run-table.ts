/**
 * Runs: rows of one series that follow each other. Files keep a series together, so that a world
 * has little more runs than series; they are put together when it freezes.
 */

import { Uint32Chunks } from "../store/index.ts";

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

  /** Lets go of the runs. */
  release(): void {
    for (const column of [this.variables, this.entities, this.facets, this.dateLists]) {
      column.release();
    }
  }
}
