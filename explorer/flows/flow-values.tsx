/** What a choice of entities leaves: a table of the latest values, or a line if nothing is left open. */
import { useState } from "preact/hooks";
import { type TableQuestion, table } from "../backend/world.ts";
import { Chart } from "../charts/chart.tsx";
import { linePoints } from "../charts/gaps.ts";
import { useNames } from "../parts/chips.tsx";
import type { DataColumn } from "../parts/data-table.tsx";
import { counted, numberText, unitText } from "../parts/format.ts";
import { NodeLink } from "../parts/links.tsx";
import { citationsOf } from "../parts/observations.ts";
import { columnsFor } from "../parts/sources.tsx";
import { Shown } from "../parts/states.tsx";
import { Figure, spanOf, Values } from "../parts/values.tsx";
import { useAnswer } from "../shell/answered.ts";
import { chosenOf, type FlowChoice } from "./flow-choice.ts";
import { type Flow, type FlowRow, flowRows, flowsIn } from "./flow-rows.ts";

interface FlowValuesProps {
  readonly choice: FlowChoice;
  /** All of the variable, and those of which all entities are wanted. */
  readonly properties: readonly string[];
  readonly open: readonly string[];
  /** One of the open ones; empty if there are none. */
  readonly column: string;
  readonly nameOf: (property: string) => string;
}

export function FlowValues(props: FlowValuesProps) {
  const { choice, properties, open } = props;
  const chosen = properties.filter((property) => !open.includes(property));
  const question: TableQuestion = {
    entities: Object.fromEntries(
      chosen.map((property) => [property, [chosenOf(choice, property)]]),
    ),
    variables: [choice.variable],
    date: open.length === 0 ? "all" : "latest",
    names: true,
  };
  const answered = useAnswer(JSON.stringify(question), async (signal) => {
    const answer = await table(question, signal);
    return { question, open, total: answer.total, all: flowsIn(answer, properties) };
  });
  return (
    <Shown answered={answered} what="observations">
      {(found) => {
        const column = found.open.includes(props.column) ? props.column : (found.open.at(-1) ?? "");
        if (found.all.length === 0)
          return <p class="empty">Nothing is observed with this choice.</p>;
        if (found.open.length === 0) return <FlowLine {...found} />;
        return <FlowTable {...found} column={column} nameOf={props.nameOf} />;
      }}
    </Shown>
  );
}

interface Found {
  readonly question: TableQuestion;
  readonly open: readonly string[];
  readonly total: number;
  readonly all: readonly Flow[];
}

const unitsOf = (all: readonly Flow[]): readonly string[] => [
  ...new Set(all.map(({ unit }) => unitText(unit))),
];

function FlowLine({ all, question }: Found) {
  const [first] = all;
  const title = first?.variableName ?? "";
  const between = [...(first?.about.values() ?? [])].map(({ name }) => name).join(" · ");
  const unit = unitsOf(all).join(", ");
  const about = `${title}, ${between}: ${counted(all.length, "observation")}. The table below has the values.`;
  const points = linePoints(title, all);
  return (
    <>
      <Figure
        title={<bdi>{title}</bdi>}
        about={
          <>
            <bdi>{between}</bdi> {unit}
          </>
        }
      >
        <Chart
          drawn={JSON.stringify(points)}
          draw={({ lines }, sheet) => lines(points, sheet, { names: [title], label: unit, about })}
          texts={{
            title,
            about: [between, unit, spanOf(all)].filter(Boolean).join(" · "),
            sources: citationsOf(all),
          }}
        />
      </Figure>
      <Values
        question={question}
        name="flows"
        columns={columnsFor(all).filter(({ name }) => name !== "Place" && name !== "Variable")}
        rows={all}
        observations={all}
      />
    </>
  );
}

const step = 24;

interface FlowTableProps extends Found {
  readonly column: string;
  readonly nameOf: (property: string) => string;
}

/** Rows are entities of all open properties but one, whose entities are the columns. */
function FlowTable({ question, open, total, all, column, nameOf }: FlowTableProps) {
  const [count, setCount] = useState(step);
  const others = open.filter((property) => property !== column);
  const isList = others.length === 0;
  const { heads, rows } = flowRows(
    all,
    isList ? { rows: open, column: "" } : { rows: others, column },
  );
  const shown = heads.slice(0, count);
  const variable = useNames(question.variables).get(all[0]?.variable ?? "");
  const isOneDate = new Set(all.map(({ date }) => date)).size === 1;
  const units = unitsOf(all);
  const more = (flow: Flow) =>
    [isOneDate ? "" : flow.date, units.length === 1 ? "" : unitText(flow.unit)]
      .filter(Boolean)
      .join(" · ");
  const columns: readonly DataColumn<FlowRow>[] = [
    ...(isList ? open : others).map(
      (property): DataColumn<FlowRow> => ({
        name: nameOf(property),
        valueOf: ({ first }) => first.about.get(property)?.name ?? "",
        show: ({ first }) => <NodeLink {...(first.about.get(property) ?? { dcid: "" })} />,
      }),
    ),
    ...shown.map(
      ({ dcid, name }): DataColumn<FlowRow> => ({
        name: isList ? "Value" : name,
        isNumber: true,
        valueOf: ({ cells }) => cells.get(dcid)?.value ?? null,
        show: ({ cells }) => {
          const flow = cells.get(dcid);
          return flow === undefined ? null : <Cell flow={flow} more={more(flow)} />;
        },
      }),
    ),
  ];
  return (
    <>
      <p>
        <strong>
          <bdi>{variable ?? question.variables[0]}</bdi>
        </strong>{" "}
        <span class="quiet">
          latest values, {spanOf(all)}
          {units.length === 1 && units[0] !== "" && ` · ${units[0]}`}
          {!isList && ` · rows: ${others.map(nameOf).join(", ")} · columns: ${nameOf(column)}`}
        </span>
      </p>
      {total > all.length && (
        <p class="quiet note">
          Of {counted(total, "observation")} the first {numberText(all.length)} are shown: choose an
          entity to see others. Files have all.
        </p>
      )}
      {heads.length > shown.length && (
        <p class="quiet note">
          {numberText(shown.length)} of {numberText(heads.length)} columns:{" "}
          <button type="button" class="link-button" onClick={() => setCount(count + step * 4)}>
            Show more columns
          </button>
        </p>
      )}
      <Values question={question} name="flows" columns={columns} rows={rows} observations={all} />
    </>
  );
}

function Cell({ flow: { value }, more }: { readonly flow: Flow; readonly more: string }) {
  return (
    <span>
      {value === null ? "" : numberText(value)}
      {more !== "" && <small class="more-dates">{more}</small>}
    </span>
  );
}
