/**
 * The built library, as its users import it: in one bundle, with the file beside it that its
 * threads run. Types come from the sources that it was built from.
 */

const built = new URL("../../dist/index.js", import.meta.url);

export const { attach, closure, open, parseRelation } = (await import(
  built.href
)) as typeof import("../src/index.ts");
