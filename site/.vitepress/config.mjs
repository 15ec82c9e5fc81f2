/** The site: which documents it has, and what it adds to their Markdown. */
import { readdirSync } from "node:fs";
import { documents, examplesIn, groups, linkFrom, pageOf, root } from "../documents.mjs";
import { withPolicy } from "../policy.mjs";

const byPage = new Map(documents.map((one) => [one.page, one]));
const paths = new Set(documents.map(({ path }) => path));

const others = readdirSync(root, { recursive: true }).filter(
  (path) => path.endsWith(".md") && !paths.has(path),
);

const sidebar = Object.keys(groups).map((text) => ({
  text,
  collapsed: text !== "Guide" && text !== "Tutorials",
  items: documents
    .filter(({ group }) => group === text)
    .map(({ title, page }) => ({ text: title, link: `/${page}` })),
}));

const types = { text: "Types of all exports", link: "/reference/index.html", target: "_self" };
sidebar.find(({ text }) => text === "Reference").items.push(types);

export default {
  title: "Pocket Commons",
  description: "Data Commons from files, in your own process: typed, synchronous, offline.",
  lang: "en",
  // Any host serves the folder below any path.
  base: "./",
  srcDir: root,
  // Below `src`, `config.ts` is no configuration of the site.
  srcExclude: [
    "**/node_modules/**",
    "src/**",
    ...others.filter((path) => !path.includes("node_modules/")),
  ],
  rewrites: (path) => pageOf(path).replace(/html$/, "md"),
  outDir: process.env.SITE_FOLDER,
  cacheDir: process.env.SITE_CACHE,
  metaChunk: true,
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark" },
    anchor: { slugify },
    // Without a limit of time: on a busy machine a build would colour less.
    codeTransformers: [{ preprocess: withoutLimit }],
    config: extend,
  },
  transformHtml: (html, _path, { page }) => withPolicy(html, page),
  themeConfig: {
    nav: [
      { text: "Guide", link: "/index.html" },
      { text: "Benchmarks", link: "/bench/RESULTS.html" },
      { text: "Changelog", link: "/CHANGELOG.html" },
      { text: "Playground", link: "/explorer/index.html", target: "_self" },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: "local" },
  },
};

/** @returns nothing: the code stays as it is */
function withoutLimit(_code, options) {
  Object.assign(options, { tokenizeTimeLimit: 0 });
}

/** As forges make it, where the documents are read, too. */
function slugify(heading) {
  const kept = heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "");
  return kept.replaceAll(" ", "-");
}

/** Examples get their buttons, and links lead to pages of the site. */
function extend(md) {
  md.core.ruler.push("pocket-commons", ({ tokens, env, Token }) => {
    const document = byPage.get(env.relativePath.replace(/md$/, "html"));
    if (document === undefined) return;
    for (const { children } of tokens) replaceLinks(children ?? [], document.path);
    const html = (content) => Object.assign(new Token("html_block", "", 0), { content });
    for (const example of examplesIn(document).filter(({ runs }) => runs)) {
      const at = tokens.findIndex(
        ({ type, content }) => type === "fence" && content === example.code,
      );
      const [code, printed] = tokens.slice(at, at + 2);
      tokens.splice(at - 1, 3, ...runnable(example, code, printed).map(asToken));
    }

    function asToken(part) {
      return typeof part === "string" ? html(part) : part;
    }
  });
}

/** The comment that marks an example is not needed any more. */
function runnable({ name, query }, code, printed) {
  const asked = query === undefined ? "" : ` query="${encodeURIComponent(query)}"`;
  const start = `<run-example name="${name}"${asked}>\n`;
  return [start, code, "<template #printed>\n", printed, "</template>\n</run-example>\n"];
}

/** A file that the site does not have is named without a link. */
function replaceLinks(tokens, path) {
  for (const [at, token] of tokens.entries()) {
    if (token.type !== "link_open" || token.attrGet("class") === "header-anchor") continue;
    const link = linkFrom(path, token.attrGet("href"));
    if (link !== undefined) token.attrSet("href", link);
    else {
      const end = tokens.slice(at).find(({ type }) => type === "link_close");
      Object.assign(token, { tag: "span", attrs: [] });
      end.tag = "span";
    }
  }
}
