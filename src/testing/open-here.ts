/** Opens with the library's door of this place: a page has no files. */

import type { open } from "../index.ts";

export const openHere: typeof open = async (source, options) => {
  const door = await import("../index.ts");
  return await door.open(source, options);
};
