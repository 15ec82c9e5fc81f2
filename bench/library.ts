/**
 * The built library, as its users import it: in one bundle, with the file beside it that its
 * threads run. Types come from the sources that it was built from. `POCKET_COMMONS_LIBRARY` names
 * another build, to compare with.
 */

const built =
  process.env["POCKET_COMMONS_LIBRARY"] ?? new URL("../../dist/index.js", import.meta.url).href;

export const { attach, closure, lint, open, parseRelation, pointsAlong, writeExport } =
  (await import(built)) as typeof import("../src/index.ts");
