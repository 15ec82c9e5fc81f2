/** Builds what a world in parts is made of, as files: the graph alone, parts, and the pointer to them. */

import { readFile, rm } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { FileBytes } from "../disk/snapshot-files.ts";
import { LoadError } from "../errors/errors.ts";
import { graphOfWorld, indexOfParts } from "../parts/index-of-parts.ts";
import { partOfWorld, type SnapshotParts } from "../parts/part-of-world.ts";
import type { StoredObject } from "../parts/stored-pieces.ts";
import { type SnapshotColumns, tableOfPart } from "../parts/world-in-parts.ts";
import { isAddress, pointerBytes, readPointer } from "../parts/world-pointer.ts";
import { imageOf } from "../snapshot/image.ts";
import { Snapshot } from "../snapshot/snapshot.ts";
import { version as library } from "../snapshot/version.ts";
import type { FacetRanking } from "../stats/ranking.ts";
import { addVariables } from "../world/add-world.ts";
import { type CommonsInfo, infoOf, type World, WorldBuilder } from "../world/world.ts";
import { Commons } from "./commons.ts";
import { loadFiles } from "./opening/load-files.ts";
import { type OpenHost, openBase, sourcesOf } from "./opening/open-sources.ts";
import type { OpenOptions, Source } from "./with-files.ts";

export { fileHost } from "./opening/file-sources.ts";

/** How a part is loaded. */
export interface PartOptions extends Omit<OpenOptions, "base" | "read" | "verify" | "lazy"> {
  /** Dcids of the variables whose observations are in the part. Default: all that the source has. */
  readonly variables?: readonly string[] | undefined;
}

/** What a part holds. */
export interface PartReport {
  /** Length of its file. */
  readonly bytes: number;
  readonly variableCount: number;
  readonly observationCount: number;
  /** What loading skipped or found odd. */
  readonly diagnostics: CommonsInfo["diagnostics"];
}

/** What was joined. */
export interface JoinedParts {
  /** The name of the version. */
  readonly name: string;
  readonly index: StoredObject;
  /** What the world holds. */
  readonly info: CommonsInfo;
}

/** A world as it was loaded. */
interface Loaded {
  readonly world: World;
  readonly info: CommonsInfo;
}

/** Saves the graph of a world, without its observations. */
export async function saveGraphOf(
  commons: Commons,
  target: string,
  nodes: Iterable<string> | undefined,
  host: OpenHost,
): Promise<void> {
  const world = graphOfWorld(commons.engine, nodes);
  const info = infoOf(world, commons.info.diagnostics, commons.info.imports);
  await new Commons({ world, info, host: host.snapshots }).save(target);
}

export async function buildPartOf(
  graph: Commons,
  source: Source,
  target: string,
  options: PartOptions,
  host: OpenHost,
): Promise<PartReport> {
  const { graph: facts, observations } = graph.engine;
  if (observations.pointCount > 0) {
    throw new LoadError(
      "the graph of a world in parts holds no observations: save its graph alone",
    );
  }
  const { world, info } = await loaded(graph, source, options, host);
  const part = partOfWorld(world, info, { graph: facts, tag: graph.contentTag });
  const { bytes } = await write(part, target, host);
  const { variableCount, pointCount } = world.observations;
  return { bytes, variableCount, observationCount: pointCount, diagnostics: info.diagnostics };
}

async function loaded(
  graph: Commons,
  source: Source,
  { variables, threads, ...options }: PartOptions,
  host: OpenHost,
): Promise<Loaded> {
  const facts = graph.engine.graph;
  const { ranking } = options;
  const { bases, sources } = await sourcesOf(source, host, "buildPart", options.signal);
  const wanted = variables && new Set(variables);
  const small: { engine: World; info: CommonsInfo }[] = [];
  for (const base of bases) {
    const commons = await openBase(base, {}, host);
    const world = chosen(commons.engine, wanted, ranking, graph);
    small.push({ engine: world, info: commons.info });
    if (commons !== base) commons.close();
  }
  const [only] = small;
  if (sources.length === 0 && small.length === 1 && only !== undefined) {
    return { world: only.engine, info: infoOf(only.engine, only.info.diagnostics) };
  }
  const all = { ...options, base: graph, facts };
  const { world, info } = await loadFiles(small, sources, all, host.threads(threads));
  if (wanted === undefined) return { world, info };
  const kept = chosen(world, wanted, ranking, graph);
  return { world: kept, info: infoOf(kept, info.diagnostics, info.imports) };
}

/** The observations of some variables alone. */
function chosen(
  world: World,
  wanted: ReadonlySet<string> | undefined,
  ranking: FacetRanking | undefined,
  graph: Commons,
): World {
  const { dictionary } = world.graph;
  const variables = world.observations.variables.filter(
    (variable) => wanted?.has(dictionary.textOf(variable)) !== false,
  );
  const builder = new WorldBuilder();
  addVariables(world, variables, builder);
  return builder.freeze(ranking, graph.engine.graph).world;
}

async function write(
  { columns, contents }: SnapshotParts,
  target: string,
  { snapshots }: OpenHost,
): Promise<{ bytes: number }> {
  const image = imageOf(columns, { library, contents }, snapshots.crc32);
  await snapshots.saveToFile?.(target, image);
  return { bytes: image.byteLength };
}

interface OpenFile extends SnapshotColumns, StoredObject {
  readonly stored: FileBytes;
}

/**
 * Writes the index of some parts beside a pointer, and the pointer.
 * @throws CommonsError (rejects) for a part of another graph, or of a variable that another part has
 */
export async function joinPartsIn(
  pointer: string,
  graphPath: string,
  partPaths: readonly string[],
  host: OpenHost,
): Promise<JoinedParts> {
  const folder = dirname(pointer);
  const before = await joinedAt(pointer);
  const opened: OpenFile[] = [];
  const open = (path: string): OpenFile => {
    const stored = new FileBytes(path);
    const snapshot = new Snapshot(stored, host.snapshots.crc32);
    const address = relative(folder, path).split(sep).join("/");
    if (!isAddress(address)) throw new LoadError(`'${path}' does not lie below '${folder}'`);
    snapshot.guard();
    const [bytes, tag] = [stored.byteLength, snapshot.tag];
    const file = { snapshot, columns: snapshot, stored, address, bytes, tag };
    opened.push(file);
    return file;
  };
  try {
    const graph = open(graphPath);
    const stored = await openBase(graphPath, {}, host);
    const parts = partPaths.map((path) => {
      const part = open(path);
      const table = tableOfPart(graph, part, { tag: part.tag, graph: graph.tag });
      return { name: path, table, tag: part.tag, file: part };
    });
    const tagged = { graph: stored.engine.graph, tag: graph.tag };
    const index = indexOfParts(tagged, stored.info, parts);
    const now = new Date().toISOString();
    const name = now.replace(/[-:]/g, "").replace(/\..*/, "");
    const indexPath = join(folder, `${basename(pointer, ".json")}-${name}${indexEnding}`);
    await write(index, indexPath, host);
    const objectOf = ({ address, bytes, tag }: StoredObject) => ({ address, bytes, tag });
    const first = objectOf(open(indexPath));
    const version = {
      name,
      published: now,
      snapshot: objectOf(graph),
      parts: [first, ...parts.map(({ file }) => objectOf(file))],
    };
    const after = pointerBytes({ pocketCommonsWorld: 1, current: name, versions: [version] });
    await host.snapshots.saveToFile?.(pointer, { chunks: () => [after] });
    if (before !== undefined && before.address !== first.address) {
      await rm(join(folder, ...before.address.split("/")), { force: true });
    }
    return { name, index: first, info: index.contents.info };
  } finally {
    for (const { stored } of opened) stored.close();
  }
}

const indexEnding = ".index.pocket";

/**
 * The index of the world that was joined at a path before; undefined where there is none.
 * @throws LoadError (rejects) for versions that were published: they would be lost
 */
async function joinedAt(path: string): Promise<StoredObject | undefined> {
  const bytes = await readFile(path).catch(() => undefined);
  if (bytes === undefined) return undefined;
  const fail = (_fault: string, message: string) => new LoadError(message, { file: path });
  const { versions, writing } = readPointer(bytes, fail);
  const [first, ...others] = versions;
  const index = first?.parts?.[0];
  const isJoined = index?.address.endsWith(indexEnding) === true;
  if (isJoined && others.length === 0 && writing === undefined) return index;
  throw fail("", "versions were published there, and joining would lose them: choose another path");
}
