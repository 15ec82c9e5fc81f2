/** Statements of dumps. */
import fc from "fast-check";

const sqlText = fc.constantFrom("'a'", "'b'", "'geoId/06'", "'2020'", "'2020'", "'7'", "'1.5'");
const sqlCell = fc.oneof(
  { weight: 12, arbitrary: sqlText },
  {
    weight: 4,
    arbitrary: fc.constantFrom("''", "'{}'", "NULL", "null", "7", "-1.50", "+3", "2020"),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "'it''s'",
      "'a\\b'",
      "'a\nb'",
      "1e3",
      "0x41",
      "X'41'",
      "'x' || 'y'",
      "nullx",
      "'1,000'",
      "-",
      "",
    ),
  },
);
const observationRow = fc
  .tuple(
    fc.constantFrom("'a'", "'b'", "'geoId/06'", "''", "NULL"),
    fc.constantFrom("'v'", "'w'"),
    fc.constantFrom("'2020'", "'2021'", "2020", "'2021-1'", "'x'"),
    fc.constantFrom("'1'", "2.5", "'n'", "''"),
    fc.constantFrom("''", "'dc/base/P'", "NULL"),
    fc.constantFrom("''", "'USDollar'"),
    fc.constantFrom("'{}'", "''", "'{}'", `'{"to":"dcid:c"}'`, "NULL"),
  )
  .map(([entity, variable, date, value, provenance, unit, properties]) =>
    [entity, variable, date, value, provenance, unit, "''", "''", "''", properties].join(),
  );
const tripleRow = fc
  .tuple(
    fc.constantFrom("'a'", "'b'", "'geoId/06'", "''"),
    fc.constantFrom("'name'", "'near'", "'near'", "NULL"),
    fc.constantFrom("'c'", "''", "NULL"),
    fc.constantFrom("''", "'text'", "'é😀'", "7"),
    fc.constantFrom("", "", ",'dc/base/P'", ",''"),
  )
  .map(([subject, by, object, text, more]) => [subject, by, object, text].join() + more);
const anyRow = fc.array(sqlCell, { minLength: 3, maxLength: 6 }).map((cells) => cells.join());
const otherBeginnings = [
  "INSERT INTO `observations` VALUES ",
  'INSERT OR IGNORE INTO "main"."observations" VALUES',
  "INSERT INTO observations (entity,variable,date,value) VALUES ",
  "insert into triples values ",
  "INSERT INTO triples VALUES(",
  "REPLACE INTO key_value_store VALUES",
  "/* x */ INSERT INTO triples VALUES",
];
function rowsBehind(beginnings: readonly string[], row: fc.Arbitrary<string>) {
  return fc.record({
    begin: fc.constantFrom(...beginnings),
    rows: fc.array(fc.oneof({ weight: 5, arbitrary: row }, anyRow), { minLength: 1, maxLength: 3 }),
  });
}
const insert = fc
  .record({
    of: fc.oneof(
      {
        weight: 4,
        arbitrary: rowsBehind(["INSERT INTO observations VALUES"], observationRow),
      },
      { weight: 4, arbitrary: rowsBehind(["INSERT INTO triples VALUES "], tripleRow) },
      { weight: 2, arbitrary: rowsBehind(otherBeginnings, observationRow) },
      { weight: 1, arbitrary: rowsBehind(otherBeginnings, tripleRow) },
    ),
    gap: fc.constantFrom(",", ",", ", ", ",\n", " ,\r\n  ", "\n,", ",,"),
    end: fc.constantFrom(
      ";\n",
      ";\n",
      ";\r\n",
      " ; \n",
      " ON CONFLICT DO NOTHING;\n",
      "\n;\n",
      ";",
    ),
  })
  .map(
    ({ of: { begin, rows }, gap, end }) =>
      `${begin}${rows.map((row) => `(${row})`).join(gap)}${end}`,
  );
const statement = fc.constantFrom(
  "CREATE TABLE triples (subject_id TEXT, predicate TEXT, object_id TEXT, object_value TEXT, provenance TEXT);\n",
  "CREATE TABLE observations (entity TEXT, variable TEXT, date TEXT, value TEXT, provenance TEXT, unit TEXT);\n",
  "ALTER TABLE triples ADD COLUMN provenance TEXT;\n",
  "ALTER TABLE observations ADD COLUMN note TEXT;\n",
  "BEGIN TRANSACTION;\n",
  "-- INSERT INTO observations VALUES('a','b','2020','1')\n",
  "/* a comment\nINSERT INTO observations VALUES('a','b','2020','1');\n*/\n",
  "CREATE TRIGGER t BEGIN\nINSERT INTO triples VALUES('a','b','c','');\nEND;\n",
  "\n",
  "x;\n",
);

/** Statements and rows as dumps have them, some of them odd. */
export const sqlPiece = fc.oneof({ weight: 4, arbitrary: insert }, statement);

/** Texts that only quotes, brackets and comments distinguish from statements. */
const hostileTexts = [
  "a;\nINSERT INTO triples VALUES('x','y','z','');\n",
  "it''s;\n",
  "--",
  "/*",
  "*/",
  "[",
  "]",
  '"',
  "`",
  "#",
  "\\",
  "\\\\",
  "\\\n",
  "'';\r\n'';\n''",
  "ä;\n",
];
const hostileText = fc
  .array(fc.constantFrom(...hostileTexts), { maxLength: 3 })
  .map((texts) => texts.join(""));
const quotedText = fc
  .tuple(fc.constantFrom("'", "'", '"', "`"), hostileText)
  .map(
    ([quote, text]) =>
      quote + (quote === "'" ? text : text.replaceAll(quote, quote + quote)) + quote,
  );
const hostileRow = quotedText.map(
  (text) => `INSERT INTO triples VALUES('h','name','',${text},'');\n`,
);
const hostileStatement = fc.constantFrom(
  "INSERT INTO `triples` VALUES('a','name','','b\\'';\n','');\n",
  "INSERT INTO `triples` VALUES('a','name','','it\\'s;\n');\n",
  "INSERT INTO triples VALUES('a','name','','\\');\n",
  "INSERT INTO [triples;'] VALUES('a','name','','c','');\n",
  "INSERT INTO triples VALUES('a','name','',x'41','');-- '\n",
  "INSERT INTO triples VALUES('a','near',[;\n'b','','');\n",
  "-- it's `\u2028'\n",
  "# it's `\r'\n",
  "-\n-;\n",
  "/*/ ; ' */ ; /***/\n",
  " ;\t;\n;\n",
  "INSERT INTO other VALUES(1);INSERT INTO more VALUES(2);\n",
  "create table Other (a int, b text default ';\n', c);\n",
  "CREATE TABLE notes (a TEXT DEFAULT '\\', b TEXT, c TEXT);\n",
  "/* before */ CREATE TABLE triples (predicate TEXT, subject_id TEXT, object_id TEXT, object_value TEXT);\n",
  "\u00a0ALTER TABLE observations ADD COLUMN more TEXT;\n",
  "ALTER\n TABLE triples ADD COLUMN -- ;\n odd TEXT;\n",
  "CREATE INDEX `by;` ON triples (a); CREATE VIEW v AS SELECT 1;\n",
  "COMMIT;\r\n",
  "\n",
  "\r\n",
);

/** Of a dump that somebody wrote to be misread. */
export const hostilePiece = fc.oneof(
  { weight: 3, arbitrary: hostileRow },
  { weight: 3, arbitrary: hostileStatement },
  { weight: 3, arbitrary: sqlPiece },
);
