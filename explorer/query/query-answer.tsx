/** The answer to a question: as a table where it is one, as JSON, and as code that asks the same. */
import { useState } from "preact/hooks";
import { ask, asksServer } from "../backend/ask.ts";
import { type DataColumn, DataTable } from "../parts/data-table.tsx";
import { NodeLink } from "../parts/links.tsx";
import { Empty, Failed, Shown } from "../parts/states.tsx";
import { saveFile } from "../saving/save.tsx";
import { SaveRows } from "../saving/save-rows.tsx";
import { useAnswer } from "../shell/answered.ts";
import { type AnswerTable, tableIn } from "./answer-table.ts";
import {
  codeOf,
  type Draft,
  explainable,
  type HttpRequest,
  languages,
  requestOf,
} from "./request.ts";

interface Came {
  readonly status: number;
  readonly body: unknown;
  readonly text: string;
  readonly milliseconds: number;
}

async function send({ method, path, body }: HttpRequest, signal: AbortSignal): Promise<Came> {
  if (!path.startsWith("/")) throw new Error("a request begins with a path such as /v2/node");
  const started = performance.now();
  const answer = await ask(path, { method, ...(body === undefined ? {} : { body }), signal });
  const milliseconds = performance.now() - started;
  const text = new TextDecoder().decode(answer.bytes);
  const isJson = answer.contentType.includes("json");
  return { status: answer.status, body: isJson ? JSON.parse(text) : text, text, milliseconds };
}

export function QueryAnswer({ draft }: { readonly draft: Draft }) {
  const request = requestOf(draft);
  const answered = useAnswer(JSON.stringify(request), (signal) => send(request, signal));
  return (
    <>
      <Shown answered={answered} what="the answer">
        {(came) => <AnswerShown came={came} request={request} />}
      </Shown>
      <Code request={request} />
    </>
  );
}

const shownMax = 100_000;

function AnswerShown({ came, request }: { readonly came: Came; readonly request: HttpRequest }) {
  const { status, body, text, milliseconds } = came;
  const table = status === 200 ? tableIn(body) : undefined;
  const asked = explainable(request);
  const pretty = typeof body === "string" ? text : JSON.stringify(body, undefined, 2);
  return (
    <section class="block" aria-labelledby="answer">
      <div class="block-head">
        <h2 id="answer">
          Answer{" "}
          <span class="quiet">
            {status} · {milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms
          </span>
        </h2>
        <div class="save">
          {table !== undefined && table.rows.length > 0 && (
            <SaveRows table={{ columns: columnsOf(table), rows: table.rows }} name="answer" />
          )}
          <button
            type="button"
            class="button"
            onClick={() => saveFile("answer.json", "application/json", [text])}
          >
            Save JSON
          </button>
        </div>
      </div>
      {status !== 200 && <Failed message={messageOf(body)} />}
      {table !== undefined && table.rows.length > 0 && (
        <DataTable caption="Answer" rows={table.rows} columns={columnsOf(table)} />
      )}
      {table?.rows.length === 0 && asked !== undefined && <Empty request={asked} />}
      <details class="json" open={table === undefined}>
        <summary>Answer as JSON</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
        <pre tabIndex={0}>
          <bdi>{pretty.slice(0, shownMax)}</bdi>
          {pretty.length > shownMax && "\n… The file that Save JSON writes has all of it."}
        </pre>
      </details>
    </section>
  );
}

function messageOf(body: unknown): string {
  const { message, reason } = (body ?? {}) as { message?: unknown; reason?: unknown };
  return [message, reason].filter((one) => typeof one === "string").join(": ") || `${body}`;
}

type Row = AnswerTable["rows"][number];

const columnsOf = ({ columns }: AnswerTable): readonly DataColumn<Row>[] =>
  columns.map(({ name, isNode, isNumber }, at) => ({
    name,
    isNumber,
    valueOf: (row) => row[at] ?? null,
    ...(isNode ? { show: (row) => row[at] && <NodeLink dcid={`${row[at]}`} /> } : {}),
  }));

/** Of the command that the page shows. */
const laterServer = "http://127.0.0.1:8080";

function Code({ request }: { readonly request: HttpRequest }) {
  const [language, setLanguage] = useState<(typeof languages)[number]>("curl");
  const [isCopied, setCopied] = useState(false);
  const isServed = asksServer();
  const code = codeOf(language, request, isServed ? location.origin : laterServer);
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <section class="block" aria-labelledby="code">
      <div class="block-head">
        <h2 id="code">The same request</h2>
        <div class="save">
          <fieldset class="segments">
            <legend class="unseen">Language</legend>
            {languages.map((one) => (
              <label key={one}>
                <input
                  type="radio"
                  name="language"
                  checked={one === language}
                  onChange={() => {
                    setLanguage(one);
                    setCopied(false);
                  }}
                />
                <span>{one}</span>
              </label>
            ))}
          </fieldset>
          <button type="button" class="button" onClick={() => void copy()}>
            {isCopied ? "Copied" : "Copy"}
          </button>
        </div>
      </div>
      {!isServed && language !== "TypeScript" && (
        <p class="quiet note">
          No server answers this page. Start one first:{" "}
          <code>npx pocket-commons serve world.pocket --port 8080</code>, with your world.
        </p>
      )}
      <div class="code">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
        <pre tabIndex={0}>
          <bdi>{code}</bdi>
        </pre>
      </div>
    </section>
  );
}
