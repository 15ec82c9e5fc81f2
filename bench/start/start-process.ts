/**
 * The short program: opens the snapshot that it is given and answers one expression. The library is
 * named too, since only the built one is what its users start.
 */

const [, , snapshot, library] = process.argv;
const { open } = (await import(library!)) as typeof import("../../src/index.ts");

const commons = await open(snapshot!);
const { data } = commons.v2.node({
  nodes: ["country/USA"],
  property: "<-containedInPlace{typeOf:State}",
});
if (data === undefined) throw new Error("there should be states");
