/** Groups of variables as a tree that opens branch by branch. */
import { useState } from "preact/hooks";
import { groups, type Named, variables } from "../backend/world.ts";
import { useAnswer } from "../shell/answered.ts";
import { DataTable } from "./data-table.tsx";
import { NodeLink } from "./links.tsx";
import { Shown } from "./states.tsx";

export function GroupTree() {
  const answered = useAnswer("roots", (signal) => groups("", signal));
  return (
    <Shown answered={answered} what="groups">
      {({ groups: roots }) =>
        roots.length === 0 ? <AllVariables /> : <Branches lines={roots} isOpen />
      }
    </Shown>
  );
}

/** Of a world without groups. */
function AllVariables() {
  const answered = useAnswer("variables", (signal) => variables({ limit: 500 }, signal));
  return (
    <Shown answered={answered} what="variables">
      {({ lines, total }) => (
        <DataTable
          caption="Variables"
          rows={lines}
          total={total}
          columns={[
            {
              name: "Variable",
              valueOf: ({ name, dcid }) => name ?? dcid,
              show: (line) => <NodeLink {...line} />,
            },
            { name: "Places", valueOf: ({ entityCount }) => entityCount, isNumber: true },
            { name: "From", valueOf: ({ firstDate }) => firstDate },
            { name: "To", valueOf: ({ lastDate }) => lastDate },
          ]}
        />
      )}
    </Shown>
  );
}

function Branches({
  lines,
  isOpen,
}: {
  readonly lines: readonly Named[];
  readonly isOpen: boolean;
}) {
  return (
    <ul class="tree">
      {lines.map((line) => (
        <Branch key={line.dcid} line={line} isOpen={isOpen && lines.length === 1} />
      ))}
    </ul>
  );
}

function Branch({ line, isOpen: wasOpen }: { readonly line: Named; readonly isOpen: boolean }) {
  const [isOpen, setOpen] = useState(wasOpen);
  return (
    <li>
      <button
        type="button"
        class="tree-branch"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
          <path d="M3 1l4 4-4 4" fill="none" stroke="currentColor" stroke-width="1.6" />
        </svg>
        <bdi>{line.name ?? line.dcid}</bdi>
      </button>
      {isOpen && <Leaves dcid={line.dcid} />}
    </li>
  );
}

function Leaves({ dcid }: { readonly dcid: string }) {
  const answered = useAnswer(dcid, (signal) => groups(dcid, signal));
  return (
    <Shown answered={answered} what="the group">
      {({ groups: below, variables: inside, total }) => (
        <>
          {below.length > 0 && <Branches lines={below} isOpen={false} />}
          {inside.length > 0 && (
            <ul class="tree">
              {inside.map((line) => (
                <li key={line.dcid} class="tree-leaf">
                  <NodeLink {...line} />
                </li>
              ))}
            </ul>
          )}
          {total === 0 && <p class="quiet tree-leaf">Nothing is in this group</p>}
        </>
      )}
    </Shown>
  );
}
