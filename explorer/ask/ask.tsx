/** A question in somebody's own words: how it was read, and its answer. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { search, type Understood, understand } from "../backend/world.ts";
import { FindBox, FoundLine, FoundText, searchedText } from "../parts/find-box.tsx";
import { Shown } from "../parts/states.tsx";
import { useAnswer } from "../shell/answered.ts";
import { goTo, linkTo } from "../shell/route.ts";
import { AnswerOf } from "./answer.tsx";
import { type Asked, askedIn, correctionsOf } from "./asked.ts";
import { ReadAs } from "./read-as.tsx";

export function Ask({ fields }: { readonly fields: URLSearchParams }) {
  const asked = askedIn(fields);
  return asked.q.trim() === "" ? <Unasked /> : <Asking fields={fields} asked={asked} />;
}

function Unasked() {
  return (
    <>
      <h1>Ask</h1>
      <QuestionBox initial="" />
      <p class="quiet">
        A question in your own words, such as “population of California since 2010”.
      </p>
    </>
  );
}

function QuestionBox({ initial }: { readonly initial: string }) {
  return (
    <FindBox
      key={initial}
      label="Question"
      isHidden
      initial={initial}
      onChoose={({ dcid }) => goTo(linkTo("node", { dcid }))}
      onAsk={(text) => goTo(linkTo("ask", { q: text }))}
    />
  );
}

interface AskingProps {
  readonly fields: URLSearchParams;
  readonly asked: Asked;
}

function Asking({ fields, asked }: AskingProps) {
  const { q } = asked;
  const answered = useAnswer(`${fields}`, async (signal) => ({
    asked,
    understood: await understand(q, correctionsOf(asked), signal),
  }));
  return (
    <>
      <AskHead q={q} />
      <Shown answered={answered} what="the answer">
        {(found) => <Read {...found} />}
      </Shown>
    </>
  );
}

/** The title is seen where the field cuts the question. */
function AskHead({ q }: { readonly q: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const field = place.current?.querySelector("input");
    if (!field) return;
    const watcher = new ResizeObserver(() => setCut(field.scrollWidth > field.clientWidth));
    watcher.observe(field);
    return () => watcher.disconnect();
  }, [q]);
  return (
    <div ref={place} class="ask-head">
      <h1 class={isCut ? "" : "unseen"}>
        Answer to “<bdi>{q}</bdi>”
      </h1>
      <QuestionBox initial={q} />
    </div>
  );
}

interface ReadProps {
  readonly asked: Asked;
  readonly understood: Understood;
}

function Read({ asked, understood }: ReadProps) {
  const place = onlyPlace(understood);
  useEffect(() => {
    // Whoever names a place wants to see it.
    if (place !== undefined) goTo(linkTo("node", { dcid: place }), { replace: true });
  }, [place]);
  if (place !== undefined) return null;
  const { variables, places, answer } = understood;
  return (
    <>
      {variables.length + places.length > 0 && <ReadAs {...{ asked, understood }} />}
      {answer === undefined ? (
        <Nearest {...{ asked, understood }} />
      ) : (
        <AnswerOf understood={understood} answer={answer} />
      )}
    </>
  );
}

/** The place that is all of the question. */
function onlyPlace({ places, variables, unread, intent }: Understood): string | undefined {
  const [first, ...others] = places;
  const isAlone = first !== undefined && others.length + variables.length + unread.length === 0;
  const isMore = first?.isSet === true || first?.isAssumed === true || intent.span !== undefined;
  return isAlone && !isMore ? first.entities : undefined;
}

/** Nothing answers: what was not found, and what is like it. */
function Nearest({ asked, understood }: ReadProps) {
  const { q } = asked;
  const { places, variables, unread, nearest } = understood;
  const words = unread.map(({ text }) => text).join(" ") || q;
  const answered = useAnswer(words, (signal) => search({ q: words, limit: 6 }, signal));
  const [place] = places;
  const lacking = places.length === 0 ? "No place" : "Nothing";
  const missing = variables.length === 0 ? "No variable" : lacking;
  return (
    <section class="empty" aria-label="Nothing found">
      <strong>
        {missing} here fits “<bdi>{words}</bdi>”
      </strong>
      <Shown answered={answered} what="what is nearest">
        {(page) => (
          <>
            {nearest.length + page.lines.length > 0 && <p class="quiet">What is nearest:</p>}
            <ul class="nearest">
              {nearest.map(({ dcid, name }) => (
                <li key={dcid}>
                  <a class="found-line" href={linkTo("ask", { ...asked, variable: dcid })}>
                    <FoundText name={name ?? dcid} dcid={dcid} about="variable" />
                  </a>
                </li>
              ))}
              {page.lines
                .filter(({ dcid }) => !nearest.some((one) => one.dcid === dcid))
                .map((line) => (
                  <li key={line.dcid}>
                    <a class="found-line" href={linkTo("node", { dcid: line.dcid })}>
                      <FoundLine line={line} />
                    </a>
                  </li>
                ))}
            </ul>
            <p class="quiet">{searchedText(page, nearest.length + page.lines.length > 0)}</p>
          </>
        )}
      </Shown>
      <p class="actions">
        {place !== undefined && !place.isSet && (
          <a class="button" href={linkTo("node", { dcid: place.entities })}>
            Variables of&nbsp;<bdi>{place.name}</bdi>
          </a>
        )}
        <a class="button" href={linkTo("home")}>
          All variables by group
        </a>
      </p>
    </section>
  );
}
