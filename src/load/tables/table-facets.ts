/** The facet of a row of an observation table. */
import {
  type FacetField,
  facetFields,
  facetOfTexts,
  tableFields,
} from "../../stats/facets/facet-fields.ts";
import { textOf } from "../bytes/index.ts";
import { type FileLog, shown } from "../report/index.ts";
import {
  type FacetTexts,
  type FileProvenance,
  facetTexts,
  KnownFacets,
  lazyProvenance,
  noId,
  type Sink,
} from "../statements/index.ts";
import type { TableScanner } from "./table-scanner.ts";

export const facetColumns: readonly string[] = tableFields.map(
  (field) => facetFields[field].column,
);

export class TableFacets {
  readonly #sink: Sink;
  readonly #log: FileLog;
  /** Position in the row of each facet column that the table has. */
  readonly #positions: readonly number[];
  /** The same, as bits. */
  readonly #bits: number;
  readonly #columns: readonly string[];
  readonly #fileProvenance: () => number;
  readonly #option: string | undefined;
  readonly #isOutright: boolean;
  readonly #facets = new KnownFacets();
  #facet = noId;

  constructor(columns: readonly string[], provenance: FileProvenance, sink: Sink, log: FileLog) {
    this.#sink = sink;
    this.#log = log;
    this.#columns = columns;
    this.#fileProvenance = lazyProvenance(provenance, sink);
    this.#option = provenance.option;
    this.#positions = facetColumns.map((column) => columns.indexOf(column)).filter((at) => at >= 0);
    this.#bits = this.#positions.reduce((bits, at) => bits | (1 << at), 0);
    this.#isOutright = columns.includes("import_name") || columns.includes("provenance_url");
  }

  /** @param known columns, as bits, that repeat the row of the last call. */
  facetOf(bytes: Uint8Array, scanner: TableScanner, known: number, line: number): number {
    if ((~known & this.#bits) !== 0 || this.#facet === noId) {
      this.#facet = this.#lookUp(bytes, scanner, line);
    }
    return this.#facet;
  }

  /** What the row says of its facet, as texts, and its provenance node. */
  textsOf(
    bytes: Uint8Array,
    { starts, ends }: TableScanner,
  ): { readonly facet: FacetTexts; readonly provenance: number } {
    const cell = (field: FacetField): string => {
      const at = this.#columns.indexOf(facetFields[field].column);
      return at < 0 ? "" : textOf(bytes, starts[at]!, ends[at]!);
    };
    const source = cell("importName") + cell("provenanceUrl");
    return {
      facet: facetTexts(cell),
      provenance: this.#provenanceOf(cell("provenanceId"), source),
    };
  }

  #lookUp(bytes: Uint8Array, { starts, ends }: TableScanner, line: number): number {
    // A NUL is in no cell: the key says where each of them ends.
    let key = "";
    for (const at of this.#positions) key += `${textOf(bytes, starts[at]!, ends[at]!)}\0`;
    return this.#facets.of(key, () => {
      const cell = (field: FacetField): string => {
        const at = this.#columns.indexOf(facetFields[field].column);
        return at < 0 ? "" : textOf(bytes, starts[at]!, ends[at]!);
      };
      return this.#sink.facet({
        ...facetOfTexts(cell, (text) => this.#isAggregate(text, line)),
        provenance: this.#provenanceOf(
          cell("provenanceId"),
          cell("importName") + cell("provenanceUrl"),
        ),
      });
    });
  }

  /**
   * Where import name and URL are columns, they are the whole truth, even if empty: only the
   * caller's provenance goes to a row that has neither.
   */
  #provenanceOf(cell: string, source: string): number {
    if (cell !== "") return this.#sink.node(cell);
    if (!this.#isOutright) return this.#fileProvenance();
    return source === "" && this.#option !== undefined ? this.#sink.node(this.#option) : noId;
  }

  #isAggregate(cell: string, line: number): boolean {
    if (/^(?:true|1)$/i.test(cell)) return true;
    if (!/^(?:false|0|)$/i.test(cell)) {
      const message = () => `is_dc_aggregate is true or false; ${shown(cell)} is read as false`;
      const counter = "CSV_UnexpectedRow";
      this.#log.report({ level: "warning", counter, line, message, once: cell });
    }
    return false;
  }
}
