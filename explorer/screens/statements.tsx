/** Statements about a node in one direction: a page of values of each property, with their sources. */
import { useState } from "preact/hooks";
import { statementsOf } from "../backend/pages.ts";
import { namesOf, node } from "../backend/world.ts";
import { NodeLink } from "../parts/links.tsx";
import { Shown } from "../parts/states.tsx";
import { type CsvTable, SaveCsv } from "../saving/csv.tsx";
import { useAnswer } from "../shell/answered.ts";
import { linkTo } from "../shell/route.ts";

interface StatementsProps {
  readonly dcid: string;
  readonly properties: readonly string[];
  readonly direction: "->" | "<-";
}

export function Statements({ dcid, properties, direction }: StatementsProps) {
  if (properties.length === 0) return null;
  const [id, title] = direction === "->" ? ["out", "What it says"] : ["in", "What is said with it"];
  return (
    <section class="block" aria-labelledby={id}>
      <div class="block-head">
        <h2 id={id}>{title}</h2>
        <SaveCsv name={`statements-${id}`} what={title} make={() => tableOf(dcid, direction)} />
      </div>
      <dl class="statements">
        {properties.map((property) => (
          <Values key={property} {...{ dcid, property, direction }} />
        ))}
      </dl>
    </section>
  );
}

/** Of all properties, a row for each value. */
async function tableOf(dcid: string, direction: "->" | "<-"): Promise<CsvTable> {
  const { rows, isWhole } = await statementsOf(dcid, `${direction}*`);
  const other = direction === "->" ? "object" : "subject";
  return {
    names: ["dcid", "property", other, "name_or_value", "types", "provenance"],
    rows: rows.map((row) => [
      dcid,
      row.property,
      row.dcid,
      row.text,
      row.types.join(" "),
      row.provenance,
    ]),
    isWhole,
  };
}

interface Entry {
  readonly dcid?: string;
  readonly name?: string;
  readonly value?: string;
  readonly provenanceId?: string;
}

interface Loaded {
  readonly entries: readonly Entry[];
  readonly names: ReadonlyMap<string, string>;
  readonly nextToken: string;
}

async function valuesOf(
  { dcid, property, direction }: ValuesProps,
  token: string,
  signal?: AbortSignal,
): Promise<Loaded> {
  const answer = await node([dcid], `${direction}${property}`, token, signal);
  const data = answer.data ?? {};
  const arcs = (Object.hasOwn(data, dcid) ? data[dcid]?.arcs : undefined) ?? {};
  const entries = (Object.hasOwn(arcs, property) ? arcs[property]?.nodes : undefined) ?? [];
  const provenances = [...new Set(entries.flatMap(({ provenanceId }) => provenanceId ?? []))];
  return { entries, names: await namesOf(provenances), nextToken: answer.nextToken ?? "" };
}

interface ValuesProps {
  readonly dcid: string;
  readonly property: string;
  readonly direction: "->" | "<-";
}

const shownFirst = 12;

function Values(props: ValuesProps) {
  const { property } = props;
  const answered = useAnswer(JSON.stringify(props), (signal) => valuesOf(props, "", signal));
  return (
    <div class="statement">
      <dt>
        <a href={linkTo("node", { dcid: property })}>
          <bdi>{property}</bdi>
        </a>
      </dt>
      <Shown answered={answered} what="values">
        {(loaded) => <ValueList props={props} loaded={loaded} />}
      </Shown>
    </div>
  );
}

function ValueList({ props, loaded }: { readonly props: ValuesProps; readonly loaded: Loaded }) {
  const [pages, setPages] = useState<readonly Loaded[]>([]);
  const [count, setCount] = useState(shownFirst);
  const all = [loaded, ...pages];
  const last = pages.at(-1) ?? loaded;
  const entries = all.flatMap((page) => page.entries);
  const names = new Map(all.flatMap((page) => [...page.names]));
  const more = async () => {
    setCount(count + 100);
    if (entries.length >= count + 100 || last.nextToken === "") return;
    setPages([...pages, await valuesOf(props, last.nextToken)]);
  };
  return (
    <dd>
      <ul class="values">
        {entries.slice(0, count).map((entry, at) => (
          <Value key={at} {...{ entry, names }} />
        ))}
      </ul>
      {(entries.length > count || last.nextToken !== "") && (
        <button type="button" class="link-button" onClick={() => void more()}>
          Show more of {props.property}
        </button>
      )}
    </dd>
  );
}

interface ValueProps {
  readonly entry: Entry;
  readonly names: ReadonlyMap<string, string>;
}

const textMax = 200;

function Value({ entry: { dcid, name, value = "", provenanceId = "" }, names }: ValueProps) {
  const [isWhole, setWhole] = useState(false);
  const isCut = value.length > textMax && !isWhole;
  return (
    <li>
      {dcid === undefined || dcid === "" ? (
        <span>
          <bdi>{isCut ? `${value.slice(0, textMax)} …` : value}</bdi>
          {isCut && (
            <button type="button" class="link-button" onClick={() => setWhole(true)}>
              Show all
            </button>
          )}
        </span>
      ) : (
        <NodeLink dcid={dcid} {...(name === undefined ? {} : { name })} />
      )}
      {provenanceId !== "" && (
        <a
          class="provenance"
          href={linkTo("node", { dcid: provenanceId })}
          title={`Provenance: ${provenanceId}`}
        >
          <bdi>{names.get(provenanceId) ?? provenanceId}</bdi>
        </a>
      )}
    </li>
  );
}
