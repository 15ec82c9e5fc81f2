/**
 * The built library, as its users import it: in one bundle, with the file beside it that its
 * threads run. Types come from the sources that it was built from. `POCKET_COMMONS_LIBRARY` names
 * another build, to compare with.
 */

import { faceOf } from "./older-face.ts";

const built =
  process.env["POCKET_COMMONS_LIBRARY"] ?? new URL("../../dist/index.js", import.meta.url).href;

type Library = typeof import("../src/index.ts");
type Doors = typeof import("../src/engine.ts") &
  typeof import("../src/expressions.ts") &
  typeof import("../src/lint.ts");

const library = (await import(built)) as Library;

/** A door beside the library's; older builds have all names in one. */
async function door(name: string): Promise<Doors> {
  return (await import(new URL(name, built).href).catch(() => library)) as Doors;
}

export const { attach } = library;
export const { closure, pointsAlong, totalOf } = await door("engine.js");
export const { parseRelation } = await door("expressions.js");
export const { lint } = await door("lint.js");

export const open: typeof library.open = async (source, options) =>
  faceOf(await library.open(source, options));
