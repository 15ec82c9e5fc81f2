/** What is loaded, and where to begin. */
import type { VNode } from "preact";
import { allVariables } from "../backend/pages.ts";
import { type Home, home, type Start, startOf } from "../backend/world.ts";
import { useNames } from "../parts/chips.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { FindBox } from "../parts/find-box.tsx";
import { numberText, shortNumber } from "../parts/format.ts";
import { GroupTree } from "../parts/group-tree.tsx";
import { Shown } from "../parts/states.tsx";
import { type CsvTable, SaveCsv } from "../saving/csv.tsx";
import { useAnswer } from "../shell/answered.ts";
import { goTo, linkTo } from "../shell/route.ts";
import { TypeList } from "./type-list.tsx";

interface HomeProps {
  readonly fields: URLSearchParams;
  readonly chooser: VNode;
}

export function HomeScreen({ fields, chooser }: HomeProps) {
  const answered = useAnswer("home", home);
  const started = useAnswer("start", startOf);
  const type = fields.get("type") ?? "";
  return (
    <>
      <section class="hero">
        <h1>What would you like to know?</h1>
        <FindBox
          label="Find a place or a variable, or ask"
          isHidden
          onChoose={({ dcid }) => goTo(linkTo("node", { dcid }))}
          onAsk={(q) => goTo(linkTo("ask", { q }))}
        />
        {started.state === "there" && started.value !== null && <Begin start={started.value} />}
        {chooser}
      </section>
      {type !== "" && <TypeList type={type} />}
      <Shown answered={answered} what="what is there">
        {(value) => <Loaded home={value} />}
      </Shown>
    </>
  );
}

function Begin({ start: { place, type, variable, places } }: { readonly start: Start }) {
  const names = useNames([place, variable].filter((dcid) => dcid !== ""));
  const name = <bdi>{names.get(variable) ?? variable}</bdi>;
  return (
    <p class="begin">
      <span class="quiet">Begin with</span>
      {place !== "" && (
        <a class="begin-link" href={linkTo("map", { place, type, variable })}>
          a map of {name} in <bdi>{names.get(place) ?? place}</bdi>
        </a>
      )}
      <a class="begin-link" href={linkTo("timeline", { place: places, variable })}>
        a timeline of {name}
      </a>
      <a class="begin-link" href={linkTo("query")}>
        a query
      </a>
    </p>
  );
}

const shownCounts = [
  ["observationCount", "Observations"],
  ["seriesCount", "Series"],
  ["variableCount", "Variables"],
  ["entityCount", "Entities observed"],
  ["nodeCount", "Nodes"],
  ["tripleCount", "Triples"],
  ["facetCount", "Facets"],
  ["provenanceCount", "Provenances"],
] as const;

function Loaded({ home: { counts, levels, types, typeTotal, coverage } }: { readonly home: Home }) {
  // An info is no mistake.
  const worst = (["fatal", "error", "warning"] as const).find((level) => levels[level] > 0);
  return (
    <>
      <section class="block" aria-labelledby="loaded">
        <div class="block-head">
          <h2 id="loaded">What is loaded</h2>
          <a class="status" data-level={worst ?? "none"} href={linkTo("check")}>
            {worst === undefined
              ? "Loading reported no warnings · check the sources for more"
              : `Loading reported ${numberText(levels[worst])} ${worst}${levels[worst] === 1 ? "" : "s"}`}
          </a>
        </div>
        <dl class="counts">
          {shownCounts.map(([member, label]) => (
            <div key={member}>
              <dt>{label}</dt>
              <dd>{numberText(counts[member])}</dd>
            </div>
          ))}
        </dl>
      </section>
      {coverage.rows.length > 0 && <CoverageGrid coverage={coverage} />}
      <section class="block" aria-labelledby="groups">
        <div class="block-head">
          <h2 id="groups">
            {types.some(({ dcid }) => dcid === "StatVarGroup") ? "Variables by group" : "Variables"}
          </h2>
          <SaveCsv name="variables" what="all variables" make={variableTable} />
        </div>
        <GroupTree />
      </section>
      {types.length > 0 && <Types {...{ types, typeTotal }} />}
    </>
  );
}

function Types({ types, typeTotal }: Pick<Home, "types" | "typeTotal">) {
  return (
    <section class="block" aria-labelledby="types">
      <div class="block-head">
        <h2 id="types">Types</h2>
        <SaveCsv
          name="types"
          what="types"
          make={() => ({
            names: ["dcid", "name", "nodes", "observed"],
            rows: types.map((one) => [one.dcid, one.name, one.nodeCount, one.observedCount]),
            isWhole: types.length === typeTotal,
          })}
        />
      </div>
      <DataTable
        caption="Types"
        rows={types}
        total={typeTotal}
        first={10}
        columns={[
          {
            name: "Type",
            valueOf: ({ name, dcid }) => name ?? dcid,
            show: ({ name, dcid }) => (
              <a href={linkTo("home", { type: dcid })}>
                <bdi>{name ?? dcid}</bdi>
              </a>
            ),
          },
          { name: "Nodes", valueOf: ({ nodeCount }) => nodeCount, isNumber: true },
          {
            name: "With observations",
            valueOf: ({ observedCount }) => observedCount,
            isNumber: true,
          },
        ]}
      />
    </section>
  );
}

async function variableTable(): Promise<CsvTable> {
  const { rows, isWhole } = await allVariables();
  return {
    names: ["dcid", "name", "entities", "entity_types", "units", "first_date", "last_date"],
    rows: rows.map((one) => [
      one.dcid,
      one.name,
      one.entityCount,
      one.entityTypes.join(" "),
      one.units.join(" "),
      one.firstDate,
      one.lastDate,
    ]),
    isWhole,
  };
}

/** The latest years are seen first. */
function atLatest(place: HTMLElement | null): void {
  place?.scrollTo(place.scrollWidth, 0);
}

function CoverageGrid({ coverage: { years, rows, step } }: Pick<Home, "coverage">) {
  const most = Math.max(1, ...rows.flatMap(({ counts }) => counts));
  const [first = 0] = years;
  const height = 15;
  const strengthOf = (count: number) =>
    count === 0 ? 0 : 0.18 + 0.82 * (Math.log1p(count) / Math.log1p(most));
  // Years share the width of the page; where it is small, they scroll.
  const shareOf = (count: number) => `${(100 * count) / years.length}%`;
  const width = { minWidth: years.length * 5 };
  const labelled = years.filter((year) => year % (years.length > 40 ? 20 : 5) === 0);
  return (
    <section class="block" aria-labelledby="coverage">
      <div class="block-head">
        <h2 id="coverage">Observations by type and year</h2>
        <SaveCsv
          name="coverage"
          what="observations by type and year"
          make={() => ({
            names: ["dcid", "name", ...years.map(String)],
            rows: rows.map(({ type, name, counts }) => [type, name, ...counts]),
          })}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <section ref={atLatest} class="coverage-scroll" aria-label="Coverage" tabIndex={0}>
        <table class="coverage">
          <tbody>
            {rows.map(({ type, name, counts }) => (
              <tr key={type}>
                <th scope="row">
                  <a href={linkTo("home", { type })}>
                    <bdi>{name ?? type}</bdi>
                  </a>
                </th>
                <td>
                  <svg
                    style={width}
                    height={height + 2}
                    role="img"
                    aria-label={`${name ?? type}: ${shortNumber(counts.reduce((a, b) => a + b, 0))} observations`}
                  >
                    {counts.map((count, at) => (
                      <rect
                        key={first + at}
                        x={shareOf(at)}
                        y={1}
                        width={shareOf(1)}
                        height={height}
                        rx="2"
                        fill={count === 0 ? "var(--hollow)" : "var(--accent)"}
                        fill-opacity={count === 0 ? 1 : strengthOf(count)}
                      >
                        <title>{`${first + at}: ${numberText(count)}`}</title>
                      </rect>
                    ))}
                  </svg>
                </td>
                <td class="number">{shortNumber(counts.reduce((a, b) => a + b, 0))}</td>
              </tr>
            ))}
            <tr>
              <th />
              <td>
                <svg style={width} height="18" class="coverage-years" aria-hidden="true">
                  {labelled.map((year) => (
                    <text key={year} x={shareOf(year - first)} y="13">
                      {year}
                    </text>
                  ))}
                </svg>
              </td>
              <td />
            </tr>
          </tbody>
        </table>
      </section>
      {step > 1 && <p class="quiet">Counted in one of {numberText(step)} series.</p>}
    </section>
  );
}
