/** What a line of a file that is not made of node blocks says. */

export function isRdf(line: string): boolean {
  return /^[<_]/.test(line);
}

/** Cells of a row, terms of RDF, literals of SQL, texts of JSON. */
export function textsOf(line: string): string[] {
  if (isRdf(line)) return termsOf(line);
  if (/^\s*INSERT\b|^\s*\(\s*'/i.test(line)) return literalsOf(line, /'((?:[^']|'')*)'/g, "''");
  if (/^\s*[{"[]/.test(line) && /":/.test(line)) {
    const texts = literalsOf(line, /"((?:[^"\\]|\\.)*)"/g, '""');
    return texts.flatMap((text) => [text, text.replace(/^dcid:/, "")]);
  }
  return cellsOf(line);
}

function literalsOf(line: string, form: RegExp, doubled: string): string[] {
  return Array.from(line.matchAll(form), ([, text = ""]) =>
    text.replaceAll(doubled, doubled.slice(1)),
  );
}

/** The cells of a row. */
function cellsOf(line: string): string[] {
  const cells = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return Array.from(cells, ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
}

/** The terms of a line of RDF, as the loader names them. */
function termsOf(line: string): string[] {
  const terms = line.matchAll(/<([^>]*)>|"((?:[^"\\]|\\.)*)"|_:\S+/g);
  return Array.from(terms, ([all, iri, literal]) =>
    iri === undefined ? (literal ?? all) : iri.replace(/^.*\/browser\//, ""),
  );
}
