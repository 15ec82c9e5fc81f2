/**
 * The library where there are no files: what `index.ts` offers by the same names and types, from
 * modules that need nothing but the language and the web's own `URL`, `Request` and `Response`.
 * What needs files on disk has no name here, so that a program that uses it does not compile.
 */

export { attach, type OpenOptions, open, type Source } from "./commons/without-files.ts";
// biome-ignore lint/performance/noReExportAll: the names are listed there.
export * from "./everywhere.ts";
