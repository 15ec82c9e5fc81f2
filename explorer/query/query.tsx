/** Questions as people write them: relation expressions, SPARQL, requests. */
import { useEffect, useState } from "preact/hooks";
import { type Start, startOf } from "../backend/world.ts";
import { EditField } from "../editor/edit-field.tsx";
import { Chips } from "../parts/chips.tsx";
import { goTo, linkTo } from "../shell/route.ts";
import { QueryAnswer } from "./query-answer.tsx";
import { type Draft, type Form, forms } from "./request.ts";

const titles: Readonly<Record<Form, string>> = {
  relation: "Relation",
  sparql: "SPARQL",
  rest: "REST",
};

function draftIn(fields: URLSearchParams): Draft {
  return {
    form: forms.find((form) => form === fields.get("form")) ?? "sparql",
    nodes: fields.getAll("nodes"),
    property: fields.get("property") ?? "",
    text: fields.get("text") ?? "",
  };
}

const linkOf = (draft: Draft): string => linkTo("query", { ...draft });

const isWhole = ({ form, nodes, property, text }: Draft): boolean =>
  form === "relation" ? nodes.length > 0 && property !== "" : text !== "";

/** An example that has an answer in this world. */
function exampleOf(form: Form, { nodes }: Draft, start: Start | null): Draft {
  const { place = "", type = "", variable = "", places = [] } = start ?? {};
  const [first = place] = places;
  const empty: Draft = { form, nodes: [], property: "", text: "" };
  if (form === "relation") {
    if (nodes.length > 0) return { ...empty, nodes, property: "->*" };
    const property = type === "" ? "->*" : `<-containedInPlace+{typeOf:${type}}`;
    return { ...empty, nodes: [place || first], property };
  }
  if (form === "sparql") {
    const text = `SELECT ?place ?name WHERE {\n  ?place typeOf ${type || "Place"} .\n  ?place name ?name\n}\nORDER BY ASC(?name)\nLIMIT 20`;
    return { ...empty, text };
  }
  const body = {
    variable: { dcids: [variable] },
    entity: { dcids: places.slice(0, 2) },
    date: "LATEST",
    select: ["date", "value", "variable", "entity", "facet"],
  };
  return { ...empty, text: `POST /v2/observation\n${JSON.stringify(body, undefined, 2)}` };
}

export function QueryScreen({ fields }: { readonly fields: URLSearchParams }) {
  const asked = draftIn(fields);
  const key = linkOf(asked);
  const [draft, setDraft] = useState(asked);
  useEffect(() => {
    setDraft(asked);
    if (isWhole(asked)) return;
    void startOf().then((start) => {
      const example = exampleOf(asked.form, asked, start);
      if (isWhole(example)) goTo(linkOf(example), { replace: true });
    });
  }, [key]);
  const run = () => goTo(linkOf(draft));
  return (
    <>
      <div class="screen-head">
        <h1>Query</h1>
        <p class="lead">Ask as a program does. Names complete while you type; Ctrl+Enter asks.</p>
      </div>
      <form
        class="query"
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <fieldset class="segments">
          <legend class="unseen">Form of the question</legend>
          {forms.map((form) => (
            <label key={form}>
              <input
                type="radio"
                name="form"
                value={form}
                checked={asked.form === form}
                onChange={() => goTo(linkTo("query", { form }))}
              />
              <span>{titles[form]}</span>
            </label>
          ))}
        </fieldset>
        <Fields {...{ draft, asked, setDraft, run }} />
        <button type="submit" class="button primary">
          Run
        </button>
      </form>
      {isWhole(asked) && <QueryAnswer key={key} draft={asked} />}
    </>
  );
}

interface FieldsProps {
  readonly draft: Draft;
  /** As the URL says. */
  readonly asked: Draft;
  readonly setDraft: (draft: Draft) => void;
  readonly run: () => void;
}

function Fields({ draft, asked, setDraft, run }: FieldsProps) {
  const { form, nodes, property, text } = draft;
  if (form !== "relation") {
    const label = form === "sparql" ? "Query in SPARQL" : "Request: method and path, then a body";
    return (
      <EditField
        key={form}
        language={form}
        label={label}
        text={text}
        given={asked.text}
        onChange={(changed) => setDraft({ ...draft, text: changed })}
        onRun={run}
      />
    );
  }
  return (
    <>
      <Chips
        label="Nodes"
        dcids={nodes}
        onChange={(dcids) => setDraft({ ...draft, nodes: dcids })}
      />
      <EditField
        key={form}
        language="relation"
        label="Relation expression"
        text={property}
        given={asked.property}
        onChange={(changed) => setDraft({ ...draft, property: changed })}
        onRun={run}
      />
    </>
  );
}
