/** What an instance says about itself: `/version`, `/custom/import-table`. */

import type { Commons } from "../../index.ts";
import { isObject } from "../../router/read-fields.ts";
import { version } from "../../snapshot/version.ts";
import { present } from "../node-values.ts";

export const serverVersion = () => ({
  gitHash: `pocket-commons ${version}`,
  featureFlags: "{}",
  dataSourceIds: ["pocket-commons"],
});

/** The rows of the importer's log, in the order of the table. */
export function importTable({ info: { imports = [] } }: Commons) {
  const data = imports.map(({ importedAt, status, metadata }) =>
    present({ importedAt: instantOf(importedAt), status, metadata: countsOf(metadata) }),
  );
  return present({ data });
}

/** As SQLite and MySQL write a time; one without a zone is of UTC. */
const timeInTable = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d*?)0*)?(Z|[+-]\d\d:\d\d)?$/;

/** What is no time stays as it is. */
function instantOf(text: string): string {
  const [, day, time, fraction, zone = "Z"] = timeInTable.exec(text) ?? [];
  if (day === undefined) return text;
  return `${day}T${time}${fraction ? `.${fraction}` : ""}${zone}`;
}

/** What the importer counted. */
function countsOf(metadata: string): { readonly numObs?: number; readonly numVars?: number } {
  const { numObs, numVars } = objectIn(metadata);
  const count = (value: unknown) => (typeof value === "number" ? value : 0);
  return present({ numObs: count(numObs), numVars: count(numVars) });
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
