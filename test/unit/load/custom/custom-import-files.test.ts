import { describe, expect, test } from "vitest";
import { loadTexts } from "../load-texts.ts";
import type { RecordingSink } from "../recording-sink.ts";

const config = (value: unknown) => ({ "config.json": JSON.stringify(value, undefined, 1) });

const sources = { S: { url: "https://s.org/x", provenances: { P: "https://s.org/p" } } };

const observationsOf = ({ observations }: RecordingSink) =>
  observations.map(({ variable, entity, date, value, provenance }) =>
    [variable, entity, date, value, provenance].join(" "),
  );

describe("files of a custom folder", () => {
  const csv = "dcid,date,v\nx,2020,1\n";

  test.each([
    ["says nothing of sub-folders", {}],
    ["says that they are none of it", { includeInputSubdirs: false }],
  ])("are left out with a word when the config does not reach them, and %s", async (_, more) => {
    const { diagnostics, sink } = await loadTexts({
      ...config({
        ...more,
        inputFiles: { "a.csv": { provenance: "P" }, "gone.csv": {}, "no*.csv": {} },
        sources: sources,
        verticalSpecsFile: "specs.json",
      }),
      "a.csv": csv,
      "b.csv": csv,
      "notes.txt": "x",
      "sub/a.csv": csv,
      "sub/m.mcf": 'Node: dcid:n\nname: "n"\n',
    });
    expect(diagnostics).toEqual([
      "error Config_UnlistedFile b.csv",
      `error Config_NoSuchFile config.json:${6 + Object.keys(more).length}`,
      `warning Config_NoSuchFile config.json:${7 + Object.keys(more).length}`,
      "error Config_NoSuchFile config.json",
      "info Config_OtherFile notes.txt",
      "warning Config_OutOfReach sub/a.csv",
      "warning Config_OutOfReach sub/m.mcf",
    ]);
    expect(observationsOf(sink)).toEqual(["v x 2020 1 c/p/1"]);
  });

  test("of a sub-folder out of reach are a warning where they are data, listed or not", async () => {
    const { diagnostics } = await loadTexts({
      ...config({ inputFiles: { "a.csv": { provenance: "P" } }, sources }),
      "a.csv": csv,
      "sub/b.csv": csv,
      "sub/m.mcf": 'Node: dcid:n\nname: "n"\n',
      "sub/notes.txt": "x",
    });
    expect(diagnostics).toEqual([
      "warning Config_OutOfReach sub/b.csv",
      "warning Config_OutOfReach sub/m.mcf",
      "info Config_OutOfReach sub/notes.txt",
    ]);
  });

  test("may have the signs of patterns in their names", async () => {
    const { messages, sink } = await loadTexts({
      ...config({
        inputFiles: { "a{1}.csv": { importType: "none" }, "b{1}.csv": { provenance: "P" } },
        sources,
      }),
      "a{1}.csv": csv,
      "b{1}.csv": csv,
    });
    expect(messages).toContain("is not loaded: its entry of inputFiles has errors");
    expect(observationsOf(sink)).toHaveLength(1);
  });

  test("are told apart from a slip in capitals of an entry with errors", async () => {
    const { messages } = await loadTexts({
      ...config({ inputFiles: { "data.CSV": { importType: "observation", provenance: "P" } } }),
      "data.csv": csv,
      "other.mcf": 'Node: dcid:n\ntypeOf: dcs:City\nname: "n"\n',
    });
    expect(messages.join("\n")).toContain(
      "no entry of inputFiles is for it; is 'data.CSV' of inputFiles meant to be 'data.csv'?",
    );
  });

  test("are found in sub-folders and compressed, by patterns of paths", async () => {
    const { sink, diagnostics } = await loadTexts({
      ...config({
        inputFiles: { "deep/**/*.csv": { provenance: "P" } },
        includeInputSubdirs: true,
        sources: sources,
      }),
      "deep/er/a.csv": csv,
    });
    expect(diagnostics).toEqual([]);
    expect(observationsOf(sink)).toEqual(["v x 2020 1 c/p/1"]);
  });

  test("may be none of a pattern's, but not of all patterns'", async () => {
    const told = async (inputFiles: object) => {
      const texts = {
        ...config({ inputFiles, sources: sources }),
        "a.mcf": "Node: dcid:n\nname: 1\n",
      };
      return (await loadTexts(texts)).diagnostics;
    };
    const none = { "no*.csv": {}, "nor?.csv": {} };
    expect(await told(none)).toEqual([
      "error Config_NoSuchFile config.json:3",
      "error Config_NoSuchFile config.json:4",
    ]);
    expect(await told({ ...none, "a.*": {} })).toEqual([
      "warning Config_NoSuchFile config.json:3",
      "warning Config_NoSuchFile config.json:4",
    ]);
  });

  test("may have another config that is named", async () => {
    const { sink, diagnostics } = await loadTexts(
      {
        "mine.json": JSON.stringify({
          inputFiles: { "a.csv": { provenance: "P" } },
          sources: sources,
        }),
        "a.csv": csv,
      },
      {},
      ["mine.json"],
    );
    expect(diagnostics).toEqual([]);
    expect(observationsOf(sink)).toEqual(["v x 2020 1 c/p/1"]);
  });

  test("may stand beside a folder that is called config.json", async () => {
    const { sink } = await loadTexts({ "config.json/a.mcf": 'Node: dcid:n\nname: "n"\n' });
    expect(sink.lines).toEqual(['n name "n"']);
  });

  test("whose files have other endings by a slip are told what is meant", async () => {
    const { diagnostics, messages } = await loadTexts({
      "config.json": '{"inputFiles": {"a.csv": {"format": "variablePerRow"}}}',
      "a.csv": "entity,variable,date,value\nE,V,2020,1\n",
      "v.mfc": "Node: dcid:V\ntypeOf: dcs:StatisticalVariable\n",
      "notes.md": "",
    });
    expect(diagnostics.filter((one) => !one.includes("NoProvenance"))).toEqual([
      "info Config_OtherFile notes.md",
      "warning Config_OtherFile v.mfc",
    ]);
    expect(messages.join("\n")).toMatch(/; is '\.mcf' meant\?$/m);
  });

  test("with lines that end with CR alone are told so", async () => {
    const { diagnostics, messages } = await loadTexts({
      "config.json": '{"inputFiles": {"a.csv": {"format": "variablePerRow"}}}',
      "a.csv": "entity,variable,date,value\rE,V,2020,1\r",
    });
    expect(diagnostics.filter((one) => !one.includes("NoProvenance"))).toEqual([
      "error StrSplit_BadQuotesInToken a.csv:1",
      "fatal CSV_HeaderFailure a.csv:1",
    ]);
    expect(messages.join("\n")).toContain("save the file with LF or CRLF");
  });

  test("with somebody else's config.json are an ordinary folder", async () => {
    const { sink, diagnostics } = await loadTexts({
      "config.json": '{"compilerOptions": {}}',
      "a.mcf": 'Node: dcid:n\nname: "n"\n',
    });
    expect(sink.lines).toEqual(['n name "n"']);
    expect(diagnostics).toEqual(["info Source_UnrecognisedFile config.json"]);
  });

  test("are not loaded by halves when the config cannot be read", async () => {
    const broken = loadTexts({ "config.json": '{\n"inputFiles": {\n}}}', "a.csv": csv });
    await expect(broken).rejects.toThrow(/config\.json:3: is no JSON: expected nothing more/);
  });

  test("are not loaded when the config is not UTF-8, and the byte is named", async () => {
    const text = (name: string) =>
      JSON.stringify({ inputFiles: { "a.csv": { entityType: name } } });
    const config = Buffer.from(text("St\u00e4dte"), "latin1");
    await expect(loadTexts({ "config.json": config, "a.csv": csv })).rejects.toThrow(
      /config\.json:1: is not UTF-8: byte E4 in column 41, byte 41 of the file; convert/,
    );
    // The mark that stands for such bytes elsewhere is a character as any other.
    const marked = loadTexts({ "config.json": text("St\uFFFDdte"), "a.csv": csv });
    await expect(marked).resolves.toBeDefined();
  });

  test("of which none can be loaded are an error that says why", async () => {
    const nothing = loadTexts({ ...config({ inputFiles: { "b.csv": {} } }), "a.csv": csv });
    await expect(nothing).rejects.toThrow(/config\.json:\d+ no file of the folder is 'b\.csv'$/);
    const misspelt = loadTexts({ ...config({ inputFiles: { "A.csv": {} } }), "a.csv": csv });
    await expect(misspelt).rejects.toThrow("is 'a.csv' meant?");
  });
});

describe("rows", () => {
  test("that cannot be read are reported with their lines, and the others are loaded", async () => {
    const { sink, diagnostics } = await loadTexts({
      ...config({ inputFiles: { "a.csv": { provenance: "P" } }, sources: sources }),
      "a.csv":
        'dcid,date,v\nx,2020,five\n"y\ny",2020,1\nx,2021\n"x"z,2022,1\n,2023,1\nx,,1\n\nx,soon,2\nx,2024,"1"\n',
    });
    expect(diagnostics).toEqual([
      "error Sanity_SVObs_Value_NotANumber a.csv:2",
      "error StrSplit_BadQuotesInToken a.csv:6",
      "error Sanity_MissingOrEmpty_entity a.csv:7",
      "error Sanity_MissingOrEmpty_date a.csv:8",
      "error Sanity_InvalidObsDate a.csv:10",
      "warning CSV_ShortRows a.csv:5",
      "info StrSplit_EmptyToken_value a.csv:5",
    ]);
    expect(observationsOf(sink)).toEqual(["v y\ny 2020 1 c/p/1", "v x 2024 1 c/p/1"]);
  });

  test.each([
    ["", "fatal CSV_HeaderFailure a.csv:1"],
    ["dcid,v,date,v\n", "fatal CSV_HeaderFailure a.csv:1"],
    ["dcid\n", "fatal Config_MissingColumn a.csv:1"],
    ["dcid,date,,v\nx,2020,0,1\n", "warning CSV_HeaderFailure a.csv:1"],
  ])("of a table that begins with %j", async (text, expected) => {
    const { diagnostics } = await loadTexts({
      ...config({ inputFiles: { "a.csv": { provenance: "P" } }, sources: sources }),
      "a.csv": text,
    });
    expect(diagnostics).toEqual([expected]);
  });

  test("whose entity is not known are left out; nothing is looked up for dcids", async () => {
    const { sink, diagnostics, messages } = await loadTexts({
      ...config({ inputFiles: { "a.csv": { provenance: "P", entityType: "City" } }, sources }),
      "a.csv":
        "name,date,v\nParis,2020,1\nTotal,2020,1\nwikidataId/Q90,2020,2\ndcid: geoId/06,2020,3\n",
    });
    expect(diagnostics[1]).toBe("error Resolution_UnresolvedEntity a.csv:3");
    expect(messages).toHaveLength(2);
    expect(messages[0]).toContain("no loaded entity of type 'City' has the name 'Paris'");
    expect(messages[1]).toContain("which may be a word for the total of other rows; row not");
    expect(observationsOf(sink)).toEqual([
      "v wikidataId/Q90 2020 2 c/p/1",
      "v geoId/06 2020 3 c/p/1",
    ]);
  });

  test("of a provenance without a description are reported once", async () => {
    const { diagnostics, sink } = await loadTexts({
      ...config({ inputFiles: { "a.csv": {}, "b.csv": { provenance: "Q" } }, sources: sources }),
      "a.csv": "dcid,date,v\nx,2020,1\n",
      "b.csv": "dcid,date,w\nx,2020,1\n",
    });
    expect(diagnostics).toEqual([
      "warning Config_NoProvenance config.json:3",
      "warning Config_UnknownProvenance config.json:5",
    ]);
    expect(observationsOf(sink)).toEqual(["v x 2020 1 a.csv", "w x 2020 1 Q"]);
  });

  test("that nothing describes, though the config has their variables, are reported", async () => {
    const rows = { format: "variablePerRow", provenance: "P" };
    const { diagnostics, messages } = await loadTexts({
      ...config({
        inputFiles: { "a.csv": { provenance: "P" }, "b.csv": rows },
        variables: { v: {}, misspelt: { name: "W" }, z: {} },
        sources: sources,
      }),
      "a.csv": "dcid,date,v,w\nx,2020,1,2\n",
      "b.csv": "entity,variable,date,value\nx,z,2020,1\n",
    });
    expect(diagnostics).toEqual([
      "warning Config_UnusedVariable config.json:13",
      "warning Config_UnusedVariable config.json:16",
    ]);
    expect(messages[0]).toContain("'misspelt' of variables is not read");
    expect(messages[1]).toContain("'z' of variables is not read");
  });

  test("of a table that is left out may have the variables of the config", async () => {
    const { diagnostics } = await loadTexts({
      ...config({
        inputFiles: { "a.csv": { provenance: "P" } },
        variables: { v: {} },
        sources: sources,
      }),
      "a.csv": "",
    });
    expect(diagnostics).toEqual(["fatal CSV_HeaderFailure a.csv:1"]);
  });

  test("keyed like a prototype are rows like any other", async () => {
    const { sink, diagnostics } = await loadTexts({
      ...config({
        inputFiles: { "a.csv": { provenance: "__proto__" } },
        variables: JSON.parse('{"__proto__": {"group": "__proto__/constructor"}}'),
        sources: { S: { provenances: JSON.parse('{"__proto__": "u"}') } },
      }),
      "a.csv": "dcid,date,__proto__,constructor\n__proto__,2020,1,2\n",
    });
    expect(diagnostics).toEqual([]);
    expect(observationsOf(sink)).toEqual([
      "__proto__ __proto__ 2020 1 c/p/1",
      "constructor __proto__ 2020 2 c/p/1",
    ]);
    expect(sink.lines).toContain("__proto__ memberOf custom/g/group_2");
  });
});

describe("names of a config that nothing fits", () => {
  const told = async (more: object, header: string) => {
    const { diagnostics, messages } = await loadTexts({
      ...config({ inputFiles: { "a.csv": { provenance: "Census" } }, ...more }),
      "a.csv": `dcid,date,${header}\nx,2020,${header.replaceAll(/\w+/g, "1")}\n`,
    });
    return diagnostics.map((one, at) => `${one.split(" ")[1]} ${messages[at]}`);
  };
  const sourcesOf = (...names: string[]) => ({
    S: { provenances: Object.fromEntries(names.map((name) => [name, ""])) },
  });
  const unknown =
    "Config_UnknownProvenance the provenance 'Census' is neither one of the config's sources nor a Provenance node of its MCF files";
  const unused = (name: string) =>
    `Config_UnusedVariable '${name}' of variables is not read: it is neither a column of variables nor one of computedVariables; what rows name is described in MCF`;

  test("are provenances, with the one that is meant", async () => {
    expect(await told({ sources: sourcesOf("Poll", "Cenus") }, "v")).toEqual([
      `${unknown}; is 'Cenus' meant?`,
    ]);
    expect(await told({ sources: sourcesOf("Poll") }, "v")).toEqual([unknown]);
    expect(await told({ sources: sourcesOf("Census") }, "v")).toEqual([]);
  });

  test("are variables, with the column that is meant, unless the name is short", async () => {
    const variables = { Wages: {}, Jobs: {}, abc: {} };
    const found = await told({ sources: sourcesOf("Census"), variables }, "Wage,Jobs,abd");
    expect(found).toEqual([`${unused("Wages")}; is the column 'Wage' meant?`, unused("abc")]);
    const rent = { variables: { Rent: { unit: "Euro" } } };
    expect(await told(rent, "v")).toContainEqual(unused("Rent"));
    // How values are measured is read for rows, too.
    const columnMappings = { entity: "dcid" };
    const entry = { provenance: "Census", format: "variablePerRow", columnMappings };
    const rows = { ...rent, inputFiles: { "a.csv": entry } };
    expect(await told(rows, "variable,value")).toContainEqual(
      "Config_UnusedVariable 'Rent' of variables is read for its unit alone: it is neither a column of variables nor one of computedVariables; what rows name is described in MCF, and these stay here",
    );
  });

  test("are variables of a folder, whatever is left out of another one", async () => {
    const folder = (name: string, csv: string) => ({
      [`${name}/config.json`]: JSON.stringify({
        inputFiles: { "a.csv": { provenance: "P" } },
        variables: { [name]: {} },
        sources: sources,
      }),
      [`${name}/a.csv`]: csv,
    });
    const { diagnostics, messages } = await loadTexts({
      ...folder("none", '"a"b,date,v\nx,2020,1\n'),
      ...folder("some", "dcid,date,v\nx,2020,1\n"),
    });
    expect(diagnostics.map((one, at) => `${one} ${messages[at]}`)).toEqual([
      expect.stringMatching(/^error StrSplit_BadQuotesInToken none\/a\.csv:1 /),
      "fatal CSV_HeaderFailure none/a.csv:1 no row is loaded: its header cannot be read",
      `warning Config_UnusedVariable some/config.json:1 ${unused("some").slice("Config_UnusedVariable ".length)}`,
    ]);
  });

  test("may be columns that have a description of their own", async () => {
    const variables = { Wage: {}, Wages: {} };
    expect(await told({ sources: sourcesOf("Census"), variables }, "Wage")).toEqual([
      unused("Wages"),
    ]);
  });
});

test("progress counts each file once, and ends with all of them", async () => {
  const seen: [number, number][] = [];
  const csv = "dcid,date,v\nx,2020,1\n";
  const mcf = 'Node: dcid:n\nname: "n"\n';
  await loadTexts(
    {
      ...config({
        inputFiles: {
          "a.csv": { provenance: "P" },
          "b.csv": { rowEntityType: "T", provenance: "P" },
          "c.csv": { eventType: "", importType: "events", provenance: "P" },
        },
        sources: sources,
      }),
      "a.csv": csv,
      "b.csv": csv,
      "c.csv": csv,
      "m.mcf": mcf,
    },
    { onProgress: ({ bytesRead, bytesTotal }) => seen.push([bytesRead, bytesTotal]) },
  );
  const reached = seen.map(([bytes]) => bytes);
  expect(reached).toEqual(reached.toSorted((left, right) => left - right));
  expect(seen.at(-1)?.[0]).toBe(seen.at(-1)?.[1]);
  expect(seen.at(-1)?.[0]).toBe(3 * csv.length + mcf.length);
});
