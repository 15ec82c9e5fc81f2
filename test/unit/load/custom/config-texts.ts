/** Configs of custom folders for tests. */
const sources = { S: { url: "https://s.org/x", provenances: { P: "https://s.org/p" } } };
/** The file `config.json` with these tables. */
export const config = (inputFiles: unknown, more: object = {}) => ({
  "config.json": JSON.stringify({ inputFiles, sources: sources, ...more }, undefined, 1),
});

/** A table `a.csv` with a variable per row, as `inputFiles` has it. */
export const perRow = (entity: string, more: object = {}) => ({
  "a.csv": {
    format: "variablePerRow",
    provenance: "P",
    columnMappings: {
      "dcid:observationAbout": entity,
      "dcid:variableMeasured": "v",
      "dcid:observationDate": "d",
      "dcid:value": "x",
    },
    ...more,
  },
});
