/** A node: its names and types, statements in both directions, variables. */

import { useState } from "preact/hooks";
import { tellingFirst } from "../../src/catalog/vague-types.ts";
import { node, observed, type V2NodeResponse } from "../backend/world.ts";
import { FindBox } from "../parts/find-box.tsx";
import { moreDates, numberText, unitText } from "../parts/format.ts";
import { propertiesIn } from "../parts/of-several.tsx";
import { Sparkline } from "../parts/sparkline.tsx";
import { Empty, Shown } from "../parts/states.tsx";
import { SaveTable, saveFile } from "../saving/save.tsx";
import { useAnswer } from "../shell/answered.ts";
import { goTo, linkTo } from "../shell/route.ts";
import { ObservedWith } from "./observed-with.tsx";
import { Statements } from "./statements.tsx";

export function NodeScreen({ fields }: { readonly fields: URLSearchParams }) {
  const dcid = fields.get("dcid") ?? "";
  if (dcid === "") return <NoNode />;
  return <OneNode key={dcid} dcid={dcid} />;
}

function NoNode() {
  return (
    <>
      <div class="screen-head">
        <h1>Node</h1>
        <p class="lead">
          A node is a place, a variable, a source or anything else that has a dcid. Find one by its
          name or its dcid, such as California or geoId/06.
        </p>
      </div>
      <FindBox label="Find a node" onChoose={({ dcid }) => goTo(linkTo("node", { dcid }))} />
      <p class="quiet">
        Or choose from the <a href={linkTo("home")}>groups of variables and the types</a> on Home.
      </p>
    </>
  );
}

interface Head {
  readonly name: string;
  readonly types: readonly string[];
  readonly out: readonly string[];
  readonly in: readonly string[];
  /** A variable whose observations are about several entities. */
  readonly isOfSeveral: boolean;
  /** Whether the world has anything about it. */
  readonly isKnown: boolean;
  /** Whether it has values, or lies among places: a type or a source has neither. */
  readonly isEntity: boolean;
}

async function headOf(dcid: string, signal: AbortSignal): Promise<Head> {
  const [values, out, into, { total }] = await Promise.all([
    node([dcid], "->[name, typeOf, observationProperties]", "", signal),
    node([dcid], "->", "", signal),
    node([dcid], "<-", "", signal),
    observed(dcid, 0, signal),
  ]);
  const arcs = dataOf(values, dcid)?.arcs ?? {};
  const properties = [out, into].flatMap((one) => dataOf(one, dcid)?.properties ?? []);
  return {
    name: arcs["name"]?.nodes?.[0]?.value ?? dcid,
    types: tellingFirst((arcs["typeOf"]?.nodes ?? []).flatMap(({ dcid: type }) => type ?? [])),
    isOfSeveral: propertiesIn(arcs).length > 0,
    isKnown: properties.length > 0 || total > 0,
    isEntity: properties.includes("containedInPlace") || total > 0,
    out: dataOf(out, dcid)?.properties ?? [],
    in: dataOf(into, dcid)?.properties ?? [],
  };
}

const dataOf = ({ data = {} }: V2NodeResponse, dcid: string) =>
  Object.hasOwn(data, dcid) ? data[dcid] : undefined;

function OneNode({ dcid }: { readonly dcid: string }) {
  const answered = useAnswer(dcid, (signal) => headOf(dcid, signal));
  return (
    <Shown answered={answered} what="the node">
      {(head) => (
        <>
          <NodeHead dcid={dcid} head={head} />
          <Observed dcid={dcid} />
          {!head.types.includes("StatisticalVariable") && <ObservedWith dcid={dcid} />}
          {head.out.length + head.in.length === 0 ? (
            <Empty request={{ node: { nodes: [dcid], property: "->*" } }} />
          ) : (
            <>
              <Statements {...{ dcid, properties: head.out, direction: "->" }} />
              <Statements {...{ dcid, properties: head.in, direction: "<-" }} />
            </>
          )}
        </>
      )}
    </Shown>
  );
}

function NodeHead({ dcid, head }: { readonly dcid: string; readonly head: Head }) {
  const { name, types, isOfSeveral, isKnown, isEntity } = head;
  const isVariable = types.includes("StatisticalVariable");
  return (
    <div class="screen-head node-head">
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <p class="node-about">
        {isKnown && <bdi class="mono">{dcid}</bdi>}
        {types.map((type) => (
          <a key={type} class="tag" href={linkTo("home", { type })}>
            <bdi>{type}</bdi>
          </a>
        ))}
      </p>
      {isKnown && <NodeActions {...{ dcid, isVariable, isOfSeveral, isEntity }} />}
    </div>
  );
}

interface NodeActionsProps {
  readonly dcid: string;
  readonly isVariable: boolean;
  readonly isOfSeveral: boolean;
  readonly isEntity: boolean;
}

function NodeActions({ dcid, isVariable, isOfSeveral, isEntity }: NodeActionsProps) {
  return (
    <p class="actions">
      {isOfSeveral && (
        <a class="button" href={linkTo("flows", { variable: dcid })}>
          Flows
        </a>
      )}
      {isVariable && !isOfSeveral && (
        <a class="button" href={linkTo("map", { variable: dcid })}>
          Map
        </a>
      )}
      {!isOfSeveral && (isVariable || isEntity) && (
        <a
          class="button"
          href={linkTo("timeline", isVariable ? { variable: dcid } : { place: dcid })}
        >
          Timeline
        </a>
      )}
      {!isVariable && isEntity && (
        <a class="button" href={linkTo("map", { place: dcid })}>
          Map of what is inside
        </a>
      )}
      <a class="button" href={linkTo("query", { form: "relation", nodes: dcid })}>
        Query
      </a>
      <button type="button" class="button" onClick={() => void saveStatements(dcid)}>
        Save statements as JSON
      </button>
    </p>
  );
}

async function saveStatements(dcid: string): Promise<void> {
  const answer = await node([dcid], "->*");
  saveFile("node.json", "application/json", [JSON.stringify(answer, undefined, 2)]);
}

function Observed({ dcid }: { readonly dcid: string }) {
  const [offset, setOffset] = useState(0);
  const answered = useAnswer(`${dcid} ${offset}`, (signal) => observed(dcid, offset, signal));
  const dcids =
    answered.state === "failed" ? [] : (answered.value?.lines ?? []).map((line) => line.dcid);
  return (
    <Shown answered={answered} what="variables">
      {({ lines, total }) =>
        total > 0 && (
          <section class="block" aria-labelledby="variables">
            <div class="block-head">
              <h2 id="variables">
                Variables <span class="quiet">{numberText(total)}</span>
              </h2>
              <SaveTable
                question={{
                  entities: [dcid],
                  variables: dcids,
                  date: "all",
                  facet: "all",
                  names: true,
                }}
                name="observations"
              />
            </div>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
            <section class="table-scroll" aria-label="Latest values" tabIndex={0}>
              <table class="data observed">
                <caption class="unseen">Variables</caption>
                <thead>
                  <tr>
                    <th scope="col">Variable</th>
                    <th scope="col">
                      <span class="unseen">Line</span>
                    </th>
                    <th scope="col" class="number">
                      Latest
                    </th>
                    <th scope="col">Date</th>
                    <th scope="col">Source</th>
                  </tr>
                </thead>
                <tbody>
                  {lines.map((line) => (
                    <tr key={line.dcid}>
                      <td>
                        <a href={linkTo("timeline", { place: dcid, variable: line.dcid })}>
                          <bdi>{line.name ?? line.dcid}</bdi>
                        </a>
                      </td>
                      <td data-label="Line">
                        <Sparkline {...line} />
                      </td>
                      <td class="number" data-label="Latest">
                        <span>
                          {numberText(line.lastValue)}{" "}
                          {line.unit !== "" && <span class="quiet">{unitText(line.unit)}</span>}
                        </span>
                      </td>
                      <td data-label="Date">{line.lastDate}</td>
                      <td data-label="Source">
                        <span>
                          <bdi class="quiet">{line.importName}</bdi>
                          {line.more > 0 && (
                            <small class="more-dates"> {moreDates(line.more)}</small>
                          )}
                        </span>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
            <Pager {...{ offset, total, step: 20 }} onTurn={setOffset} />
          </section>
        )
      }
    </Shown>
  );
}

interface PagerProps {
  readonly offset: number;
  readonly total: number;
  readonly step: number;
  readonly onTurn: (offset: number) => void;
}

export function Pager({ offset, total, step, onTurn }: PagerProps) {
  if (total <= step) return null;
  return (
    <p class="table-foot">
      <span>
        {numberText(offset + 1)}–{numberText(Math.min(offset + step, total))} of {numberText(total)}
      </span>
      <button
        type="button"
        class="link-button"
        disabled={offset === 0}
        onClick={() => onTurn(Math.max(0, offset - step))}
      >
        Previous
      </button>
      <button
        type="button"
        class="link-button"
        disabled={offset + step >= total}
        onClick={() => onTurn(offset + step)}
      >
        Next
      </button>
    </p>
  );
}
