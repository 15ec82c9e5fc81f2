/** Door of what the command `import` writes and says. */

export {
  type ImportFile,
  importFiles,
  placesOf,
  refuseExisting,
  writeFiles,
} from "./import-files.ts";
export {
  diagnosticLines,
  firstRows,
  observationLines,
  proposalLines,
  shellWord,
} from "./import-report.ts";
export { observationRows } from "./import-rows.ts";
