/** The short program: opens the snapshot that it is given and answers one expression. */

import { open } from "../src/index.ts";

const commons = await open(process.argv[2]!);
const { data } = commons.node({
  nodes: ["country/USA"],
  property: "<-containedInPlace{typeOf:State}",
});
if (data === undefined) throw new Error("there should be states");
