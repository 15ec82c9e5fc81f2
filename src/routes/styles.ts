/** How each family of routes reads its requests, and words its refusals. */
import { isAnswered, rpcBodyOf } from "../errors/rpc.ts";
import { CommonsError } from "../index.ts";
import { bothSpellings, type Field, oneSpelling } from "../router/fields.ts";
import { type FieldFault, isObject } from "../router/read-fields.ts";
import { jsonAnswer, Refusal, type RouteStyle, refused, textAnswer } from "./route.ts";

const plain = {
  isSelfHosted: false,
  spellings: oneSpelling,
  decodeQuery: (text: string) => text,
  decodePath: (text: string) => text,
} as const;

/** An object of JSON; nothing is an object without members. Undefined for anything else. */
function objectOf(text: string): object | undefined {
  if (text.trim() === "") return {};
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}

/** Passes over what is no text, and over empty texts. */
function textsOnly(field: Field, _path: string, value: unknown): unknown {
  if (field.kind === "json") return value;
  if (field.kind !== "texts") return typeof value === "string" && value !== "" ? value : undefined;
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = list.filter((one) => typeof one === "string" && one !== "");
  return texts.length > 0 ? texts : undefined;
}

/** The website: a refusal is a text, and values of another kind are passed over. */
export const website: RouteStyle = {
  ...plain,
  first: "query",
  prepare: textsOnly,
  parse: (text) => {
    const body = objectOf(text);
    if (body === undefined) throw new Refusal(400, "error: the body is no JSON object");
    return { ...body };
  },
  refuse: (fault) => {
    if (fault.kind === "choice") throw new Refusal(400, fault.field.invalid.message);
    if (fault.kind !== "missing") return;
    throw new Refusal(400, `error: must provide a \`${fault.field.name}\` field`);
  },
  refuseMethod: (methods) => textAnswer(405, `error: ${methods.join(" and ")} only`),
  refusalOf: (error) => {
    const status = statusOf(error);
    if (status !== undefined) return textAnswer(status, messageOf(error));
    throw error;
  },
};

/** Routes that the service's documentation does not list: a refusal is an `CommonsError` as JSON. */
export const unlisted: RouteStyle = {
  ...plain,
  first: "body",
  prepare: (_field, _path, value) => {
    if (value === "") return undefined;
    if (!Array.isArray(value)) return value;
    const texts = value.map((one) => (typeof one === "number" ? String(one) : one));
    return [...new Set(texts.filter((one) => one !== ""))];
  },
  isSelfHosted: true,
  spellings: bothSpellings,
  parse: (text) => {
    const body = objectOf(text);
    if (isObject(body)) return body;
    throw refused("invalidArgument", "the body is no object of JSON");
  },
  refuse: (fault) => {
    if (fault.kind === "missing") {
      const { name, missing } = fault.field;
      const message = missing?.message || `Missing required argument: ${name}`;
      throw refused("invalidArgument", message);
    }
    if (fault.kind !== "value" || fault.field === undefined) return;
    const { name, kind } = fault.field;
    const wanted = { integer: "a whole number", flag: "true or false" }[kind as "integer"];
    throw refused("invalidArgument", `${name}: ${wanted ?? "texts only"}`);
  },
  refuseMethod: () => undefined,
  refusalOf: (error) => {
    if (isAnswered(error)) return jsonAnswer(error.rpc.status, rpcBodyOf(error));
    throw error;
  },
};

/** SDMX: names of parameters have brackets, and `+` is no blank. */
export const sdmx: RouteStyle = { ...unlisted, isQueryOwn: true };

const message = (status: number, text: string) => jsonAnswer(status, { message: text });

/** The explorer: a refusal is an object with a message. */
export const explorer: RouteStyle = {
  ...plain,
  first: "query",
  // Of a count that is too great the greatest one counts.
  prepare: (field, path, value) => {
    if (field.kind !== "integer") return textsOnly(field, path, value);
    const isCount = typeof value === "string" && /^\d{1,16}$/.test(value);
    return isCount ? Math.min(Number(value), field.max) : value || undefined;
  },
  parse: (text) => {
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      throw new Refusal(400, "the body is no JSON");
    }
    if (isObject(body)) return body;
    throw new Refusal(400, "the body is no object");
  },
  refuse: (fault) => {
    if (fault.kind === "missing") throw new Refusal(400, `'${fault.field.name}' is missing`);
    if (fault.kind !== "value" || fault.field === undefined) return;
    const { path, value, field } = fault;
    const wanted = field.kind === "integer" ? "a count" : "a text";
    const sent = typeof value === "string" ? value.slice(0, 40) : typeof value;
    throw new Refusal(400, `'${path}' is ${wanted}, not ${JSON.stringify(sent)}`);
  },
  refuseMethod: (methods) => message(405, `${methods.join(" and ")} only`),
  refusalOf: (error) => {
    const status = statusOf(error);
    if (status !== undefined) return message(status, messageOf(error));
    // A source that is not there any more.
    if (error instanceof CommonsError && error.code === "LOAD") return message(422, error.message);
    // What is no question that a method takes.
    if (error instanceof TypeError || error instanceof RangeError) {
      return message(400, error.message);
    }
    throw error;
  },
};

/** Tools for language models: a refusal is a sentence that says what to send instead. */
export const tools: RouteStyle = {
  ...plain,
  first: "body",
  prepare: (field, path, value) => {
    if (value === "") return undefined;
    const wanted = wantedOf(field, value);
    if (wanted !== undefined) throw new Refusal(400, `${path} must be ${wanted}`);
    return value;
  },
  parse: JSON.parse,
  refuse: (fault) => {
    throw new Refusal(400, toolFault(fault));
  },
  refuseMethod: () => undefined,
  refusalOf: (error) => {
    if (statusOf(error) !== undefined) return textAnswer(400, messageOf(error));
    throw error;
  },
};

/** Undefined for what is no refusal, but a mistake. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof Refusal) return error.status;
  return isAnswered(error) ? error.rpc.status : undefined;
}

const messageOf = (error: unknown): string => (error as Error).message;

function toolFault(fault: FieldFault): string {
  switch (fault.kind) {
    case "unknown": {
      const names = [...fault.within.members.keys()].join(", ");
      return `there is no argument ${JSON.stringify(fault.name)}: ${names}`;
    }
    case "missing":
      return `${fault.field.name} is missing: ${fault.field.about}`;
    case "choice":
      return `${fault.field.name} must be ${fault.field.invalid.message}`;
    default:
      return "the arguments are no object";
  }
}

/** What a value must be instead; undefined where it is right. */
function wantedOf(field: Field, value: unknown): string | undefined {
  const isText = (one: unknown) => typeof one === "string";
  switch (field.kind) {
    case "texts":
      if (!(Array.isArray(value) && value.every(isText))) return "a list of texts";
      return value.length <= field.max ? undefined : `a list of at most ${field.max} texts`;
    case "integer": {
      const { min, max } = field;
      const isWithin = Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
      return isWithin ? undefined : `a whole number from ${min} to ${max}`;
    }
    case "flag":
      return typeof value === "boolean" ? undefined : "true or false";
    case "text":
    case "choice":
      return isText(value) ? undefined : "a text";
    default:
      return undefined;
  }
}
