/**
 * Releases a version.
 *
 *     npm run release -- --dry-run            checks all, and prints what would be published
 *     npm run release -- --prepare 1.2.0      writes the version and its date into the files that say it
 *     npm run release -- --publish            does what a dry run does, and publishes
 *     --no-check                              runs no tests: `npm run check` passed just before
 *     --out FOLDER                            where the tarball, the bill of materials and the notes stay
 *
 * Without `--out` everything lies in a temporary folder, and the tree stays as it is.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { run } from "./commands.mjs";

const { values: given } = parseArgs({
  options: {
    "no-check": { type: "boolean", default: false },
    "dry-run": { type: "boolean", default: false },
    publish: { type: "boolean", default: false },
    prepare: { type: "string" },
    out: { type: "string" },
  },
});
const chosen = [given["dry-run"], given.publish, given.prepare !== undefined].filter(Boolean);
if (chosen.length !== 1) refuse("say one of --dry-run, --prepare VERSION and --publish");

const read = (path) => readFileSync(path, "utf8");
const output = (program, args) => execFileSync(program, args, { encoding: "utf8" });

if (given.prepare !== undefined) prepare(given.prepare);
else release();

function prepare(version) {
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    refuse(`'${version}' is no version such as 1.2.0`);
  const today = new Date().toISOString().slice(0, 10);
  run("npm", ["version", version, "--no-git-tag-version", "--allow-same-version"]);
  change("CITATION.cff", /^version: .*$/m, `version: ${version}`);
  change("CHANGELOG.md", /^## .*\(unreleased\)$/m, `## ${version} (${today})`);
  print(`Read the changes. Then: git commit -am "Version ${version}" && git tag v${version}`);
}

function change(path, what, text) {
  const before = read(path);
  if (!what.test(before)) refuse(`${path} has no line ${what}`);
  writeFileSync(path, before.replace(what, text));
}

function release() {
  const described = JSON.parse(read("package.json"));
  const { name, version, repository } = described;
  const notes = notesOf(version);
  const missing = [
    notes === undefined && `CHANGELOG.md has no section "## ${version} (date)"`,
    !read("CITATION.cff").includes(`version: ${version}\n`) && "CITATION.cff has another version",
    !repository?.url && "package.json has no repository: npm signs where a package was built",
    output("git", ["status", "--porcelain"]) !== "" && "there are changes that are not committed",
  ].filter(Boolean);
  if (given.publish && missing.length > 0) refuse(missing.join("\n"));

  if (!given["no-check"]) run("npm", ["run", "--silent", "check"]);
  const folder = given.out ?? mkdtempSync(join(tmpdir(), "pocket-commons-release-"));
  mkdirSync(folder, { recursive: true });
  try {
    const pack = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
    const packed = JSON.parse(output("npm", pack));
    const [tarball] = Array.isArray(packed) ? packed : Object.values(packed);
    const materials = billOfMaterials(described);
    const bill = `${name}-${version}.cdx.json`;
    writeFileSync(join(folder, bill), `${JSON.stringify(materials, null, 2)}\n`);
    writeFileSync(join(folder, "notes.md"), notes ?? "");
    for (const { path, size } of tarball.files) print(`${String(size).padStart(9)}  ${path}`);
    print(`${tarball.filename}: ${tarball.size} bytes, ${tarball.unpackedSize} unpacked`);
    print(`${bill}: ${materials.components.length} packages inside of the bundles`);
    if (given.publish) {
      const publish = ["publish", join(folder, tarball.filename), "--access", "public"];
      run("npm", [...publish, "--provenance", "--ignore-scripts"]);
    } else print(["Nothing was published.", ...missing.map((one) => `First: ${one}`)].join("\n"));
  } finally {
    if (given.out === undefined) rmSync(folder, { recursive: true });
  }
}

/** What the changelog says about a version; undefined while it has no date. */
function notesOf(version) {
  const sections = read("CHANGELOG.md").split(/^## /m);
  return sections.find((text) => text.startsWith(`${version} (2`));
}

/** CycloneDX by npm, of the packages whose code the bundles contain. */
function billOfMaterials({ name, version }) {
  const inside = new Set(
    Array.from(
      read("dist/THIRD-PARTY-LICENSES").matchAll(/^(\S+) (\d\S*) \(.+\)$/gm),
      (line) => `${line[1]}@${line[2]}`,
    ),
  );
  const whole = JSON.parse(output("npm", ["sbom", "--sbom-format", "cyclonedx"]));
  const components = whole.components.filter((one) => inside.has(`${nameOf(one)}@${one.version}`));
  const known = new Set(components.map((one) => `${nameOf(one)}@${one.version}`));
  const lost = [...inside].filter((one) => !known.has(one));
  if (lost.length > 0) refuse(`npm does not list ${lost.join(", ")}`);
  const refs = new Set(components.map((one) => one["bom-ref"]));
  const own = whole.metadata.component["bom-ref"];
  const dependencies = whole.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((to) => refs.has(to)) }));
  print(`bill of materials of ${name} ${version}, by npm`);
  return {
    ...whole,
    components,
    dependencies: [{ ref: own, dependsOn: [...refs] }, ...dependencies],
  };
}

function nameOf({ group, name }) {
  return group === undefined ? name : `${group}/${name}`;
}

function print(text) {
  process.stdout.write(`${text}\n`);
}

function refuse(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
