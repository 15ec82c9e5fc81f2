/** Nodes of a type. */
import { statementsOf } from "../backend/pages.ts";
import { search } from "../backend/world.ts";
import { DataTable } from "../parts/data-table.tsx";
import { NodeLink } from "../parts/links.tsx";
import { Shown } from "../parts/states.tsx";
import { type CsvTable, SaveCsv } from "../saving/csv.tsx";
import { useAnswer } from "../shell/answered.ts";
import { linkTo } from "../shell/route.ts";

const linesMax = 50;

/** Of all nodes of the type. */
async function tableOf(type: string): Promise<CsvTable> {
  const { rows, isWhole } = await statementsOf(type, "<-typeOf");
  return { names: ["dcid", "name"], rows: rows.map(({ dcid, text }) => [dcid, text]), isWhole };
}

export function TypeList({ type }: { readonly type: string }) {
  const answered = useAnswer(type, (signal) => search({ q: "", type, limit: linesMax }, signal));
  return (
    <section class="block" aria-labelledby="of-type">
      <div class="block-head">
        <h2 id="of-type">
          Nodes of type <bdi>{type}</bdi>
        </h2>
        <div class="save">
          <SaveCsv name="nodes" what={`nodes of type ${type}`} make={() => tableOf(type)} />
          <a href={linkTo("home")}>Close</a>
        </div>
      </div>
      <Shown answered={answered} what="nodes">
        {({ lines }) => (
          <DataTable
            caption={`Nodes of type ${type}`}
            rows={lines}
            columns={[
              {
                name: "Name",
                valueOf: ({ name, dcid }) => name ?? dcid,
                show: (line) => <NodeLink {...line} />,
              },
              { name: "dcid", valueOf: ({ dcid }) => dcid },
              { name: "Variables", valueOf: ({ observed }) => observed, isNumber: true },
            ]}
          />
        )}
      </Shown>
      <p class="quiet">At most {linesMax} nodes, those with the most variables first.</p>
    </section>
  );
}
