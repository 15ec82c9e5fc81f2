/** What is observed with a node as one of several entities. */
import { type Flows, flows } from "../backend/world.ts";
import { useNames } from "../parts/chips.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { numberText } from "../parts/format.ts";
import { Shown } from "../parts/states.tsx";
import { useAnswer } from "../shell/answered.ts";
import { linkTo } from "../shell/route.ts";

export function ObservedWith({ dcid }: { readonly dcid: string }) {
  const answered = useAnswer(dcid, (signal) => flows(dcid, signal));
  return (
    <Shown answered={answered} what="flows">
      {({ observed }) => observed.total > 0 && <Lines {...{ dcid, observed }} />}
    </Shown>
  );
}

function Lines({ dcid, observed: { lines, total } }: { dcid: string } & Pick<Flows, "observed">) {
  const names = useNames([...new Set(lines.map(({ property }) => property))]);
  return (
    <section class="block" aria-labelledby="flows">
      <h2 id="flows">
        Flows <span class="quiet">{numberText(total)}</span>
      </h2>
      <DataTable
        caption="Variables of several entities"
        rows={lines}
        total={total}
        columns={[
          {
            name: "Variable",
            valueOf: (line) => line.name ?? line.dcid,
            show: (line) => (
              <a
                href={linkTo("flows", {
                  variable: line.dcid,
                  entity: `${line.property} ${dcid}`,
                })}
              >
                <bdi>{line.name ?? line.dcid}</bdi>
              </a>
            ),
          },
          { name: "As", valueOf: ({ property }) => names.get(property) ?? property },
          { name: "Series", valueOf: ({ seriesCount }) => seriesCount, isNumber: true },
        ]}
      />
    </section>
  );
}
