/**
 * Names that break a rule of `names.test.ts` still. The lists only shrink: whoever puts a name in order
 * removes it here.
 */

/** Names of several files of `src`. */
export const fileNames: readonly string[] = ["paths.ts", "service.ts"];

/** Names of several folders of `src`. */
export const folderNames: readonly string[] = [];

/** Exported names that no other file has. */
export const exportedNames: readonly string[] = [
  "BlockHandler",
  "ColumnMapping",
  "ComplexProblem",
  "CustomForm",
  "CustomTask",
  "DiagnosticOptions",
  "DumpRow",
  "FolderReading",
  "GeneratedKind",
  "ImportManifest",
  "JointReader",
  "KeyColumns",
  "LackingValue",
  "LaxValue",
  "LongTable",
  "ManifestFile",
  "ManifestTable",
  "McfChunk",
  "McfForm",
  "Misfit",
  "MissingPlace",
  "ObservationIdentity",
  "ObservationValue",
  "OrderedSink",
  "PlaceFiles",
  "PlanOptions",
  "ReportEntry",
  "RowColumns",
  "RowHandler",
  "RowImport",
  "RowObservation",
  "SqlHandler",
  "SqlTarget",
  "SqlValues",
  "TableLayout",
  "TableRow",
  "TemplateProblem",
  "TemplateTerm",
  "TypeConfig",
  "VariableConfig",
  "WideTable",
  "numberValue",
  "oddIri",
];
