/** What is wrong with what was loaded, and with its sources. */
import { useState } from "preact/hooks";
import { type Diagnostics, diagnostics, type Findings, findings } from "../backend/world.ts";
import { withoutCommand } from "../own/own-world.ts";
import { DataTable } from "../parts/data-table.tsx";
import { counted, numberText } from "../parts/format.ts";
import { Shown } from "../parts/states.tsx";
import { saveFile } from "../saving/save.tsx";
import { useAnswer } from "../shell/answered.ts";
import { Pager } from "./node.tsx";

export function CheckScreen() {
  const answered = useAnswer("diagnostics", diagnostics);
  return (
    <>
      <div class="screen-head">
        <h1>Check</h1>
        <p class="lead">What loading reported, and what is odd in the sources, line by line.</p>
      </div>
      <Shown answered={answered} what="what loading reported">
        {(value) => (
          <>
            {value.canCheck ? (
              // What loading reports is among the findings: it is counted once.
              <Checks />
            ) : (
              <>
                <Reported value={value} />
                <section class="block">
                  <h2>Sources</h2>
                  <p class="empty">
                    This page has no source files to look into. Check them with{" "}
                    <code>pocket-commons lint</code>, or serve the files themselves.
                  </p>
                </section>
              </>
            )}
          </>
        )}
      </Shown>
    </>
  );
}

const severest = ["fatal", "error", "warning", "info"] as const;

function Levels({ levels }: { readonly levels: Diagnostics["levels"] }) {
  return (
    <dl class="counts levels">
      {severest.map((level) => (
        <div key={level} data-level={levels[level] > 0 ? level : "none"}>
          <dt>{level}</dt>
          <dd>{numberText(levels[level])}</dd>
        </div>
      ))}
    </dl>
  );
}

function Reported({ value: { levels, counters, total } }: { readonly value: Diagnostics }) {
  const lines = counters.flatMap(({ count, examples }) =>
    // The count is that of all, and stands once.
    examples.map((example, at) => ({ ...example, count: at === 0 ? count : null })),
  );
  return (
    <section class="block" aria-labelledby="reported">
      <h2 id="reported">Loading</h2>
      {total === 0 ? (
        <p class="good">Loading found nothing wrong.</p>
      ) : (
        <>
          <Levels levels={levels} />
          <DataTable
            caption="What loading reported"
            rows={lines}
            columns={[
              {
                name: "Level",
                valueOf: ({ level }) => level,
                show: ({ level }) => <Level level={level} />,
              },
              { name: "Kind", valueOf: ({ counter }) => counter },
              { name: "Count", valueOf: ({ count }) => count, isNumber: true },
              { name: "File and line", valueOf: ({ file, line }) => fileAndLine(file, line) },
              { name: "Message", valueOf: ({ message }) => withoutCommand(message) },
            ]}
          />
        </>
      )}
    </section>
  );
}

const Level = ({ level }: { readonly level: string }) => (
  <span class="level" data-level={level}>
    {level}
  </span>
);

const fileAndLine = (file: string | undefined, line: number | undefined): string =>
  `${file ?? "all sources"}${line === undefined ? "" : `:${line}`}`;

function Checks() {
  const [level, setLevel] = useState("");
  const [offset, setOffset] = useState(0);
  const answered = useAnswer(`${level} ${offset}`, (signal) => findings(level, offset, signal));
  return (
    <section class="block" aria-labelledby="sources-checked">
      <div class="block-head">
        <h2 id="sources-checked">Sources</h2>
        <div class="save">
          <label class="inline-field">
            Level{" "}
            <select
              class="select"
              value={level}
              onChange={({ currentTarget }) => {
                setLevel(currentTarget.value);
                setOffset(0);
              }}
            >
              <option value="">all</option>
              {severest.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          </label>
          <button type="button" class="button" onClick={() => void saveFindings(level)}>
            Save JSON
          </button>
        </div>
      </div>
      <Shown answered={answered} what="what the check of the sources finds">
        {(value) =>
          value !== null && <FindingList {...{ value, level, offset }} onTurn={setOffset} />
        }
      </Shown>
    </section>
  );
}

async function saveFindings(level: string): Promise<void> {
  const answer = await findings(level, 0);
  saveFile("findings.json", "application/json", [JSON.stringify(answer, undefined, 2)]);
}

interface FindingListProps {
  readonly value: Findings;
  /** Empty: all of them. */
  readonly level: string;
  readonly offset: number;
  readonly onTurn: (offset: number) => void;
}

function FindingList({ value, level, offset, onTurn }: FindingListProps) {
  const { levels, findings: lines, total, fileCount, rowCount } = value;
  const all = severest.reduce((sum, one) => sum + levels[one], 0);
  return (
    <>
      <Levels levels={levels} />
      <p class="quiet">
        {counted(fileCount, "file")}, {counted(rowCount, "row")} checked. These are the findings of
        this check. Home counts what loading reported, which is a part of them.
        {level === "" &&
          total < all &&
          ` The first findings of each kind are listed: ${numberText(total)} of ${numberText(all)}.`}
      </p>
      {lines.length === 0 && <p class="good">Nothing is wrong.</p>}
      {groupsOf(lines).map((group, at) => (
        <FindingGroup key={`${level} ${offset} ${at}`} lines={group} />
      ))}
      <Pager {...{ offset, total, step: 20, onTurn }} />
    </>
  );
}

type Finding = Findings["findings"][number];

/** Neighbours of one kind. */
function groupsOf(lines: readonly Finding[]): readonly (readonly Finding[])[] {
  const groups: Finding[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    const isOther = group?.[0]?.counter !== line.counter || group[0].level !== line.level;
    if (isOther) groups.push([line]);
    else group.push(line);
  }
  return groups;
}

const shownOfKind = 3;

/** Findings of one kind: the first ones, until all are asked for. */
function FindingGroup({ lines }: { readonly lines: readonly Finding[] }) {
  const [isAll, setAll] = useState(false);
  const [{ level, counter } = { level: "", counter: "" }] = lines;
  const more = isAll ? 0 : lines.length - shownOfKind;
  return (
    <>
      <p class="finding-head">
        <Level level={level} />
        <bdi>{counter}</bdi>
      </p>
      <ol class="findings" aria-label={counter}>
        {lines
          .slice(0, isAll ? lines.length : shownOfKind)
          .map(({ file, line, message, text }, at) => (
            <li key={at}>
              <bdi class="mono" title="File and line">
                {fileAndLine(file, line)}
              </bdi>
              <p>
                <bdi>{message}</bdi>
              </p>
              {text !== undefined && text !== "" && (
                <pre class="source-line">
                  <span class="line-number">{line}</span>
                  <bdi>{text}</bdi>
                </pre>
              )}
            </li>
          ))}
      </ol>
      {more > 0 && (
        <p class="actions">
          <button type="button" class="link-button" onClick={() => setAll(true)}>
            Show {numberText(more)} more
          </button>
        </p>
      )}
    </>
  );
}
