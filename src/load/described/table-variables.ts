/** The variables of a table's rows: as cells name them, with the parts that dimensions say. */
import type { Statements } from "../statements/statements.ts";
import { withoutNamespace } from "../values/mcf-value.ts";
import { isNothing } from "../values/no-value.ts";
import {
  type BoundColumns,
  type BoundDimension,
  cellOf,
  textOf,
  type ValueColumn,
} from "./bound-columns.ts";
import { dcidOfName } from "./made-dcids.ts";

/** A part of the people or things that a row is about. */
interface VariablePart {
  readonly property: string;
  /** Dcid. */
  readonly value: string;
  readonly name: string;
}

/** A variable that a row names for the first time. */
interface NewVariable {
  readonly dcid: string;
  /** As the table has it, and with what it means. */
  readonly written: string;
  readonly base: string;
  /** "" if the table gives none. */
  readonly name: string;
  readonly parts: readonly VariablePart[];
}

/** These properties of variables have texts as the name has, all others have dcids. */
const textProperties: ReadonlySet<string> = new Set([
  "alternateName",
  "description",
  "searchDescription",
  "footnote",
  "url",
]);

/** Each variable gets its node when a row first names it, if there is more to say than its dcid. */
export class TableVariables {
  readonly #dimensions: readonly BoundDimension[];
  readonly #properties: BoundColumns["properties"];
  /** By all texts of a row that say the variable. */
  readonly #known = new Map<string | ValueColumn, string>();
  /** What each dcid means: two meanings have two dcids. */
  readonly #meanings = new Map<string, string>();
  readonly #statements: Statements;
  readonly #provenance: string;

  constructor(
    { dimensions, properties }: Pick<BoundColumns, "dimensions" | "properties">,
    statements: Statements,
    provenance: string,
  ) {
    this.#dimensions = dimensions;
    this.#properties = properties;
    this.#statements = statements;
    this.#provenance = provenance;
  }

  /** @returns "" if the row names no variable. */
  dcidOf(column: ValueColumn, cells: readonly string[]): string {
    const { variable, isName, nameAt } = column;
    const written = textOf(variable, cells);
    if (written === "") return "";
    let key: string | ValueColumn = "constant" in variable ? column : written;
    if (this.#dimensions.length > 0) {
      key = isName ? written : `=${written}`;
      for (const { at } of this.#dimensions) key += `\u0000${cells[at]}`;
    }
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const base = isName ? this.#ofName(written) : withoutNamespace(written);
    const parts = this.#dimensions.flatMap((one) => this.#partOf(one, cells) ?? []);
    const dcid = this.#withParts(base, parts);
    const isMade = isName && base !== withoutNamespace(written);
    const name = nameAt === undefined ? (isMade ? written : "") : cellOf(nameAt, cells);
    this.#describe({ dcid, written, base, name, parts });
    this.#known.set(key, dcid);
    return dcid;
  }

  #ofName(written: string): string {
    return this.#unique(dcidOfName(written), withoutNamespace(written));
  }

  /** @returns undefined if a row is about all of the people or things. */
  #partOf(
    { at, property, values, nameAt }: BoundDimension,
    cells: readonly string[],
  ): VariablePart | undefined {
    const code = cells[at] ?? "";
    const meant = values.get(code);
    if (meant === undefined && isNothing(code)) return undefined;
    const label = nameAt === undefined ? "" : cellOf(nameAt, cells);
    const value = meant?.value ?? this.#unique(dcidOfName(code), code, `${property} `);
    if (value === "") return undefined;
    return {
      property,
      value,
      name: meant?.name ?? (label || (meant === undefined ? code : value)),
    };
  }

  #withParts(base: string, parts: readonly VariablePart[]): string {
    if (parts.length === 0) return base;
    const said = parts.map(({ property, value }) => [property, value] as const);
    const ordered = said.sort(([one], [other]) => (one < other ? -1 : 1));
    const words = ordered.map(([, value]) => value);
    return this.#unique(dcidWithParts(base, words), JSON.stringify([base, ordered]));
  }

  /**
   * The dcid, with a number if it means something else already.
   * @param scope of variables, or of the values of one property.
   */
  #unique(first: string, meaning: string, scope = ""): string {
    const isOther = (dcid: string) =>
      (this.#meanings.get(`${scope}${dcid}`) ?? meaning) !== meaning;
    let dcid = first;
    for (let number = 2; isOther(dcid); number++) dcid = `${first}_${number}`;
    this.#meanings.set(`${scope}${dcid}`, meaning);
    return dcid;
  }

  #describe({ dcid, written, base, name, parts }: NewVariable): void {
    const said = this.#properties.get(written) ?? this.#properties.get(base);
    if (name === "" && parts.length === 0 && said === undefined) return;
    const [statements, provenance] = [this.#statements, this.#provenance];
    const own = said?.get("name") ?? name;
    statements.link(dcid, "typeOf", "StatisticalVariable", provenance);
    const names = [own === "" ? written : own, ...parts.map((part) => part.name)];
    statements.text(dcid, "name", names.join(", "), provenance);
    for (const [property, value] of said ?? []) {
      if (property === "name") continue;
      if (textProperties.has(property)) statements.text(dcid, property, value, provenance);
      else statements.link(dcid, property, withoutNamespace(value), provenance);
    }
    for (const { property, value } of parts) {
      statements.link(dcid, property, value, provenance);
      statements.link(dcid, "constraintProperties", property, provenance);
    }
  }
}

/** The dcid of a variable about a part, such as `Population_15To24Years`. */
export function dcidWithParts(base: string, values: readonly string[]): string {
  return [base, ...values.map((value) => dcidOfName(wordOf(value)))].join("_");
}

/** Part of a dcid: `15To24Years` of `Years15To24`, `65OrMoreYears` of `Years65Onwards`. */
function wordOf(value: string): string {
  const [, years] = /^Years((?:Upto)?\d.*)$/.exec(value) ?? [];
  return years === undefined ? value : `${years.replace("Onwards", "OrMore")}Years`;
}
