/**
 * The built library, as its users import it: in one bundle, with the file beside it that its
 * threads run. Types come from the sources that it was built from. `POCKET_COMMONS_LIBRARY` names
 * another build, to compare with.
 */

import { faceOf } from "./older-face.ts";

const built =
  process.env["POCKET_COMMONS_LIBRARY"] ?? new URL("../../dist/index.js", import.meta.url).href;

const library = (await import(built)) as typeof import("../src/index.ts");

export const { attach, closure, lint, parseRelation, pointsAlong } = library;

export const open: typeof library.open = async (source, options) =>
  faceOf(await library.open(source, options));
