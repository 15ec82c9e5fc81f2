/** What every part of an explanation works with. */

import type { Governor } from "../governor/index.ts";
import type { World } from "../world/index.ts";
import type { KnownNames } from "./known-names.ts";
import type { Story } from "./story.ts";

export interface Telling {
  readonly world: World;
  /** Takes the steps and the reason. */
  readonly story: Story;
  readonly names: KnownNames;
  readonly governor: Governor;
}
