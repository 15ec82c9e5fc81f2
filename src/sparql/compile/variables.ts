/** Numbers the variables of a query as its patterns mention them, and words what is wrong. */

import { excerpt, QueryError } from "../../errors/index.ts";
import type { Clause, StandardText } from "../dialect/index.ts";
import type { VariableId } from "../plan/index.ts";

export class VariableTable {
  /** Names as written. */
  readonly names: string[] = [];
  readonly uses: number[] = [];
  readonly #numbers = new Map<string, VariableId>();
  readonly #standard: StandardText;
  readonly #query: string;

  constructor(standard: StandardText, query: string) {
    this.#standard = standard;
    this.#query = query;
  }

  /** Number of a variable that a pattern mentions. */
  use(name: string): VariableId {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.names.length;
      this.#numbers.set(name, number);
      this.names.push(this.written(name));
      this.uses.push(0);
    }
    this.uses[number] = (this.uses[number] ?? 0) + 1;
    return number;
  }

  has(name: string): boolean {
    return this.#numbers.has(name);
  }

  /** Number of a variable that some pattern must bind. */
  bound(name: string, clause: Clause): VariableId {
    return this.#numbers.get(name) ?? this.unrecognized(name, clause);
  }

  /** The name that the user wrote. */
  written(name: string): string {
    return this.#standard.writtenNames.get(name) ?? name;
  }

  /** The back end's words for a column that it does not know (behaviour: sparql 5). */
  unrecognized(name: string, clause: Clause): never {
    const place = this.#standard.placeOf(name, clause);
    throw new QueryError(`Unrecognized name: ${excerpt(this.written(name))}`, this.#query, place);
  }

  /** `name`: a variable whose first place in WHERE or SELECT is meant. */
  fail(reason: string, name?: string): never {
    const standard = this.#standard;
    const place = name === undefined ? 0 : standard.placeOf(name, "where");
    throw new QueryError(reason, this.#query, place);
  }
}
