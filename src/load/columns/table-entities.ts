/** The entities of a table's rows. */
import { type FileLog, shown } from "../report/index.ts";
import type { EntityQuestion, EntityQuestions, Statements } from "../statements/index.ts";
import { isNothing, withoutNamespace } from "../values/index.ts";
import type { BoundEntity } from "./bound-columns.ts";
import { MadeNames } from "./variable-names.ts";

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
  readonly #created: MadeNames;

  constructor(entity: BoundEntity, header: readonly string[]) {
    this.#entity = entity;
    this.#column = entity.nameAt === undefined ? "" : shown(header[entity.nameAt]!);
    this.#created = new MadeNames(entity.type, entity.create, entity.within);
  }

  /** What has to be asked about a row; undefined if it says its dcid itself, or nothing. */
  questionOf(cells: readonly string[]): EntityQuestion | undefined {
    const { nameAt, type, within } = this.#entity;
    if (nameAt === undefined || this.#idOf(cells) !== "") return undefined;
    const text = cells[nameAt]!;
    return isNothing(text) ? undefined : { property: "description", type, text, within };
  }

  /** @returns undefined for an entity that is not named or not known, which is reported. */
  dcidOf(cells: readonly string[], line: number, context: EntityContext): string | undefined {
    const { log, questions } = context;
    const id = this.#idOf(cells);
    if (id !== "") return id;
    const question = this.questionOf(cells);
    if (question === undefined) {
      const message = () => "the row has no entity; row not loaded";
      const counter = "Sanity_MissingOrEmpty";
      log.report({ level: "error", counter, suffix: "entity", line, message });
      return undefined;
    }
    const [first, second] = questions.found(question);
    if (first === undefined) return this.#unknown(question, line, context);
    if (second !== undefined) {
      const message = () =>
        `${shown(question.text)} in column ${this.#column} may be ${shown(first)} or ${shown(second)}; the first is taken`;
      log.report({ level: "info", counter: "Resolution_SeveralEntities", line, message });
    }
    return first;
  }

  /** "" if the row has no id. */
  #idOf(cells: readonly string[]): string {
    const { id, prefix, digits } = this.#entity;
    if (id === undefined) return "";
    const text = "at" in id ? cells[id.at]! : id.constant;
    if (isNothing(text)) return "";
    const bare = withoutNamespace(text);
    if (prefix !== "" && bare.startsWith(prefix)) return bare;
    return prefix + (/^\d+$/.test(bare) ? bare.padStart(digits, "0") : bare);
  }

  #unknown(
    { text, type, within = "" }: EntityQuestion,
    line: number,
    { log, statements, provenance }: EntityContext,
  ): string | undefined {
    const { create } = this.#entity;
    const ofType = type === "" ? "" : ` of type ${shown(type)}`;
    const inPlace = within === "" ? "" : ` in ${shown(within)}`;
    const about = `no known entity${ofType}${inPlace} has the name ${shown(text)}, in column ${this.#column}`;
    if (create !== undefined) {
      const dcid = this.#created.dcidOf(text, statements, provenance);
      const message = () => `${about}; it becomes the new entity ${shown(dcid)}`;
      const counter = "Resolution_CreatedEntity";
      log.report({ level: "info", counter, line, message, once: dcid });
      return dcid;
    }
    const message = () => `${about}; row not loaded`;
    log.report({ level: "error", counter: "Resolution_UnresolvedEntity", line, message });
    return undefined;
  }
}
