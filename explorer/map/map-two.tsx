/** Two variables of places in a place, as dots. */
import type { ComponentChildren } from "preact";
import { datesOf, table } from "../backend/world.ts";
import { Chart } from "../charts/chart.tsx";
import { useNames } from "../parts/chips.tsx";
import { counted, numberText, unitText } from "../parts/format.ts";
import { NodeLink } from "../parts/links.tsx";
import { citationsOf, type Observation, observationsIn } from "../parts/observations.ts";
import { ofSeveral, SeeFlows } from "../parts/of-several.tsx";
import { valueTexts } from "../parts/sources.tsx";
import { Shown } from "../parts/states.tsx";
import { Figure, NoValues, spanOf, Values } from "../parts/values.tsx";
import { useAnswer } from "../shell/answered.ts";
import { DateField, DatesNote } from "./date-field.tsx";
import { type MapChoice, placesIn } from "./map-choice.ts";
import { datesApart, datesIn, shownDates } from "./which-dates.ts";

export interface Pair {
  readonly x: Observation;
  readonly y: Observation;
}

export function TwoVariables({ choice }: { readonly choice: MapChoice }) {
  const { place, type, variable, other } = choice;
  const where = `${type} in ${useNames([place]).get(place) ?? place}`;
  const both = [variable, other];
  const answered = useAnswer(JSON.stringify(choice), async (signal) => {
    const [several, dates] = await Promise.all([
      ofSeveral(both, signal),
      datesOf(choice, both, signal),
    ]);
    const ofYear = datesIn(shownDates(choice.date, dates), dates);
    // Of one year, each variable has a date of its own.
    const answers = await Promise.all(
      both.map((one, at) => {
        const date = ofYear?.[at] ?? "latest";
        const places = { entities: placesIn(choice), variables: [one], names: true };
        return table({ ...places, date, facet: "best-for-all" }, signal);
      }),
    );
    const [xs = [], ys = []] = answers.map(observationsIn);
    return { several, xs, ys, dates };
  });
  return (
    <Shown answered={answered} what="values">
      {({ several, xs, ys, dates }) => {
        if (several.length > 0) return <SeeFlows variables={several} />;
        const pairs = pairsOf(xs, ys);
        const missing = both.find((_, at) => [xs, ys][at]?.length === 0);
        if (pairs.length > 0) {
          const years = dates.years.map(({ year, count }) => ({ date: year, count }));
          return (
            <Dots
              {...{ pairs, where }}
              control={<DateField {...{ choice, dates }} single={years} />}
            />
          );
        }
        return (
          <NoValues variables={[missing ?? variable]} entities={placesIn(choice)} date="LATEST" />
        );
      }}
    </Shown>
  );
}

/** Both may be of one variable. */
function pairsOf(xs: readonly Observation[], ys: readonly Observation[]): readonly Pair[] {
  const byEntity = new Map(ys.map((one) => [one.entity, one]));
  return xs.flatMap((x) => {
    const y = byEntity.get(x.entity);
    return x.value === null || y === undefined || y.value === null ? [] : [{ x, y }];
  });
}

function axisOf(observations: readonly Observation[]): string {
  const [first] = observations;
  const unit = unitText(first?.unit ?? "");
  const name = first?.variableName ?? "";
  return `${name}${unit === "" ? "" : `, ${unit}`} (${spanOf(observations)})`;
}

interface DotsProps {
  readonly pairs: readonly Pair[];
  /** Which places these are. */
  readonly where: string;
  /** Beside the number of places. */
  readonly more?: string;
  /** Beside the title. */
  readonly control?: ComponentChildren;
}

export function Dots({ pairs, where, more = "", control }: DotsProps) {
  const both = pairs.flatMap((pair) => [pair.x, pair.y]);
  const [x, y] = [axisOf(pairs.map((pair) => pair.x)), axisOf(pairs.map((pair) => pair.y))];
  const [xName = "", yName = ""] = [pairs[0]?.x.variableName, pairs[0]?.y.variableName];
  const about = `${counted(pairs.length, "place")} by ${x} and ${y}. The table below has the values.`;
  const shown = [where, `${counted(pairs.length, "place")}${more}`].filter(Boolean).join(" · ");
  const values = valueTexts(both);
  const textOf = (one: Observation) =>
    `${numberText(one.value ?? 0)} ${unitText(one.unit)} (${one.date})`;
  const dots = pairs.map((pair) => ({
    name: pair.x.entityName,
    x: pair.x.value ?? 0,
    y: pair.y.value ?? 0,
    about: `${pair.x.entityName}\n${pair.x.variableName}: ${textOf(pair.x)}\n${pair.y.variableName}: ${textOf(pair.y)}`,
  }));
  return (
    <>
      <Figure
        title={
          <>
            <bdi>{xName}</bdi> and <bdi>{yName}</bdi>
          </>
        }
        about={<bdi>{shown}</bdi>}
        control={control}
      >
        <DatesNote observations={both} />
        <Chart
          drawn={JSON.stringify([x, y, dots])}
          draw={({ scatter }, sheet) => scatter(dots, sheet, { about })}
          texts={{
            title: `${xName} and ${yName}`,
            about: shown,
            axes: { x, y },
            notes: [datesApart(both)].filter(Boolean),
            sources: citationsOf(both),
          }}
        />
      </Figure>
      <Values
        name="scatter"
        observations={both}
        rows={pairs}
        columns={[
          {
            name: "Place",
            valueOf: (pair) => pair.x.entityName,
            show: (pair) => <NodeLink dcid={pair.x.entity} name={pair.x.entityName} />,
          },
          {
            name: xName,
            valueOf: (pair) => pair.x.value,
            show: (pair) => values.get(pair.x),
            isNumber: true,
          },
          { name: `Date of ${xName}`, valueOf: (pair) => pair.x.date },
          {
            name: yName,
            valueOf: (pair) => pair.y.value,
            show: (pair) => values.get(pair.y),
            isNumber: true,
          },
          { name: `Date of ${yName}`, valueOf: (pair) => pair.y.date },
        ]}
      />
    </>
  );
}
