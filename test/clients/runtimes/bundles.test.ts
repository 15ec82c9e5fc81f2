/** What registries of servers and programs for agents read of the package, by the schemas that they publish. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { unzipSync } from "fflate";
import { afterAll, expect, test } from "vitest";
import { projectRoot } from "../../tidy/source-tree.ts";
import { goModule, say, skipped } from "../environment.ts";

const packed = mkdtempSync(join(tmpdir(), "bundles-"));
afterAll(() => rmSync(packed, { recursive: true }));

const isBuilt = existsSync(join(projectRoot, "dist/mcp.js"));
if (isBuilt) {
  const home = ["--home", "https://github.com/somebody/pocket-commons"];
  execFileSync(process.execPath, ["build/mcpb.mjs", packed, ...home], { cwd: projectRoot });
} else skipped({ reason: "there is no built package: npm run build" });

type Json = Readonly<Record<string, unknown>>;

const jsonIn = (path: string): Json => JSON.parse(readFileSync(path, "utf8"));

/** What a schema has against a value; undefined where it has nothing. */
const faultBy = (schema: Json) => {
  const validate = new AjvJsonSchemaValidator().getValidator(schema);
  return (value: unknown): string | undefined => validate(value).errorMessage;
};

test.skipIf(!isBuilt)("the manifest of the bundle fits the schema of its version", () => {
  const [bundle = ""] = readdirSync(packed).filter((file) => file.endsWith(".mcpb"));
  const files = unzipSync(readFileSync(join(packed, bundle)));
  const manifest: Json = JSON.parse(new TextDecoder().decode(files["manifest.json"]));
  const schema = `@anthropic-ai/mcpb/mcpb-manifest-v${manifest["manifest_version"]}.schema.json`;
  const fault = faultBy(jsonIn(createRequire(import.meta.url).resolve(schema)));
  expect(fault(manifest)).toBeUndefined();
  expect(fault({ ...manifest, server: { type: "cobol" } })).toContain("server");
});

test.skipIf(!isBuilt)(
  "server.json fits the schema of the registry, as our own check says",
  async () => {
    const registry = await goModule("registry", "github.com/modelcontextprotocol/registry@v1.8.9");
    if (typeof registry !== "string") return skipped(registry);
    const server = jsonIn(join(packed, "server.json"));
    const address = String(server["$schema"]);
    const [, date] = /schemas\/([\d-]+)\/server/.exec(address) ?? [];
    const schema = jsonIn(join(registry, `internal/validators/schemas/${date}.json`));
    expect(schema["$id"]).toBe(address);
    const fault = faultBy(schema);
    const checks: string = new URL("../../../build/server-json.mjs", import.meta.url).href;
    const { faultsOf } = (await import(checks)) as { faultsOf(value: unknown): readonly string[] };
    expect([fault(server), faultsOf(server)]).toEqual([undefined, []]);
    const [npm, mcpb] = server["packages"] as readonly Json[];
    const wrong: readonly Json[] = [
      { ...server, name: "pocket-commons" },
      { ...server, description: "x".repeat(101) },
      { ...server, title: "" },
      { ...server, version: 1 },
      { ...server, websiteUrl: "here" },
      { ...server, repository: { url: "https://github.com/a/b" } },
      { ...server, packages: [{ ...npm, transport: { type: "tcp" } }] },
      { ...server, packages: [{ ...npm, identifier: undefined }] },
      { ...server, packages: [{ ...npm, packageArguments: [{ type: "positional" }] }] },
      { ...server, packages: [{ ...npm, packageArguments: [{ type: "named" }] }] },
      { ...server, packages: [npm, { ...mcpb, fileSha256: "x" }] },
      { ...server, packages: [{ ...npm, transport: { type: "sse" } }] },
      { ...server, remotes: [{ type: "streamable-http" }] },
      { ...server, remotes: [{ type: "stdio" }] },
    ];
    const written = wrong.map((one): Json => JSON.parse(JSON.stringify(one)));
    expect(written.map((one) => fault(one) !== undefined)).toEqual(wrong.map(() => true));
    expect(written.map((one) => faultsOf(one).length > 0)).toEqual(wrong.map(() => true));
    say(`the schema of the registry of ${date}: server.json, and ${wrong.length} that do not fit`);
  },
);
