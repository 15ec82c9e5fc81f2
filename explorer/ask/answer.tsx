/** The answer to a question: numbers and lines, bars, a map or dots, as the question wants them. */
import {
  type Shapes,
  shapes,
  type TableQuestion,
  table,
  type Understood,
} from "../backend/world.ts";
import { Chart, Cited, Legend, useHidden } from "../charts/chart.tsx";
import { linePoints } from "../charts/gaps.ts";
import { lineKeys } from "../charts/strokes.ts";
import { AreaMap, aboutOne, barsMax } from "../map/map-one.tsx";
import { Dots, type Pair } from "../map/map-two.tsx";
import { datesApart } from "../map/which-dates.ts";
import { counted, moreDates, numberText, percentText, unitText } from "../parts/format.ts";
import { NodeLink } from "../parts/links.tsx";
import { citationsOf, grouped, type Observation, observationsIn } from "../parts/observations.ts";
import { unitPerPerson } from "../parts/per-capita.ts";
import { columnsFor } from "../parts/sources.tsx";
import { Empty } from "../parts/states.tsx";
import { Figure, spanOf, Values } from "../parts/values.tsx";
import { ofFacet } from "../screens/timeline.tsx";
import { useAnswer } from "../shell/answered.ts";
import { AnswerLinks, requestOf } from "./answer-links.tsx";
import {
  observedIn,
  otherDates,
  otherSeries,
  type Row,
  rowsIn,
  type UnderstoodAnswer,
  withLines,
} from "./answer-rows.ts";

interface AnswerProps {
  readonly understood: Understood;
  readonly answer: UnderstoodAnswer;
}

export function AnswerOf({ understood, answer }: AnswerProps) {
  const { intent, places } = understood;
  const rows = rowsIn(understood, answer);
  if (rows.length === 0) return <Empty request={{ observation: requestOf(answer.question) }} />;
  const isMany = places.some(({ isSet }) => isSet);
  return (
    <>
      {intent.kind === "correlation" ? (
        <Pairs {...{ understood, answer, rows }} />
      ) : isMany || intent.kind === "ranking" ? (
        <Many {...{ understood, answer, rows }} />
      ) : (
        <Few {...{ understood, answer, rows }} />
      )}
      <AnswerLinks understood={understood} question={answer.question} />
    </>
  );
}

interface RowsProps extends AnswerProps {
  readonly rows: readonly Row[];
}

const isPerCapita = ({ perCapita }: Understood): boolean => perCapita !== undefined;

const unitOf = ({ unit }: Observation, understood: Understood): string => {
  if (isPerCapita(understood)) return unitPerPerson(unitText(unit));
  const { denominator: by } = understood;
  return by === undefined ? unitText(unit) : `${unitText(unit)} / ${by.name ?? by.dcid}`.trim();
};

/** Names of what the rows are about, as a title. */
const titleOf = (rows: readonly Row[]): string =>
  [...new Set(rows.map(({ now }) => now.variableName))].join(", ");

function Pairs({ understood, answer, rows }: RowsProps) {
  const pairs = rows.flatMap(({ now, against }): Pair[] =>
    against === undefined ? [] : [{ x: now, y: against }],
  );
  const { coefficient } = answer;
  const more = coefficient === undefined ? "" : ` · correlation ${coefficient.toFixed(2)}`;
  const where = understood.places.map(({ name }) => name).join(", ");
  return <Dots {...{ pairs, where, more }} />;
}

/** Many places: a map where it is asked for and boundaries are there, otherwise bars. */
function Many({ understood, answer, rows }: RowsProps) {
  const { intent, places } = understood;
  const [set] = places.filter(({ isSet }) => isSet);
  const { type = "", within } = set ?? {};
  const isMap = intent.kind === "map" && type !== "";
  const answered = useAnswer(JSON.stringify([isMap, type, within]), async (signal) =>
    isMap ? await shapes(within?.dcid ?? type, type, signal) : noShapes,
  );
  if (answered.state === "waiting" && answered.value === undefined) return null;
  const { features } = answered.state === "failed" ? noShapes : (answered.value ?? noShapes);
  const observations = rows.map(({ now }) => now);
  const title = titleOf(rows);
  const [first] = observations;
  const isShare = intent.kind === "change" && intent.ofAmount !== true;
  const unit = isShare ? "%" : first && unitOf(first, understood);
  const where = places.map(({ name }) => name).join(", ");
  const about = [unit, where, spansOf(rows), cutText(rows.length, answer)];
  const notes = [intent.kind === "change" ? "" : datesApart(observations)].filter(Boolean);
  const texts = {
    title: intent.kind === "change" ? `Change of ${title}` : title,
    about: about.filter(Boolean).join(" · "),
    notes,
    sources: citationsOf(rows.flatMap(({ now, before }) => (before ? [before, now] : [now]))),
  };
  const described = `${texts.title}: ${counted(rows.length, "place")}. The table below has the values.`;
  return (
    <>
      <Figure title={<bdi>{texts.title}</bdi>} about={texts.about}>
        {notes.length > 0 && <p class="quiet note">{notes.join(" ")}</p>}
        {features.length > 0 ? (
          <AreaMap {...{ observations, features, texts }} about={described} />
        ) : (
          <Bars {...{ understood, rows, texts, described }} />
        )}
      </Figure>
      <AnswerValues {...{ understood, answer, rows }} />
    </>
  );
}

const noShapes: Shapes = { features: [], unread: 0 };

/** Of changes, from the first date to the last. */
const spansOf = (rows: readonly Row[]): string =>
  spanOf(rows.flatMap(({ now, before }) => (before ? [before, now] : [now])));

const cutText = (shown: number, { rowCount, tiedCount = 0 }: UnderstoodAnswer): string =>
  [
    ...(shown < rowCount ? [`${numberText(shown)} of ${numberText(rowCount)}`] : []),
    ...(tiedCount > 0 ? [`${numberText(tiedCount)} more with the value of the last one`] : []),
  ].join("; ");

interface BarsProps {
  readonly understood: Understood;
  readonly rows: readonly Row[];
  readonly texts: Parameters<typeof Chart>[0]["texts"];
  readonly described: string;
}

function Bars({ understood, rows, texts, described }: BarsProps) {
  const isChange = understood.intent.kind === "change";
  const shown = rows.slice(0, barsMax);
  const hasVariables = new Set(shown.map(({ now }) => now.variable)).size > 1;
  const isDated = !isChange && new Set(shown.map(({ now }) => now.date)).size > 1;
  const changeOf = ({ now, before, share }: Row) =>
    understood.intent.ofAmount === true
      ? (now.value ?? Number.NaN) - (before?.value ?? Number.NaN)
      : share * 100;
  const given = shown.map(({ now, ...row }) => ({
    name: hasVariables ? `${now.entityName}, ${now.variableName}` : now.entityName,
    value: (isChange ? changeOf({ now, ...row }) : now.value) ?? 0,
    about: aboutOne(now),
    date: isDated ? now.date : "",
  }));
  return (
    <>
      {rows.length > barsMax && (
        <p class="quiet note">The first {barsMax}; the table below has all.</p>
      )}
      <Chart
        drawn={JSON.stringify(given)}
        draw={({ bars }, sheet) => bars(given, sheet, described)}
        texts={texts}
      />
    </>
  );
}

/** So many numbers stand above the lines. */
const numbersMax = 8;

/** A few places: their numbers, and how they became so. */
function Few({ understood, answer, rows }: RowsProps) {
  const { kind } = understood.intent;
  const last = [...grouped(rows, ({ now }) => `${now.entity} ${now.variable}`).values()].flatMap(
    (series) => series.at(-1) ?? [],
  );
  const numbers = last.map(({ now }) => now);
  const { lines, all } = useLines(answer, rows, last.length);
  const byVariable = [...grouped(lines, ({ variable }) => variable).values()].filter(isDrawn);
  return (
    <>
      <ul class="numbers">
        {last.slice(0, numbersMax).map((row) => (
          <NumberOf key={`${row.now.entity} ${row.now.variable}`} {...{ understood, row }} />
        ))}
      </ul>
      {byVariable.map((ofOne) => (
        <LinesOf key={ofOne[0]?.variable} {...{ understood, numbers, lines: ofOne, all }} />
      ))}
      {(kind !== "change" || byVariable.length > 0) && (
        <AnswerValues
          {...{ understood, answer }}
          rows={withLines(kind === "change" ? [] : rows, byVariable.flat())}
          isOfLines={byVariable.length > 0}
        />
      )}
    </>
  );
}

/** A line has two dates or more. */
const isDrawn = (all: readonly Observation[]): boolean =>
  [...grouped(all, ({ entity }) => entity).values()].some((one) => one.length > 1);

function NumberOf({ understood, row }: { readonly understood: Understood; readonly row: Row }) {
  const { now, before, share } = row;
  const unit = unitOf(now, understood);
  const sign = share > 0 ? "+" : "";
  return (
    <li class="picture number-card">
      <span class="number-about">
        <bdi>{now.variableName}</bdi> · <NodeLink dcid={now.entity} name={now.entityName} />
      </span>
      {before === undefined ? (
        <span class="number-value">
          {numberText(now.value ?? 0)} <small>{unit}</small>
        </span>
      ) : (
        <span class="number-value">
          {Number.isFinite(share)
            ? `${sign}${percentText(share * 100)} %`
            : numberText((now.value ?? 0) - (before.value ?? 0))}
        </span>
      )}
      <span class="quiet">
        {before === undefined
          ? now.date
          : `${numberText(before.value ?? 0)} (${before.date}) → ${numberText(now.value ?? 0)} (${now.date}) ${unit}`}
      </span>
      <Cited sources={citationsOf(before === undefined ? [now] : [before, now])} />
    </li>
  );
}

interface Lines {
  readonly lines: readonly Observation[];
  /** Of every source. */
  readonly all: readonly Observation[];
}

/** The whole series, or what of it was asked for. */
function useLines({ question }: UnderstoodAnswer, rows: readonly Row[], numbers: number): Lines {
  const isWhole = rows.length > numbers;
  const date = typeof question.date === "object" ? question.date : "all";
  const whole: TableQuestion = { ...question, date, facet: "all" };
  const key = JSON.stringify([isWhole, whole]);
  const answered = useAnswer(key, async (signal) => observationsIn(await table(whole, signal)));
  const all = answered.state === "failed" ? [] : (answered.value ?? []);
  return { lines: isWhole ? rows.map(({ now }) => now) : longestIn(all), all };
}

interface LinesProps extends Lines {
  readonly understood: Understood;
  /** Those above the lines. */
  readonly numbers: readonly Observation[];
}

/** Of one variable. */
function LinesOf({ understood, lines, all, numbers }: LinesProps) {
  const { hidden, onToggle } = useHidden();
  const [first] = lines;
  const series = [...grouped(lines, ({ entity }) => entity).values()];
  if (first === undefined) return null;
  const names = series.map(([one]) => one?.entityName ?? "");
  const points = series
    .flatMap((one) => linePoints(one[0]?.entityName ?? "", one))
    .filter(({ line }) => !hidden.has(line));
  const unit = unitOf(first, understood);
  const notes = otherSeries(lines, numbers);
  const more = notes.length > 0 ? 0 : otherDates(lines, all);
  const about = `${first.variableName}: ${counted(lines.length, "observation")} of ${counted(names.length, "place")}`;
  return (
    <Figure
      title={<bdi>{first.variableName}</bdi>}
      about={[unit, names.join(", "), spanOf(lines)].filter(Boolean).join(" · ")}
    >
      {names.length > 1 && <Legend {...{ names, hidden, onToggle }} />}
      <Chart
        drawn={JSON.stringify([first.variable, unit, points])}
        draw={(plots, sheet) => plots.lines(points, sheet, { names, label: unit, about })}
        texts={{
          title: first.variableName,
          about: [unit, spanOf(lines)].filter(Boolean).join(" · "),
          keys: lineKeys(names).filter(({ name }) => !hidden.has(name)),
          // A saved picture has no numbers above it.
          notes: notes.slice(0, 1),
          sources: citationsOf(lines),
        }}
      />
      {notes.length > 0 && <p class="quiet note">{notes.join(" ")}</p>}
      {more > 0 && <p class="quiet note">{moreDates(more)}: the timeline shows them.</p>}
    </Figure>
  );
}

/** Of each variable the longest series of each place. */
const longestIn = (all: readonly Observation[]): readonly Observation[] =>
  [...grouped(all, ({ variable }) => variable).values()].flatMap((one) => ofFacet(one, ""));

interface AnswerValuesProps extends RowsProps {
  /** Whether the rows are the points of lines. */
  readonly isOfLines?: boolean;
}

function AnswerValues({ understood, answer, rows, isOfLines = false }: AnswerValuesProps) {
  const observations = rows.map(({ now }) => now);
  const isChange = understood.intent.kind === "change" && !isOfLines;
  // Rows that were picked or made are saved as they stand; of a table that was cut, all.
  const isPlain = !isOfLines && !isChange && understood.intent.kind !== "ranking";
  const columns = columnsFor(observations, isPerCapita(understood));
  const changes = [
    { name: "First date", valueOf: ({ before }: Row) => before?.date ?? "" },
    { name: "First value", valueOf: ({ before }: Row) => before?.value ?? null, isNumber: true },
    {
      name: "Change",
      valueOf: ({ share }: Row) => (Number.isFinite(share) ? share * 100 : null),
      show: ({ share }: Row) => (Number.isFinite(share) ? `${percentText(share * 100)} %` : ""),
      isNumber: true,
    },
  ];
  return (
    <Values
      {...(isPlain ? { question: answer.question } : {})}
      name="answer"
      rows={rows}
      observations={observedIn(rows)}
      columns={[
        ...columns.map((column) => ({
          ...column,
          valueOf: ({ now }: Row) => column.valueOf(now),
          show: ({ now }: Row) => column.show?.(now) ?? shownValue(column.valueOf(now)),
        })),
        ...(isChange ? changes : []),
      ]}
    />
  );
}

const shownValue = (value: string | number | null) =>
  typeof value === "number" ? numberText(value) : value;
