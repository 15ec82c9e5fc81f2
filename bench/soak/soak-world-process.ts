/** Makes the world of a soak and leaves it as a snapshot. */

import type { Scale } from "../data/scales.ts";
import { open } from "../library.ts";
import { answerParent, childTask } from "../machine/child.ts";
import { prepareWorld } from "../prepared-world.ts";

export interface SoakWorldTask {
  readonly folder: string;
  readonly scale: Scale;
  readonly snapshot: string;
}

const { folder, scale, snapshot } = childTask<SoakWorldTask>();
const { files } = prepareWorld(folder, scale, []);
await (await open([files.triples, files.observations, files.provenances])).save(snapshot);
answerParent(null);
