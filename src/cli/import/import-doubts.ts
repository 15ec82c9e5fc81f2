/** What makes the numbers of a table doubtful after it was read: the command and the page show none of them. */
import type { Commons } from "../../index.ts";
import type { ColumnsProposal, KnownColumns } from "../../lint.ts";

/** Counters of what makes a number doubtful: which value counts, which place is meant. */
const doubtful: Readonly<Record<string, string>> = {
  Sanity_InconsistentSvObsValues:
    "rows say different values of one entity, variable and date: a column that tells them apart is not read",
  Resolution_SeveralEntities:
    "names are names of several places: --type and --within say which ones are meant",
};

/** Lines that say why numbers may be wrong; none where all is well. */
export function doubtsOf(
  commons: Commons,
  { found, columns }: ColumnsProposal,
  { type, within }: KnownColumns,
): string[] {
  const unread = found.filter(({ role, heading }) => role === "not read" && heading !== "");
  const named = unread.map(({ heading }) => `'${heading}'`).join(", ");
  const isSaid = type !== undefined && within !== undefined;
  return commons.info.diagnostics.counters.flatMap(({ counter, count, examples }) => {
    const doubt = doubtful[counter];
    const isRepeated = counter === "Sanity_InconsistentSvObsValues";
    if (doubt === undefined || (isRepeated && columns?.repeated === "later")) return [];
    if (isSaid && counter === "Resolution_SeveralEntities") return [];
    const more = count > examples.length ? [`  and ${count - examples.length} more`] : [];
    const which = isRepeated && named !== "" ? `; not read are ${named}` : "";
    return [`${doubt}${which}`, ...examples.map(({ message }) => `  ${message}`), ...more];
  });
}

/** Variables that a base knows as something else, as `Male`, which is a gender. */
export function takenNames(commons: Commons, base: Commons | undefined): string[] {
  return commons.catalog.variables().flatMap(({ dcid }) => {
    const other = otherType(dcid, base);
    return other === undefined
      ? []
      : [`'${dcid}' is no variable, but a ${other}: the table needs another name for it`];
  });
}

/** The type of a dcid that is no variable of the base. */
export function otherType(dcid: string, base: Commons | undefined): string | undefined {
  const types = base?.values(dcid, "typeOf") ?? [];
  return types.includes("StatisticalVariable") ? undefined : types[0];
}
