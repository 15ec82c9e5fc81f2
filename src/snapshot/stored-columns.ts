/** The columns that a snapshot has, and its bytes. Only who saves one needs it, so that pages load it late. */

import { Catalog } from "../catalog/catalog.ts";
import type { Column } from "../store/columns/column-source.ts";
import { farColumnsOf, leadColumnsOf, nameColumnsOf } from "../store/stored/far-columns.ts";
import { searchColumnsOf, shapeColumnsOf } from "../store/stored/search-rows.ts";
import { type Deflate, listColumns } from "../store/stored/stored-lists.ts";
import type { World } from "../world/world.ts";
import { columnsOf } from "./world-contents.ts";

export { imageOf, saveToStream, watchedImage } from "./image.ts";

/** Those of the world, and those that spare whoever reads it from afar long ways. */
export function storedColumnsOf(world: World, deflate?: Deflate): ReadonlyMap<string, Column> {
  const { graph } = world;
  const names = nameColumnsOf(graph);
  return new Map([
    ...columnsOf(world),
    ...leadColumnsOf(graph),
    ...names,
    ...farColumnsOf(graph, names),
    ...searchColumnsOf(graph),
    ...shapeColumnsOf(graph),
    ...[...new Catalog(world).lists()].flatMap(([name, lines]) => [
      ...listColumns(name, lines, deflate),
    ]),
  ]);
}
