/** A picture of observations, and what stands below all pictures: their values and their sources. */
import type { ComponentChildren } from "preact";
import type { TableQuestion } from "../backend/world.ts";
import { SaveTable } from "../saving/save.tsx";
import { SaveRows } from "../saving/save-rows.tsx";
import { type DataColumn, DataTable } from "./data-table.tsx";
import type { Observation } from "./observations.ts";
import { Sources } from "./sources.tsx";
import { Empty } from "./states.tsx";

interface FigureProps {
  readonly title: ComponentChildren;
  /** Units, places, dates. */
  readonly about: ComponentChildren;
  /** Beside the title. */
  readonly control?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Figure({ title, about, control, children }: FigureProps) {
  return (
    <figure class="picture">
      <figcaption class="picture-head">
        <span class="picture-title">
          {title}
          {about !== "" && <span class="quiet"> {about}</span>}
        </span>
        {control}
      </figcaption>
      {children}
    </figure>
  );
}

interface ValuesProps<Row> {
  /** What the files hold. Default: the rows that are shown. */
  readonly question?: TableQuestion;
  /** Of the files. */
  readonly name: string;
  readonly columns: readonly DataColumn<Row>[];
  readonly rows: readonly Row[];
  /** Whose sources are listed. */
  readonly observations: readonly Observation[];
}

export function Values<Row>({ question, name, columns, rows, observations }: ValuesProps<Row>) {
  return (
    <>
      <section class="block" aria-labelledby="values">
        <div class="block-head">
          <h2 id="values">Values</h2>
          {question === undefined ? (
            <SaveRows table={{ columns, rows }} name={name} />
          ) : (
            <SaveTable question={question} name={name} />
          )}
        </div>
        <DataTable caption="Values" columns={columns} rows={rows} />
      </section>
      <Sources observations={observations} />
    </>
  );
}

interface NoValuesProps {
  readonly variables: readonly string[];
  /** Dcids, or an expression. */
  readonly entities: Parameters<typeof entityOf>[0];
  readonly date?: string;
}

const entityOf = (entities: readonly string[] | `${string}<-${string}`) =>
  typeof entities === "string" ? { expression: entities } : { dcids: entities };

/** Why there are no values. */
export function NoValues({ variables, entities, date = "" }: NoValuesProps) {
  return (
    <Empty
      request={{
        observation: {
          variable: { dcids: variables },
          entity: entityOf(entities),
          ...(date === "" ? {} : { date }),
          select: ["date", "value", "variable", "entity"],
        },
      }}
    />
  );
}

/** The dates of some observations: one, or the first and the last. */
export function spanOf(observations: readonly Observation[]): string {
  const dates = [...new Set(observations.map(({ date }) => date))].sort();
  return dates.length === 1 ? `${dates[0]}` : `${dates[0]} to ${dates.at(-1)}`;
}
