/** Which files and folders import each other, and whether that goes in circles. */

import { posix } from "node:path";
import { importsOf, type TextFile } from "./source-tree.ts";

/** Which units of a folder (its files and its folders) import which others of it. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** Every folder that files are in, with the folders above, from `src` down. */
export function foldersOf(files: readonly TextFile[]): string[] {
  const folders = new Set<string>();
  for (const { path } of files) {
    for (let at = posix.dirname(path); at !== "."; at = posix.dirname(at)) folders.add(at);
  }
  return [...folders].sort();
}

export function unitsUnder(folder: string, files: readonly TextFile[]): ImportGraph {
  const unitOf = (path: string): string | undefined =>
    path.startsWith(`${folder}/`)
      ? `${folder}/${path.slice(folder.length + 1).split("/")[0]!}`
      : undefined;
  const graph = new Map<string, Set<string>>();
  for (const file of files) {
    const unit = unitOf(file.path);
    if (unit === undefined) continue;
    const targets = graph.get(unit) ?? new Set<string>();
    graph.set(unit, targets);
    for (const target of importsOf(file).map(unitOf)) {
      if (target !== undefined && target !== unit) targets.add(target);
    }
  }
  return graph;
}

/** Groups of units each of which leads to all others of its group, sorted. */
export function circlesAmong(graph: ImportGraph): string[][] {
  const reach = new Map([...graph.keys()].map((unit) => [unit, reachedFrom(unit, graph)]));
  const groups = [...graph.keys()]
    .filter((unit) => reach.get(unit)!.has(unit))
    .map((unit) => [...reach.get(unit)!].filter((other) => reach.get(other)?.has(unit)).sort());
  return [...new Map(groups.map((group) => [group.join(), group])).values()].sort();
}

function reachedFrom(start: string, graph: ImportGraph): Set<string> {
  const reached = new Set<string>();
  const waiting = [...(graph.get(start) ?? [])];
  for (let unit = waiting.pop(); unit !== undefined; unit = waiting.pop()) {
    if (reached.has(unit)) continue;
    reached.add(unit);
    waiting.push(...(graph.get(unit) ?? []));
  }
  return reached;
}
