/** Numbers over time: places × variables, a picture for each variable. */
import { useEffect } from "preact/hooks";
import { whenQuiet } from "../backend/ask.ts";
import { startOf, type TableQuestion, table } from "../backend/world.ts";
import { Chart, Legend, loadPlots, useHidden } from "../charts/chart.tsx";
import { linePoints } from "../charts/gaps.ts";
import { type As, madeOf, waysToShow } from "../charts/shown-as.ts";
import { lineKeys } from "../charts/strokes.ts";
import { Chips } from "../parts/chips.tsx";
import type { DataColumn } from "../parts/data-table.tsx";
import { counted, moreDates, unitText } from "../parts/format.ts";
import {
  citationsOf,
  facetText,
  grouped,
  type Observation,
  observationsIn,
} from "../parts/observations.ts";
import { ofSeveral, SeeFlows } from "../parts/of-several.tsx";
import { undividable, unitPerPerson } from "../parts/per-capita.ts";
import { columnsFor } from "../parts/sources.tsx";
import { Shown, Waiting } from "../parts/states.tsx";
import { Figure, NoValues, spanOf, Values } from "../parts/values.tsx";
import { useAnswer } from "../shell/answered.ts";
import { goTo, linkTo } from "../shell/route.ts";

interface Choice {
  readonly places: readonly string[];
  readonly variables: readonly string[];
  /** `variable facet`, for variables whose facet was chosen. */
  readonly facets: readonly string[];
  readonly isPerCapita: boolean;
  readonly as: As;
}

function choiceIn(fields: URLSearchParams): Choice {
  return {
    places: fields.getAll("place"),
    variables: fields.getAll("variable"),
    facets: fields.getAll("facet"),
    isPerCapita: fields.get("per") === "capita",
    as: waysToShow.find(([as]) => as === fields.get("as"))?.[0] ?? "",
  };
}

function show({ places, variables, facets, isPerCapita, as }: Choice): void {
  const per = isPerCapita ? "capita" : "";
  goTo(linkTo("timeline", { place: places, variable: variables, facet: facets, per, as }));
}

export function TimelineScreen({ fields }: { readonly fields: URLSearchParams }) {
  const choice = choiceIn(fields);
  const { places, variables, isPerCapita } = choice;
  const isNew = fields.size === 0;
  const answered = useAnswer(JSON.stringify([variables, isPerCapita]), async (signal) => {
    if (!isPerCapita) await whenQuiet();
    return await undividable(variables, signal).catch(() => []);
  });
  const whole = answered.state === "there" ? answered.value : [];
  useEffect(() => {
    if (!isNew) return;
    void startOf().then((start) => {
      if (start === null) return;
      const link = linkTo("timeline", { place: start.places, variable: start.variable });
      goTo(link, { replace: true });
    });
  }, [isNew]);
  return (
    <>
      <div class="screen-head">
        <h1>Timeline</h1>
        <p class="lead">How variables of places change.</p>
      </div>
      <form class="controls" onSubmit={(event) => event.preventDefault()}>
        <Chips
          label="Places"
          kind="place"
          dcids={places}
          onChange={(dcids) => show({ ...choice, places: dcids })}
        />
        <Chips
          label="Variables"
          kind="variable"
          dcids={variables}
          onChange={(dcids) => show({ ...choice, variables: dcids })}
        />
        <label class="field">
          <span class="field-label">Shown</span>
          <select
            class="select"
            value={choice.as}
            onChange={({ currentTarget }) => show({ ...choice, as: currentTarget.value as As })}
          >
            {waysToShow.map(([as, label]) => (
              <option key={as} value={as}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {whole.length === 0 && (
          <label class="check-field">
            <input
              type="checkbox"
              checked={isPerCapita}
              onChange={() => show({ ...choice, isPerCapita: !isPerCapita })}
            />
            Per capita
          </label>
        )}
      </form>
      {isPerCapita && whole.length > 0 && (
        <p class="quiet note">
          Not per capita: <bdi>{whole.join(", ")}</bdi> cannot be divided by people.
        </p>
      )}
      {places.length > 0 && variables.length > 0 && (!isPerCapita || answered.state === "there") ? (
        <Lines choice={{ ...choice, isPerCapita: isPerCapita && whole.length === 0 }} />
      ) : places.length > 0 && variables.length > 0 ? (
        <Waiting what="variables" />
      ) : (
        <p class="empty">Choose a place and a variable.</p>
      )}
    </>
  );
}

function Lines({ choice }: { readonly choice: Choice }) {
  const { places, variables, isPerCapita } = choice;
  const question: TableQuestion = {
    entities: places,
    variables,
    date: "all",
    facet: "all",
    perCapita: isPerCapita,
    names: true,
  };
  const key = JSON.stringify(question);
  const answered = useAnswer(key, async (signal) => {
    void loadPlots();
    const [several, answer] = await Promise.all([
      ofSeveral(variables, signal),
      table(question, signal),
    ]);
    const all = observationsIn(answer).filter(({ variable }) => !several.includes(variable));
    return { key, several, all };
  });
  return (
    <Shown answered={answered} what="observations">
      {({ several, all }) => {
        const usual = variables.filter((one) => !several.includes(one));
        return (
          <>
            <SeeFlows variables={several} />
            {all.length > 0 ? (
              <Pictures choice={choice} all={all} question={{ ...question, variables: usual }} />
            ) : (
              usual.length > 0 && <NoValues variables={usual} entities={places} />
            )}
          </>
        );
      }}
    </Shown>
  );
}

interface PicturesProps {
  readonly choice: Choice;
  readonly all: readonly Observation[];
  readonly question: TableQuestion;
}

function Pictures({ choice, all, question }: PicturesProps) {
  const names = [...grouped(all, ({ entity }) => entity).values()].map(
    ([first]) => first?.entityName ?? "",
  );
  const byVariable = [...grouped(all, ({ variable }) => variable)];
  const shown = byVariable.flatMap(([variable, ofVariable]) =>
    ofFacet(ofVariable, chosenFacet(choice, variable)),
  );
  const facets = [...new Set(shown.map(({ facetId }) => facetId))];
  const { hidden, onToggle } = useHidden();
  return (
    <>
      <Legend {...{ names, hidden, onToggle }} />
      <div class="pictures">
        {byVariable.map(([variable, ofVariable]) => (
          <Picture key={variable} {...{ choice, variable, ofVariable, names, hidden }} />
        ))}
      </div>
      <Values
        question={{ ...question, facet: facets }}
        name="timeline"
        columns={[...columnsFor(shown, choice.isPerCapita), ...madeColumns(shown, choice.as)]}
        rows={shown}
        observations={shown}
      />
    </>
  );
}

const seriesIn = (observations: readonly Observation[]) => [
  ...grouped(observations, ({ entity }) => entity).values(),
];

/** A column of the numbers that were made, beside the values. */
function madeColumns(shown: readonly Observation[], as: As): DataColumn<Observation>[] {
  if (as === "") return [];
  const byVariable = new Map(
    Array.from(
      grouped(shown, ({ variable }) => variable),
      ([variable, of]) => [variable, madeOf(seriesIn(of), as)],
    ),
  );
  const labels = [...new Set(Array.from(byVariable.values(), ({ label }) => label))];
  const [label = ""] = labels;
  const name = labels.length === 1 ? label : "index";
  return [
    {
      name: `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
      valueOf: (one) => byVariable.get(one.variable)?.of?.(one) ?? null,
      isNumber: true,
    },
  ];
}

const chosenFacet = ({ facets }: Choice, variable: string): string =>
  facets.find((one) => one.startsWith(`${variable} `))?.slice(variable.length + 1) ?? "";

/** Of each place the series of a facet; without one, the longest, and of equals the best. */
export const ofFacet = (all: readonly Observation[], facet: string): readonly Observation[] =>
  [...grouped(all, ({ entity }) => entity).values()].flatMap((ofPlace) => {
    const series = [...grouped(ofPlace, ({ facetId }) => facetId)];
    if (facet !== "") return series.find(([id]) => id === facet)?.[1] ?? [];
    return series.reduce<readonly Observation[]>(
      (longest, [, one]) => (one.length > longest.length ? one : longest),
      [],
    );
  });

/** How many facets have more dates of a place than a facet has of it. */
export function longerThan(facet: string, all: readonly Observation[]): number {
  const more = new Set<string>();
  for (const ofPlace of grouped(all, ({ entity }) => entity).values()) {
    const series = grouped(ofPlace, ({ facetId }) => facetId);
    const own = series.get(facet)?.length ?? 0;
    for (const [id, one] of series) if (one.length > own) more.add(id);
  }
  return more.size;
}

interface PictureProps {
  readonly choice: Choice;
  readonly variable: string;
  readonly ofVariable: readonly Observation[];
  readonly names: readonly string[];
  /** Names of lines that are not drawn. */
  readonly hidden: ReadonlySet<string>;
}

function Picture({ choice, variable, ofVariable, names, hidden }: PictureProps) {
  const facet = chosenFacet(choice, variable);
  const facets = [...grouped(ofVariable, ({ facetId }) => facetId)];
  const shown = ofFacet(ofVariable, facet);
  const title = ofVariable[0]?.variableName ?? variable;
  const units = [...new Set(shown.map(({ unit }) => unitText(unit)))].filter(Boolean);
  const plain = choice.isPerCapita ? unitPerPerson(units.join(", ")) : units.join(", ");
  const made = madeOf(seriesIn(shown), choice.as);
  const unit = made.label || plain;
  const points = [...grouped(shown, ({ entity, entityName }) => `${entityName} ${entity}`).values()]
    .flatMap((ofPlace) =>
      linePoints(
        ofPlace[0]?.entityName ?? "",
        ofPlace.map((one) => ({
          date: one.date,
          value: made.of === undefined ? one.value : made.of(one),
        })),
      ),
    )
    .filter(({ line }) => !hidden.has(line));
  const choose = (chosen: string) => {
    const others = choice.facets.filter((one) => !one.startsWith(`${variable} `));
    show({ ...choice, facets: chosen === "" ? others : [...others, `${variable} ${chosen}`] });
  };
  const more = facet === "" ? 0 : longerThan(facet, ofVariable);
  const about = `${title}: ${counted(shown.length, "observation")} of ${counted(names.length, "place")}. The table below has the values.`;
  return (
    <Figure
      title={<bdi>{title}</bdi>}
      about={unit}
      control={
        <select
          class="select"
          aria-label={`Source of ${title}`}
          value={facet}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          <option value="">Longest series of each place</option>
          {facets.map(([id, [first]]) => (
            <option key={id} value={id}>
              {first === undefined ? id : facetText(first)}
            </option>
          ))}
        </select>
      }
    >
      <Chart
        drawn={JSON.stringify([
          variable,
          facet,
          unit,
          points.length,
          points.at(0),
          points.at(-1),
          names,
        ])}
        draw={({ lines }, sheet) => lines(points, sheet, { names, label: unit, about })}
        texts={{
          title,
          about: [unit, spanOf(shown)].filter(Boolean).join(" · "),
          keys: lineKeys(names).filter(({ name }) => !hidden.has(name)),
          sources: citationsOf(shown),
        }}
      />
      {made.why !== "" && <p class="quiet note">{made.why}</p>}
      {more > 0 && (
        <p class="quiet note">
          {moreDates(more)}:{" "}
          <button type="button" class="link-button" onClick={() => choose("")}>
            longest series of each place
          </button>
        </p>
      )}
    </Figure>
  );
}
