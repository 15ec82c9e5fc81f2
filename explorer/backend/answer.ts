/** Questions and answers, whoever answers. */

export interface AskInit {
  readonly method?: "GET" | "POST";
  /** JSON. */
  readonly body?: string;
  readonly signal?: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type Ask = (path: string, init: AskInit) => Promise<Answer>;

/** What the world said no to. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** What a refusal says. */
export function messageIn(text: string, otherwise = text): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === "string" ? message : otherwise;
  } catch {
    return otherwise;
  }
}
