/** Where two answers differ. */

export interface AnswerDifference {
  /** Keys that lead there, such as `data.geoId/06.arcs.name`. */
  readonly at: string;
  /** JSON of what stands there; undefined where nothing does. */
  readonly recorded: string | undefined;
  readonly replayed: string | undefined;
}

/** Members that a service makes anew for each answer. */
const volatile: ReadonlySet<string> = new Set(["nextToken"]);

/** The first difference of two JSON values, if any. Lists are compared whatever their order is. */
export function differenceOf(
  recorded: unknown,
  replayed: unknown,
  at: readonly string[] = [],
): AnswerDifference | undefined {
  if (isRecord(recorded) && isRecord(replayed)) {
    for (const key of new Set([...Object.keys(recorded), ...Object.keys(replayed)])) {
      if (volatile.has(key)) continue;
      const found = differenceOf(own(recorded, key), own(replayed, key), [...at, key]);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const left = textOf(recorded);
  const right = textOf(replayed);
  return left === right ? undefined : { at: at.join("."), recorded: left, replayed: right };
}

function own(value: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** One text for all orders of members and of lists. */
function textOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value))
    return `[${value
      .map((one) => textOf(one))
      .sort()
      .join(",")}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${textOf(value[key])}`);
  return `{${members.join(",")}}`;
}
