/** What stands where an answer will be, or is not. */
import type { ComponentChildren } from "preact";
import { type ExplainedRequest, type Explanation, explain } from "../backend/world.ts";
import { type Answered, useAnswer } from "../shell/answered.ts";
import { linkTo } from "../shell/route.ts";

export function Waiting({ what }: { readonly what: string }) {
  return (
    <p class="waiting" role="status">
      Loading {what} …
    </p>
  );
}

export function Failed({ message }: { readonly message: string }) {
  return (
    <div class="failed" role="alert">
      <strong>This did not work</strong>
      <p>
        <bdi>{message}</bdi>
      </p>
    </div>
  );
}

interface ShownProps<Value> {
  readonly answered: Answered<Value>;
  readonly what: string;
  readonly children: (value: Value) => ComponentChildren;
}

/** An answer; what was there before it stays until it comes. */
export function Shown<Value>({ answered, what, children }: ShownProps<Value>) {
  if (answered.state === "failed") return <Failed message={answered.message} />;
  if (answered.value === undefined) return <Waiting what={what} />;
  return <>{children(answered.value)}</>;
}

/** Why there is nothing, and what there is instead. */
export function Empty({ request }: { readonly request: ExplainedRequest }) {
  const answered = useAnswer(JSON.stringify(request), (signal) => explain(request, signal));
  return (
    <section class="empty" aria-label="Why it is empty">
      <strong>Nothing is there</strong>
      <Shown answered={answered} what="the reason">
        {(explanation) => <Reason explanation={explanation} />}
      </Shown>
    </section>
  );
}

/** What has a page of its own. */
const nodeKinds = ["dcid", "property", "type", "variable"];

function Reason({ explanation: { reason, suggestions } }: { readonly explanation: Explanation }) {
  return (
    <>
      <p>
        <bdi>{reason ?? "The question has an answer by itself, and none in this form."}</bdi>
      </p>
      {suggestions.length > 0 && (
        <>
          <p class="quiet">There is instead:</p>
          <ul class="suggestions">
            {suggestions.map(({ kind, value, name }) => (
              <li key={`${kind} ${value}`}>
                {nodeKinds.includes(kind) ? (
                  <a class="mono" href={linkTo("node", { dcid: value })}>
                    <bdi>{value}</bdi>
                  </a>
                ) : (
                  <bdi class="mono">{value}</bdi>
                )}{" "}
                {name !== undefined && <bdi>{name}</bdi>} <span class="quiet">{kind}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
