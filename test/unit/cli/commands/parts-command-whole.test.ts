/** Worlds in parts: all that the steps print, in every form, and the files that they refuse. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { wholeOutputs } from "../running.ts";

const rows = (...lines: readonly string[]) =>
  ["entity,variable,date,value,provenance", ...lines, ""].join("\n");
const { folder, expectSeen } = wholeOutputs({
  "a/t.csv": [
    "subject_id,predicate,object_id,object_value",
    "geoId/06,typeOf,State,",
    "Cats,typeOf,StatisticalVariable,",
    "Dogs,typeOf,StatisticalVariable,",
    "p/one,typeOf,Provenance,",
    "",
  ].join("\n"),
  "a/o.csv": rows(
    "geoId/06,Cats,2020,5,p/one",
    "geoId/06,Cats,2021,6,p/one",
    "geoId/06,Dogs,2020,7,p/one",
  ),
  "bad/t.csv": "subject_id,predicate,object_id,object_value\na,typeOf,City,\n,name,,nobody\n",
  "bad/o.csv": rows("geoId/06,Cats,2020,5,p/one", "geoId/06,Cats,soon,6,p/one"),
  "own/o.csv": "entity,variable,date,value\ngeoId/06,Cats,2020,5\n",
  "counts.csv": 'variable,rows\r\n"Cats",3\r\n\r\nDogs,2\r\n',
  "other.txt": "variable,rows\nCats,3\n",
  "odd.csv": 'variable,rows\nDogs,2\n\n"a"b",3\n',
  "minus.csv": "variable,rows\nDogs,-2\n",
  "none.json": "{}",
});

test("graphs and plans, in all forms", async () => {
  await expectSeen("parts-plans", [
    "parts graph @a -o @graph.pocket",
    "parts graph @a -o @graph.pocket --json",
    "parts graph @bad -o @bad.pocket --csv",
    "parts graph @a --nodes @absent.txt -o @x.pocket",
    "parts plan @a --parts 2",
    "parts plan @a --parts 2 --csv",
    "parts plan @a --max-rows 2 -o @plan.json",
    "parts plan @counts.csv --parts 2",
    "parts plan @counts.csv @a --parts 2",
    "parts plan @other.txt --parts 2",
    "parts plan @odd.csv --parts 2",
    "parts plan @minus.csv --parts 2",
    "parts plan @counts.csv",
    "parts plan @counts.csv --parts 2 --max-rows 2",
    "parts plan @own/o.csv --csv",
  ]);
  const plan = readFileSync(join(folder, "plan.json"), "utf8");
  expect(plan).toBe(
    `${JSON.stringify(
      {
        parts: [
          { rows: 2, variables: ["Cats"] },
          { rows: 1, variables: ["Dogs"] },
        ],
      },
      null,
      1,
    )}\n`,
  );
});

test("parts and their index, in all forms", async () => {
  const build = "parts build @graph.pocket";
  await expectSeen("parts-built", [
    `${build} @a -o @all.part`,
    `${build} @a --plan @plan.json --part 1 -o @one.part --json`,
    `${build} @bad/o.csv -o @bad.part`,
    `${build} @bad/o.csv -o @bad.part --csv`,
    `${build} @bad/o.csv -o @bad.part --strict`,
    `${build} @own/o.csv -o @own.part`,
    `${build} @own/o.csv --provenance p/one -o @own.part`,
    `${build} @a --part 1 -o @x.part`,
    `${build} @a --plan @none.json --part 0 -o @x.part`,
    `${build} @a --plan @absent.json --part 0 -o @x.part`,
    `${build} @a`,
    "parts join @graph.pocket @all.part -o @world.json",
    "parts join @graph.pocket @all.part -o @world.json --csv",
    "parts join @graph.pocket @all.part",
    "parts constructor @a",
  ]);
});
