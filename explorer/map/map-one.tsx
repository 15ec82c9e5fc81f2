/** One variable of places in a place: a map, or bars where there are no boundaries. */
import {
  type Dates,
  datesOf,
  type Shapes,
  shapes,
  type TableQuestion,
  table,
} from "../backend/world.ts";
import { Chart, loadPlots } from "../charts/chart.tsx";
import type { PictureTexts } from "../charts/picture.ts";
import { colorOf, type Step, stepsOf, stepTexts } from "../charts/steps.ts";
import type { Key } from "../charts/strokes.ts";
import { useNames } from "../parts/chips.tsx";
import { counted, numberText, percentText, shortNumber, unitText } from "../parts/format.ts";
import { citationsOf, type Observation, observationsIn } from "../parts/observations.ts";
import { ofSeveral, SeeFlows } from "../parts/of-several.tsx";
import { columnsFor } from "../parts/sources.tsx";
import { Shown } from "../parts/states.tsx";
import { Figure, NoValues, spanOf, Values } from "../parts/values.tsx";
import { useAnswer } from "../shell/answered.ts";
import { type Changes, changesSince, SinceField } from "./change-since.tsx";
import { DateField, DatesNote } from "./date-field.tsx";
import { type MapChoice, placesIn } from "./map-choice.ts";
import { datesApart, datesIn, shownDates } from "./which-dates.ts";

export function OneVariable({ choice }: { readonly choice: MapChoice }) {
  const { place, type, variable } = choice;
  const answered = useAnswer(JSON.stringify(choice), async (signal) => {
    void loadPlots();
    const [several, dates, areas] = await Promise.all([
      ofSeveral([variable], signal),
      datesOf(choice, [variable], signal),
      shapes(place, type, signal),
    ]);
    const which = shownDates(choice.date, dates);
    const question: TableQuestion = {
      entities: placesIn(choice),
      variables: [variable],
      date: which === "same" ? (datesIn(which, dates)?.[0] ?? "latest") : which,
      names: true,
    };
    const observations = observationsIn(await table(question, signal));
    const changes = await changesSince(choice.since, observations, question, signal);
    return { several, observations, areas, dates, question, changes };
  });
  return (
    <Shown answered={answered} what="values">
      {({ several, observations, areas, dates, question, changes }) =>
        several.length > 0 ? (
          <SeeFlows variables={several} />
        ) : observations.length === 0 ? (
          <>
            {dates.dates.length > 0 && <DateField {...{ choice, dates }} single={dates.dates} />}
            <NoValues
              variables={[variable]}
              entities={placesIn(choice)}
              date={question.date === "latest" ? "" : `${question.date}`}
            />
          </>
        ) : (
          <PlaceValues {...{ choice, observations, areas, dates, question, changes }} />
        )
      }
    </Shown>
  );
}

interface PlaceValuesProps {
  readonly choice: MapChoice;
  readonly observations: readonly Observation[];
  readonly areas: Shapes;
  readonly dates: Dates;
  readonly question: TableQuestion;
  readonly changes: Changes | undefined;
}

function PlaceValues(props: PlaceValuesProps) {
  const { choice, observations, areas, dates, question, changes } = props;
  const { place, type } = choice;
  const names = useNames([place]);
  const title = observations[0]?.variableName ?? choice.variable;
  const shown = changes?.shown ?? observations;
  const unit =
    changes === undefined
      ? unitText(observations[0]?.unit ?? "")
      : `change since ${changes.since} in %`;
  const span = spanOf(observations);
  const what = changes === undefined ? title : `${title}, ${unit}`;
  const about = `${what}: ${counted(shown.length, "place")}, ${span}`;
  const { features } = areas;
  const where = `${type} in ${names.get(place) ?? place}`;
  const texts = {
    title,
    about: [unit, where, span].filter(Boolean).join(" · "),
    notes: [datesApart(observations)].filter(Boolean),
    sources: citationsOf([...observations, ...(changes?.before ?? [])]),
  };
  return (
    <>
      <Figure
        title={<bdi>{title}</bdi>}
        about={
          <>
            {[unit, `${type} in `].filter(Boolean).join(" · ")}
            <bdi>{names.get(place) ?? place}</bdi> · {span}
          </>
        }
        control={
          <span class="picture-controls">
            <SinceField {...{ choice, dates }} last={span.split(" to ").at(-1) ?? ""} />
            <DateField {...{ choice, dates }} single={dates.dates} />
          </span>
        }
      >
        <DatesNote observations={observations} />
        {shown.length > 0 && shown.length < observations.length && (
          <p class="quiet note">
            Only {counted(shown.length, "place")} of {numberText(observations.length)}{" "}
            {shown.length === 1 ? "has" : "have"} numbers of both dates from one source.
          </p>
        )}
        {shown.length === 0 ? (
          <p class="quiet note">
            No place has a number of {choice.since} from the source of its later one: choose another
            date.
          </p>
        ) : features.length > 0 ? (
          <AreaMap observations={shown} {...{ features, about, texts }} />
        ) : (
          <RankedBars observations={shown} {...{ about, texts, hasUnread: areas.unread > 0 }} />
        )}
        <BoundaryNote {...{ observations, areas }} />
      </Figure>
      <PlaceTable {...{ observations, question, changes }} />
    </>
  );
}

function PlaceTable({
  observations,
  question,
  changes,
}: Pick<PlaceValuesProps, "observations" | "question" | "changes">) {
  const ofPlaces = (all: readonly Observation[]) => new Map(all.map((one) => [one.entity, one]));
  const [before, shown] = [
    ofPlaces(changes?.before ?? []),
    ofPlaces(changes?.shown ?? observations),
  ];
  const changeOf = ({ entity }: Observation) => shown.get(entity)?.value ?? null;
  const rankOf = (one: Observation) => changeOf(one) ?? Number.NEGATIVE_INFINITY;
  const changed =
    changes === undefined
      ? []
      : [
          {
            name: changes.since,
            valueOf: ({ entity }: Observation) => before.get(entity)?.value ?? null,
            isNumber: true,
          },
          {
            name: "Change in %",
            valueOf: changeOf,
            show: (one: Observation) => {
              const change = changeOf(one);
              return change === null ? "" : percentText(change);
            },
            isNumber: true,
          },
        ];
  const columns = columnsFor(observations);
  return (
    <Values
      {...(changes === undefined ? { question } : {})}
      observations={observations}
      name={changes === undefined ? "places" : "changes"}
      rows={observations.toSorted((a, b) => rankOf(b) - rankOf(a) || 0)}
      columns={[...columns.slice(0, 1), ...changed, ...columns.slice(2)]}
    />
  );
}

interface AreaMapProps {
  readonly observations: readonly Observation[];
  readonly features: Shapes["features"];
  readonly about: string;
  readonly texts: PictureTexts;
}

export function AreaMap({ observations, features, about, texts }: AreaMapProps) {
  const values = new Map(observations.map((one) => [one.entity, one]));
  const steps = stepsOf(observations.flatMap(({ value }) => value ?? []));
  const areas = features.map((feature) => {
    const one = values.get(feature.id);
    const value = one?.value ?? undefined;
    const name = feature.properties.name;
    return {
      feature,
      name,
      color: value === undefined ? undefined : colorOf(steps, value),
      about: value === undefined ? `${name}\nno value` : aboutOne(one as Observation),
    };
  });
  const keys = stepKeys(
    steps,
    areas.some(({ color }) => color === undefined),
  );
  return (
    <>
      <StepLegend keys={keys} />
      <Chart
        drawn={JSON.stringify([about, areas.map(({ about: text, color }) => [text, color])])}
        draw={({ map }, sheet) => map(areas, sheet, `${about}. The table below has the values.`)}
        texts={{ ...texts, keys }}
      />
    </>
  );
}

interface BoundaryNoteProps {
  readonly observations: readonly Observation[];
  readonly areas: Shapes;
}

/** Why places are not on the map: what is not loaded is not what cannot be read. */
function BoundaryNote({ observations, areas: { features, unread } }: BoundaryNoteProps) {
  const drawn = new Set(features.map(({ id }) => id));
  const without = observations.filter(({ entity }) => !drawn.has(entity)).length;
  const parts = [
    ...(unread > 0
      ? [
          `The boundaries of ${counted(unread, "place")} cannot be read: they are no areas in GeoJSON.`,
        ]
      : []),
    ...(without > unread && features.length > 0
      ? [`Without a boundary, and in the table only: ${counted(without - unread, "place")}.`]
      : []),
  ];
  return parts.length > 0 && <p class="quiet note">{parts.join(" ")}</p>;
}

export const aboutOne = ({ entityName, date, value, unit }: Observation): string =>
  `${entityName}\n${value === null ? "no number" : numberText(value)} ${unitText(unit)}\n${date}`;

/** A key for each step of colour, from the least values on. */
function stepKeys(steps: readonly Step[], hasMissing: boolean): readonly Key[] {
  const texts = stepTexts(steps, shortNumber);
  const keys = steps.map(({ color }, at) => ({ name: texts[at] ?? "", color: `var(--${color})` }));
  return hasMissing ? [...keys, { name: "none", color: "var(--missing)" }] : keys;
}

function StepLegend({ keys }: { readonly keys: readonly Key[] }) {
  return (
    <ul class="step-legend" aria-label="Colours of values">
      {keys.map(({ name, color }) => (
        <li key={color}>
          <svg viewBox="0 0 84 10" width="84" height="10" aria-hidden="true">
            <rect width="84" height="10" rx="2" fill={color} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

export const barsMax = 40;

interface RankedBarsProps {
  readonly observations: readonly Observation[];
  readonly about: string;
  readonly texts: PictureTexts;
  readonly hasUnread: boolean;
}

function RankedBars({ observations, about, texts, hasUnread }: RankedBarsProps) {
  const ranked = observations
    .filter(({ value }) => value !== null)
    .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
    .slice(0, barsMax);
  const isDated = new Set(ranked.map(({ date }) => date)).size > 1;
  const given = ranked.map((one) => ({
    name: one.entityName,
    value: one.value ?? 0,
    about: aboutOne(one),
    date: isDated ? one.date : "",
  }));
  return (
    <>
      <p class="quiet note">
        {hasUnread
          ? "No boundary of these places can be drawn, so they are ranked"
          : "No boundaries of these places are loaded, so they are ranked"}
        {observations.length > barsMax ? `: the first ${barsMax}` : ""}.
      </p>
      <Chart
        drawn={JSON.stringify(given)}
        draw={({ bars }, sheet) => bars(given, sheet, `${about}. The table below has the values.`)}
        texts={texts}
      />
    </>
  );
}
