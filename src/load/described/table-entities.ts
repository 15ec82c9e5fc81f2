/** The entities of a table's rows. */

import { type FileLog, type Finding, shown } from "../bytes/diagnostics.ts";
import { ownCopy } from "../bytes/native.ts";
import type { EntityQuestion, EntityQuestions } from "../statements/entity-questions.ts";
import type { Statements } from "../statements/statements.ts";
import { looksLikeDcid, withoutNamespace } from "../values/mcf-value.ts";
import { isNothing } from "../values/no-value.ts";
import { isTotal, totalled } from "../values/totals.ts";
import type { BoundEntity } from "./bound-columns.ts";
import type { CodedPlace } from "./column-option.ts";
import { dcidOfName, isDcid } from "./made-dcids.ts";

/** Dcids of the names of one table: two names have two dcids. Names become names of nodes. */
export class MadeNames {
  readonly #type: string;
  readonly #prefix: string;
  readonly #within: string;
  readonly #dcids = new Map<string, string>();
  readonly #taken = new Set<string>();

  constructor(type: string, prefix = "", within = "") {
    this.#type = type;
    this.#prefix = prefix;
    this.#within = within;
  }

  has(name: string): boolean {
    return this.#dcids.has(name);
  }

  /** @param provenance dcid of the provenance of what is said about a new node. */
  dcidOf(name: string, statements: Statements, provenance: string): string {
    const bare = withoutNamespace(name);
    if (this.#prefix === "" && isDcid(bare)) return bare;
    const known = this.#dcids.get(name);
    if (known !== undefined) return known;
    const first = `${this.#prefix}${dcidOfName(name)}`;
    let dcid = first;
    for (let number = 2; this.#taken.has(dcid); number++) dcid = `${first}_${number}`;
    this.#taken.add(dcid);
    this.#dcids.set(name, dcid);
    statements.link(dcid, "typeOf", this.#type, provenance);
    statements.text(dcid, "name", name, provenance);
    statements.link(dcid, "containedInPlace", this.#within, provenance);
    return dcid;
  }
}

/** Footnotes after a name: `France (1)`, `Germany*`, `Italy [a]`, `Idaho 1/ 2/`. */
const footnote =
  /(?:\s?(?:[*\u2020\u2021\u00a7\u00b9\u00b2\u00b3\u2070-\u2079\u1d43-\u1dbf]|\((?:\d{1,2}|[a-z])\)|\[(?:\d{1,2}|[a-z])\]|\s\d{1,2}[)/])){1,6}$/u;

/** Rows that are left out for their entity, by what is wrong with it. */
interface LeftOut {
  readonly finding: Pick<Finding, "level" | "counter" | "line">;
  readonly problem: string;
  rows: number;
}

/** As words in a column of ids, such as `Total of all`. */
const noDcid = /[\s,]/;

const leftOutMax = 100_000;

/** What finding an entity needs. */
export interface EntityContext {
  readonly questions: EntityQuestions;
  readonly statements: Statements;
  readonly log: FileLog;
  readonly provenance: string;
}

export class TableEntities {
  readonly #entity: BoundEntity;
  /** For messages. */
  readonly #column: string;
  /** Of its columns. */
  readonly #headings: ReadonlySet<string>;
  readonly #created: MadeNames;
  /** Places of their own that have their nodes. */
  readonly #made = new Set<string>();
  readonly #leftOut = new Map<string, LeftOut>();

  constructor(entity: BoundEntity, header: readonly string[]) {
    this.#entity = entity;
    const own = [entity.nameAt, entity.id && "at" in entity.id ? entity.id.at : undefined];
    this.#headings = new Set(own.flatMap((at) => (at === undefined ? [] : [header[at]!])));
    this.#column = entity.nameAt === undefined ? "" : shown(header[entity.nameAt]!);
    this.#created = new MadeNames(entity.type, entity.create, entity.within);
  }

  /** Whether a cell is the heading of its column again. */
  saysHeading(cell: string): boolean {
    return this.#headings.has(cell);
  }

  /** What has to be asked about a row; undefined if it says its dcid itself, or nothing. */
  questionOf(cells: readonly string[]): EntityQuestion | undefined {
    const { nameAt, type, within, without } = this.#entity;
    if (nameAt === undefined || this.#idOf(cells) !== "") return undefined;
    const text = cells[nameAt]!;
    return isNothing(text) || without.has(text)
      ? undefined
      : { property: "description", type, text, within };
  }

  /** All that may be asked about a row: the first one with an answer counts. */
  questionsOf(cells: readonly string[]): readonly EntityQuestion[] {
    const question = this.questionOf(cells);
    if (question === undefined) return [];
    return [question, writtenOf(question), unmarkedOf(question)].filter((one) => one !== undefined);
  }

  /** @returns undefined for an entity that is not named, not known or no entity: `end` reports these. */
  dcidOf(cells: readonly string[], line: number, context: EntityContext): string | undefined {
    const { log } = context;
    const written = this.#written(cells);
    if (this.#entity.without.has(written)) {
      return this.#leave(`${shown(written)} is left out by the option columns`, {
        level: "info",
        counter: "Resolution_LeftOutEntity",
        line,
      });
    }
    const id = this.#idOf(cells);
    if (id !== "") {
      const meant = this.#entity.values?.get(written);
      if (meant !== undefined) return this.#described(meant, context);
      if (isTotal(written)) return this.#leaveTotal(written, line);
      return noDcid.test(id) ? this.#leaveNoDcid(id, line) : id;
    }
    const question = this.questionOf(cells);
    if (question === undefined) {
      if (!isNothing(written)) return this.#leaveCode(written, line);
      const message = () => "the row has no entity; row not loaded";
      const counter = "Sanity_MissingOrEmpty";
      log.report({ level: "error", counter, suffix: "entity", line, message });
      return undefined;
    }
    const [first, second] = this.#found(question, line, context);
    if (first === undefined) return this.#unknown(question, line, context);
    if (second !== undefined) {
      const message = () =>
        `${shown(question.text)} in column ${this.#column} may be ${shown(first)} or ${shown(second)}; the first is taken`;
      const once = question.text;
      log.report({ level: "info", counter: "Resolution_SeveralEntities", line, message, once });
    }
    return first;
  }

  /**
   * What a cell of ids says, or one of names in a table without ids, whatever else its row has;
   * undefined if there is something to report.
   */
  plainDcidOf(cell: string, context: EntityContext): string | undefined {
    const { id, nameAt, without } = this.#entity;
    if (isNothing(cell) || without.has(cell) || isTotal(cell)) return undefined;
    if (this.saysHeading(cell)) return undefined;
    const at = id === undefined ? nameAt! : "at" in id ? id.at : 0;
    const cells: string[] = [];
    cells[at] = cell;
    const own = id === undefined ? "" : this.#idOf(cells);
    const isId = own !== "" && !noDcid.test(own);
    const isFound =
      id === undefined && context.questions.found(this.questionOf(cells)!).length === 1;
    return isId || isFound ? this.dcidOf(cells, 0, context) : undefined;
  }

  /** The entities with a name or dcid, or else with the name without its footnote. */
  #found(
    question: EntityQuestion,
    line: number,
    { log, questions }: EntityContext,
  ): readonly string[] {
    const named = questions.found(question);
    if (named.length > 0) return named;
    const written = writtenOf(question);
    const found = written === undefined ? named : questions.found(written);
    const unmarked = found.length > 0 ? undefined : unmarkedOf(question);
    const meant = unmarked === undefined ? found : questions.found(unmarked);
    if (unmarked === undefined || meant.length === 0) return found;
    const message = () =>
      `${shown(question.text)} is read as ${shown(unmarked.text)}, without its footnote: column ${this.#column}`;
    const once = question.text;
    log.report({ level: "info", counter: "Resolution_FootnoteInName", line, message, once });
    return meant;
  }

  /** A place of its own gets its node when a row first names it. */
  #described({ dcid, name = "", type = "" }: CodedPlace, context: EntityContext): string {
    if (name + type === "" || this.#made.has(dcid)) return dcid;
    this.#made.add(dcid);
    const { statements, provenance } = context;
    statements.link(dcid, "typeOf", type, provenance);
    statements.text(dcid, "name", name, provenance);
    return dcid;
  }

  /** Reports what was left out: each text once, with the number of its rows. */
  end(log: FileLog): void {
    for (const { finding, problem, rows } of this.#leftOut.values()) {
      const which = rows === 1 ? "row" : `${rows} rows`;
      log.report({ ...finding, message: () => `${problem}; ${which} not loaded` }, rows);
    }
    this.#leftOut.clear();
  }

  #leave(problem: string, finding: LeftOut["finding"]): undefined {
    const known = this.#leftOut.get(problem);
    if (known !== undefined) known.rows += 1;
    else if (this.#leftOut.size < leftOutMax) {
      this.#leftOut.set(ownCopy(problem), { finding, problem: ownCopy(problem), rows: 1 });
    }
    return undefined;
  }

  #leaveNoDcid(id: string, line: number): undefined {
    const problem = `${shown(id)} is no dcid: it holds a space or a comma`;
    return this.#leave(problem, { level: "error", counter: "Resolution_UnresolvedEntity", line });
  }

  #leaveCode(code: string, line: number): undefined {
    if (isTotal(code)) return this.#leaveTotal(code, line);
    const problem = `columns.entity.values has no place for ${shown(code)}`;
    return this.#leave(problem, { level: "error", counter: "Resolution_UnresolvedEntity", line });
  }

  #leaveTotal(text: string, line: number): undefined {
    const problem = `${shown(text)} is a total of other rows and no entity`;
    return this.#leave(problem, { level: "warning", counter: "Resolution_TotalRow", line });
  }

  /** The cell that says the entity. */
  #written(cells: readonly string[]): string {
    const { id, nameAt } = this.#entity;
    const text = id === undefined ? "" : "at" in id ? cells[id.at]! : id.constant;
    return isNothing(text) && nameAt !== undefined ? cells[nameAt]! : text;
  }

  /** "" if the row has no id. */
  #idOf(cells: readonly string[]): string {
    const { id, prefix, digits, values } = this.#entity;
    if (id === undefined) return "";
    const text = "at" in id ? cells[id.at]! : id.constant;
    const meant = values?.get(text);
    if (meant !== undefined) return meant.dcid;
    if (isNothing(text) || (values !== undefined && prefix === "")) return "";
    const bare = withoutNamespace(text);
    if (prefix !== "" && bare.startsWith(prefix)) return bare;
    return prefix + (/^\d+$/.test(bare) ? bare.padStart(digits, "0") : bare);
  }

  /** Whether a name is a word for a total, alone or beside the name of an entity of this table. */
  #isTotal(question: EntityQuestion, { questions }: EntityContext): boolean {
    if (isTotal(question.text)) return true;
    const text = totalled(question.text);
    if (text === undefined) return false;
    return this.#created.has(text) || questions.found({ ...question, text }).length > 0;
  }

  #unknown(question: EntityQuestion, line: number, context: EntityContext): string | undefined {
    const { text, type, within = "" } = question;
    if (this.#isTotal(question, context)) return this.#leaveTotal(text, line);
    const { log, statements, provenance } = context;
    const { create } = this.#entity;
    const ofType = type === "" ? "" : ` of type ${shown(type)}`;
    const inPlace = within === "" ? "" : ` in ${shown(within)}`;
    const about = `no known entity${ofType}${inPlace} has the name ${shown(text)}, in column ${this.#column}`;
    if (create !== undefined) {
      const dcid = this.#created.dcidOf(text, statements, provenance);
      // `Total Wine` is a shop. `Florida (total)` is a sum, which a table without Florida does not show.
      const isDoubtful = totalled(text) !== undefined;
      const doubt = isDoubtful ? ", and may be a total of other rows" : "";
      const message = () => `${about}; it becomes the new entity ${shown(dcid)}${doubt}`;
      const counter = "Resolution_CreatedEntity";
      log.report({ level: isDoubtful ? "warning" : "info", counter, line, message, once: dcid });
      return dcid;
    }
    return this.#leave(about, { level: "error", counter: "Resolution_UnresolvedEntity", line });
  }
}

/** The same for a name without the footnote after it. */
function unmarkedOf(question: EntityQuestion): EntityQuestion | undefined {
  const text = question.text.replace(footnote, "");
  return text === "" || text === question.text ? undefined : { ...question, text };
}

/** The same for a dcid among names. */
function writtenOf({ text: name }: EntityQuestion): EntityQuestion | undefined {
  const text = withoutNamespace(name);
  return looksLikeDcid(text) ? { property: "dcid", type: "", text } : undefined;
}
