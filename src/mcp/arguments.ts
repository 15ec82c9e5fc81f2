/** Arguments of tools: what a model is told of them, and what it sent. */

export type Argument =
  | { readonly kind: "text"; readonly byDefault?: string }
  | { readonly kind: "texts"; readonly max?: number }
  | {
      readonly kind: "count";
      readonly byDefault: number;
      readonly min: number;
      readonly max: number;
    }
  | { readonly kind: "flag"; readonly byDefault: boolean }
  /** Lists of texts by name. */
  | { readonly kind: "lists" };

export interface DescribedArgument {
  readonly argument: Argument;
  readonly about: string;
  readonly isRequired?: boolean;
}

export type ArgumentTable = Readonly<Record<string, DescribedArgument>>;

/** A mistake of the model that calls a tool. The message says what to send instead. */
export class ToolError extends Error {}

/** JSON Schema of the arguments, as a tool's `inputSchema`. */
export function schemaOf(table: ArgumentTable) {
  const properties = Object.fromEntries(
    Object.entries(table).map(([name, { argument, about }]) => [
      name,
      { ...jsonTypeOf(argument), description: about },
    ]),
  );
  const required = Object.keys(table).filter((name) => table[name]?.isRequired === true);
  return { type: "object" as const, properties, required, additionalProperties: false };
}

function jsonTypeOf(argument: Argument): object {
  switch (argument.kind) {
    case "text":
      return { type: "string", ...defaultOf(argument.byDefault) };
    case "texts":
      return { type: "array", items: { type: "string" }, ...maxOf(argument.max) };
    case "count": {
      const { min: minimum, max: maximum, byDefault } = argument;
      return { type: "integer", minimum, maximum, default: byDefault };
    }
    case "flag":
      return { type: "boolean", default: argument.byDefault };
    case "lists":
      return { type: "object", additionalProperties: { type: "array", items: { type: "string" } } };
  }
}

const defaultOf = (value: string | undefined) => (value === undefined ? {} : { default: value });
const maxOf = (max: number | undefined) => (max === undefined ? {} : { maxItems: max });

/** What a tool was sent, with defaults for what was left out or what the tool does not take. */
export class Given {
  readonly #table: ArgumentTable;
  readonly #values: Readonly<Record<string, unknown>>;

  /** @throws ToolError for arguments that the tool does not take, or of another kind */
  constructor(table: ArgumentTable, values: Readonly<Record<string, unknown>>) {
    this.#table = table;
    this.#values = values;
    const names = Object.keys(table);
    for (const [name, value] of Object.entries(values)) {
      const described = Object.hasOwn(table, name) ? table[name] : undefined;
      if (described === undefined) {
        throw new ToolError(`there is no argument ${JSON.stringify(name)}: ${names.join(", ")}`);
      }
      if (isMissing(value)) continue;
      const wanted = refusalOf(described.argument, value);
      if (wanted !== undefined) throw new ToolError(`${name} must be ${wanted}`);
    }
    for (const [name, { isRequired, about }] of Object.entries(table)) {
      if (isRequired === true && isMissing(values[name])) {
        throw new ToolError(`${name} is missing: ${about}`);
      }
    }
  }

  text(name: string): string | undefined {
    const argument = this.#table[name]?.argument;
    const value = this.#of(name) as string | undefined;
    return value ?? (argument?.kind === "text" ? argument.byDefault : undefined);
  }

  texts(name: string): readonly string[] {
    return (this.#of(name) as readonly string[] | undefined) ?? [];
  }

  count(name: string): number {
    const argument = this.#table[name]?.argument;
    const byDefault = argument?.kind === "count" ? argument.byDefault : 0;
    return (this.#of(name) as number | undefined) ?? byDefault;
  }

  flag(name: string): boolean {
    const argument = this.#table[name]?.argument;
    const byDefault = argument?.kind === "flag" && argument.byDefault;
    return (this.#of(name) as boolean | undefined) ?? byDefault;
  }

  lists(name: string): Readonly<Record<string, readonly string[]>> {
    return (this.#of(name) as Record<string, string[]> | undefined) ?? {};
  }

  #of(name: string): unknown {
    const value = Object.hasOwn(this.#values, name) ? this.#values[name] : undefined;
    return isMissing(value) ? undefined : value;
  }
}

/** Models send empty texts and null for what they leave out. */
const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || value === "";

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((text) => typeof text === "string");

/** What a value must be instead; undefined where it is right. */
function refusalOf(argument: Argument, value: unknown): string | undefined {
  switch (argument.kind) {
    case "text":
      return typeof value === "string" ? undefined : "a text";
    case "texts": {
      const { max = Number.POSITIVE_INFINITY } = argument;
      if (!isTexts(value)) return "a list of texts";
      return (value as string[]).length <= max ? undefined : `a list of at most ${max} texts`;
    }
    case "count": {
      const { min, max } = argument;
      return isWithin(value, min, max) ? undefined : `a whole number from ${min} to ${max}`;
    }
    case "flag":
      return typeof value === "boolean" ? undefined : "true or false";
    case "lists":
      return isLists(value) ? undefined : "an object of lists of texts";
  }
}

const isWithin = (value: unknown, min: number, max: number): boolean =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max;

function isLists(value: unknown): boolean {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject && Object.values(value).every(isTexts);
}
