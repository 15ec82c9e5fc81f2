/**
 * Names that break a rule of `names.test.ts` still. The lists only shrink: whoever puts a name in order
 * removes it here.
 */

/** Names of several files of `src`. */
export const fileNames: readonly string[] = ["paths.ts", "service.ts"];

/** Names of several folders of `src`. */
export const folderNames: readonly string[] = [];
