/** Names of the files that the command `import` makes of a table, beside it in its folder. */

/**
 * @param file name of the table, without `.gz`
 * @param sheet of a workbook, or a file of a zip; empty if the table is the only one
 */
export function convertedNames(file: string, sheet: string) {
  const own = sheet === "" ? "" : `.${sheet.replaceAll(/[/\\]/g, "_")}`;
  const stem = `${file.replace(/\.[^.]*$/, "")}${own}`;
  return {
    table: `${stem}.observations.csv`,
    nodes: `${stem}.nodes.mcf`,
    /** Of observations about several entities, which no such table holds. */
    observations: `${stem}.observations.mcf`,
  };
}
