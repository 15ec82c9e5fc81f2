/** Where observations come from, in words. It imports nothing, so that a page can use it. */

/** Where observations come from, as the terms of Data Commons ask everybody to say it. */
export interface Citation {
  /** Who publishes the observations: the name of the source of their provenance. */
  readonly source?: string;
  /** The dataset: the name of the provenance, or of the import. */
  readonly provenance?: string;
  /** Dcid of the provenance. */
  readonly provenanceId?: string;
  /** A page about the dataset. */
  readonly url?: string;
  /** The name of the licence, where the provenance or its source has one. */
  readonly license?: string;
  /** The first date of the observations, as it was loaded. */
  readonly from?: string;
  /** The last date of the observations. */
  readonly to?: string;
  /**
   * Who made other values from those of the source; absent where nobody did. Data Commons computed the
   * values of an aggregate; a table divides values by others.
   */
  readonly processing?: "by Data Commons" | "by division";
  /** The facets that are cited. */
  readonly facetIds: readonly string[];
  /** All this as one line. */
  readonly text: string;
}

/** `2019`, or `2010–2020`; "" without dates. */
function yearsOf({ from = "", to = from }: Pick<Citation, "from" | "to">): string {
  const [first, last] = [from, to].map((date) => /^\d{4}(?=$|\D)/.exec(date)?.[0] ?? date);
  return [...new Set([first, last])].filter(Boolean).join("–");
}

/** The line of a citation: source, dataset and years (address), licence, processing. */
export function citationText(citation: Omit<Citation, "text">): string {
  const { source, provenance, url, license, processing } = citation;
  const names = [...new Set([source, provenance].filter(Boolean))];
  const what = [names.join(", ") || "unknown source", yearsOf(citation)].filter(Boolean).join(", ");
  return [
    url ? `${what} (${url})` : what,
    license && `licence: ${license}`,
    processing &&
      `with minor processing${processing === "by Data Commons" ? ` ${processing}` : ""}`,
  ]
    .filter(Boolean)
    .join(", ");
}
