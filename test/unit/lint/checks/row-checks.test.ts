/** Dcids that none may have, in lines of files that are not made of node blocks. */
import { expect, test } from "vitest";
import { lintTexts } from "../lint-texts.ts";

const triples = "subject_id,predicate,object_id,object_value\n";
const observations = "entity,variable,date,value\n";

async function invalid(texts: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { found } = await lintTexts(texts, { maxExamples: 100 });
  return found.filter((finding) => /InvalidChars|NonAscii|VeryLong/.test(finding));
}

test("in a table of triples, each at the first row that has it", async () => {
  const rows =
    `a/1,typeOf,City,\na 2,typeOf,City,\na 2,near,b 1,\na/1,near,b 1,\n` +
    `${"x".repeat(257)},typeOf,City,\na/1,near,é,\na/1,is near,a/1,\n`;
  expect(await invalid({ "t.csv": triples + rows })).toEqual([
    "error Sanity_InvalidChars_dcid t.csv:3",
    "error Sanity_InvalidChars_near t.csv:4",
    "error Sanity_VeryLongDcid t.csv:6",
    "error Sanity_InvalidChars_near t.csv:7",
    "error Sanity_NonAsciiValueInNonText t.csv:7",
    "error Sanity_InvalidChars_Property t.csv:8",
  ]);
});

test("a prefix in a dcid is reported at the first place of the dcid", async () => {
  const rows = "dcid:p,V,2020,1\np,dcs:V,2020,1\ndcid:p,V,2021,1\nSchema:p,V,2021,1\n";
  const { found, messages } = await lintTexts({ "o.csv": observations + rows });
  expect(found.filter((finding) => !finding.includes("NotLoaded"))).toEqual([
    "error Graph_PrefixInDcid o.csv:2",
    "error Graph_PrefixInDcid o.csv:3",
    "error Graph_PrefixInDcid o.csv:5",
  ]);
  expect(messages[0]).toContain("write 'p'");
});

test("are not looked for in texts", async () => {
  const rows =
    'a/1,typeOf,City,\na/1,name,,"b 1"\na/1,near,b 1,\n"a/1",note,,"two\nb 1,b 1,b 1,b 1"\n';
  expect(await invalid({ "t.csv": triples + rows })).toEqual([
    "error Sanity_InvalidChars_near t.csv:4",
  ]);
});

test("in a table of observations, and of its provenances", async () => {
  const table = "entity,variable,date,value,provenance\n";
  const rows = "a/1,V,2020,1,\na/1,V 1,2020,1,\nb 1,V,2020,1,\nb/1,V,2020,1,p 1\nb 1,V,2021,1,\n";
  expect(await invalid({ "o.csv": table + rows })).toEqual([
    "error Sanity_InvalidChars_variableMeasured o.csv:3",
    "error Sanity_InvalidChars_observationAbout o.csv:4",
    "error Sanity_InvalidChars_provenance o.csv:5",
  ]);
});

test("in dumps, RDF and JSON", async () => {
  const iri = (name: string): string => `<https://datacommons.org/browser/${name}>`;
  const texts = {
    "d.sql":
      "INSERT INTO triples VALUES('a 1','typeOf','City','');\n" +
      "INSERT INTO observations VALUES('a|3','V','2020','1','c/p/1','','','','','{}');\n",
    "r.nt": `${iri("a,2")} ${iri("typeOf")} ${iri("City")} .\n`,
    "j.jsonld": JSON.stringify(
      {
        "@context": { dcid: "https://datacommons.org/browser/" },
        "@graph": [{ "@id": "dcid:a,4", "@type": "dcid:City", "dcid:near": { "@id": "dcid:b,1" } }],
      },
      null,
      1,
    ),
  };
  expect(await invalid(texts)).toEqual([
    "error Sanity_InvalidChars_dcid d.sql:1",
    "error Sanity_InvalidChars_observationAbout d.sql:2",
    "error Sanity_InvalidChars_dcid j.jsonld:7",
    "error Sanity_InvalidChars_near j.jsonld:10",
    "error Sanity_InvalidChars_dcid r.nt:1",
  ]);
});

test("of nodes that blocks and rows have are reported for both", async () => {
  const texts = {
    "a.mcf": "Node: dcid:a/1\ntypeOf: dcs:City\nnear: dcid:b|1\n",
    "t.csv": `${triples}a/1,near,b|1,\na/1,near,b|1,\n`,
  };
  expect(await invalid(texts)).toEqual([
    "error Sanity_InvalidChars_near a.mcf:3",
    "error Sanity_InvalidChars_near t.csv:2",
  ]);
});

test("are not those that a load makes", async () => {
  const texts = { "my täble.csv": `${observations}a/1,V,2020,1\n` };
  expect(await invalid(texts)).toEqual([]);
});

test("the messages of wrong dcids name role and dcid", async () => {
  const { messages } = await lintTexts({ "t.csv": `${triples}a/1,typeOf,City,\na/1,near,é,\n` });
  expect(messages).toContain("near 'é' is not a text and holds more than ASCII");
});
