/** What the columns of a table hold: a proposal as a form, and what is read by it. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { KnownColumns, ReadTable } from "../backend/messages.ts";
import { type Engine, engineOver } from "../backend/worker-client.ts";
import { DataTable } from "../parts/data-table.tsx";
import { counted, unitText } from "../parts/format.ts";
import { Shown } from "../parts/states.tsx";
import { useAnswer, useCalm } from "../shell/answered.ts";
import { firstPicture } from "./first-picture.ts";
import { type Own, worldOf } from "./own-world.ts";
import { Fields } from "./table-fields.tsx";
import { cureOf, withLabels } from "./table-known.ts";

interface TableFormProps {
  readonly name: string;
  readonly file: File;
  /** The world that is shown. */
  readonly own: Own | undefined;
  /** Without a world the table is left out. */
  readonly answerTable: (own?: Own, link?: () => Promise<string>) => void;
}

export function TableForm({ name, file, own, answerTable }: TableFormProps) {
  const [known, setKnown] = useState<KnownColumns>({});
  const [isOver, setOver] = useState(true);
  const asked = useCalm({ known, isOver }, 250);
  const engine = useEngine(own);
  const answered = useAnswer(JSON.stringify(asked), async () => {
    const { worker, hasWorld } = await engine();
    const table = { name, file, known: asked.known, isOver: asked.isOver && hasWorld };
    const { bytes } = await worker.send({ table });
    const read = JSON.parse(new TextDecoder().decode(bytes)) as ReadTable;
    return { read, hasWorld, asked };
  });
  const show = ({ columns, start, dateCount }: ReadTable, isLaidOver: boolean) => {
    if (columns === undefined) return;
    const layer = { files: { [name]: file }, columns };
    const next = { layer, before: own, isOver: isLaidOver };
    answerTable(next, () => firstPicture({ ...start, dateCount }));
  };
  return (
    <>
      <div class="screen-head">
        <h1>
          What do the columns of <bdi>{name}</bdi> hold?
        </h1>
        <p class="lead">This is what its first rows show. Correct what is wrong, then draw it.</p>
      </div>
      <Shown answered={answered} what="the table">
        {({ read, hasWorld, asked: current }) => (
          <>
            <Columns read={read} />
            <form class="controls even" onSubmit={(event) => event.preventDefault()}>
              <Fields {...{ known, proposal: read.proposal }} onChange={setKnown} />
              {hasWorld && (
                <label class="field">
                  <span class="field-label">Show it</span>
                  <select
                    class="select"
                    value={isOver ? "over" : "alone"}
                    onChange={({ currentTarget }) => setOver(currentTarget.value === "over")}
                  >
                    <option value="over">over the world at hand</option>
                    <option value="alone">alone</option>
                  </select>
                </label>
              )}
            </form>
            <Problems {...{ read, known }} onCure={setKnown} />
            <Preview read={read} />
            <p class="actions">
              <button
                type="button"
                class="button primary"
                disabled={!canShow(read) || current.known !== known || current.isOver !== isOver}
                onClick={() => show(read, isOver && hasWorld)}
              >
                Draw it
              </button>
              <button type="button" class="button" onClick={() => answerTable()}>
                Leave it out
              </button>
            </p>
          </>
        )}
      </Shown>
      {answered.state === "failed" && (
        <p class="actions">
          {isOver && (
            <button type="button" class="button" onClick={() => setOver(false)}>
              Read it alone
            </button>
          )}
          <button type="button" class="button" onClick={() => answerTable()}>
            Leave it out
          </button>
        </p>
      )}
    </>
  );
}

const canShow = ({ observationCount, doubts }: ReadTable): boolean =>
  observationCount > 0 && doubts.length === 0;

/** A worker with the world at hand, in which names are looked up, as long as the form is there. */
function useEngine(own: Own | undefined) {
  const made = useRef<Promise<{ readonly worker: Engine; readonly hasWorld: boolean }>>();
  useEffect(() => () => void made.current?.then(({ worker }) => worker.end()), []);
  return () => {
    made.current ??= worldOf(own).then((world) => ({
      worker: engineOver(world ?? { layers: [] }),
      hasWorld: world !== undefined,
    }));
    return made.current;
  };
}

const roleTexts: Readonly<Record<string, string>> = {
  entity: "what rows are about",
  date: "dates",
  variable: "variables",
  value: "values",
  unit: "units",
  multiplier: "a power of ten",
};

function Columns({ read: { proposal, columns } }: { readonly read: ReadTable }) {
  const { found, delimiter, encoding, decimal, header } = proposal;
  const between = delimiter === "\t" ? "tabs" : `“${delimiter}”`;
  const titles = header === 1 ? "" : `, header in line ${header}`;
  return (
    <section class="block" aria-labelledby="columns">
      <div class="block-head">
        <h2 id="columns">Columns</h2>
        <span class="quiet">
          Cells are parted by {between}, decimals by “{decimal}”, {encoding}
          {titles}
        </span>
      </div>
      <DataTable
        caption="Columns"
        rows={found}
        columns={[
          { name: "Column", valueOf: ({ heading }) => heading || "(no heading)" },
          { name: "Holds", valueOf: ({ role }) => roleTexts[role] ?? role },
          {
            name: "Because",
            valueOf: ({ reason }) =>
              withLabels(columns === undefined ? notLookedUp(reason) : reason),
          },
        ]}
      />
    </section>
  );
}

/** Names are looked up when nothing is missing; the type that a heading says is a guess until then. */
const notLookedUp = (reason: string) => reason.replace(/; looked up as .*/, "");

interface ProblemsProps {
  readonly read: ReadTable;
  readonly known: KnownColumns;
  readonly onCure: (known: KnownColumns) => void;
}

/** What stands in the way, and ways out. */
function Problems({ read, known, onCure }: ProblemsProps) {
  const { proposal, doubts, observationCount, columns } = read;
  const texts = [
    ...proposal.problems,
    ...doubts,
    ...(columns !== undefined && observationCount === 0 ? ["nothing of it could be read"] : []),
  ];
  if (texts.length === 0) return null;
  const cures = proposal.cures.flatMap((cure) => cureOf(cure, known) ?? []);
  return (
    <div class="failed" role="alert">
      <strong>This is in the way</strong>
      <ul>
        {texts.map((text) => (
          <li key={text}>
            <bdi>{withLabels(text)}</bdi>
          </li>
        ))}
      </ul>
      {cures.length > 0 && (
        <p class="actions">
          {cures.map(({ label, known: cured }) => (
            <button key={label} type="button" class="button" onClick={() => onCure(cured)}>
              <bdi>{label}</bdi>
            </button>
          ))}
        </p>
      )}
    </div>
  );
}

const unknownShown = 20;

function cellOf(text: string, name: string): string | number {
  if (name === "Unit") return unitText(text);
  return name === "Value" && text !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

function Preview({ read }: { readonly read: ReadTable }) {
  const { observationCount, rows, unknown, reported } = read;
  if (observationCount === 0 && unknown.length === 0 && reported.length === 0) return null;
  const names = unknown.slice(0, unknownShown).map(({ name, rows: count }) => `${name} × ${count}`);
  const more = unknown.length > names.length ? ` and ${unknown.length - names.length} more` : "";
  const cells = ["Place", "Variable", "Date", "Value", "Unit"]
    .map((name, at) => ({
      name,
      valueOf: (row: readonly string[]) => cellOf(row[at] ?? "", name),
      isNumber: at === 3,
    }))
    .filter(({ name }, at) => name !== "Unit" || rows.some((row) => row[at] !== ""));
  return (
    <section class="block" aria-labelledby="read">
      <h2 id="read">
        What is read <span class="quiet">{counted(observationCount, "observation")}</span>
      </h2>
      {unknown.length > 0 && (
        <p>
          {counted(unknown.length, "name")} of no known place: <bdi>{names.join(", ")}</bdi>
          {more}. “Ids of new places begin with” makes new ones of them; otherwise their rows are
          left out.
        </p>
      )}
      {reported.length > 0 && (
        <ul class="reported">
          {reported.map(({ level, count, message }) => (
            <li key={message}>
              <span class="level" data-level={level}>
                {level}
              </span>{" "}
              {count > 1 && `${counted(count, "time")}: `}
              <bdi>{message}</bdi>
            </li>
          ))}
        </ul>
      )}
      {rows.length > 0 && (
        <DataTable caption="What is read" rows={rows} total={observationCount} columns={cells} />
      )}
    </section>
  );
}
