/**
 * Checks a `server.json` against the published list of fields, schema of 2025-12-11: what there may be, what there
 * must be, and what texts look like.
 */

const url = /^https?:\/\/\S+$/;
const text = /^/;
const version = /^(?!latest$)(?![\^~><=*])[^*]{1,255}$/;

/** By object: a field is a pattern for its text, a list of words, or the rule of what is in it. */
const input = {
  description: text,
  isRequired: "flag",
  format: ["string", "number", "boolean", "filepath"],
  value: text,
  isSecret: "flag",
  default: text,
  placeholder: text,
  choices: "texts",
  variables: "object",
  isRepeated: "flag",
};
const argument = {
  ...input,
  type: ["positional", "named"],
  name: text,
  valueHint: text,
  required: ["type"],
};
const transport = {
  type: ["stdio", "streamable-http", "sse"],
  url: text,
  headers: "list",
  variables: "object",
  required: ["type"],
};
/** Of a server elsewhere. */
const remote = { ...transport, type: ["streamable-http", "sse"], required: ["type", "url"] };
const packageRule = {
  registryType: ["npm", "pypi", "oci", "nuget", "mcpb"],
  registryBaseUrl: url,
  identifier: /./,
  version,
  fileSha256: /^[a-f0-9]{64}$/,
  runtimeHint: text,
  transport,
  runtimeArguments: [argument],
  packageArguments: [argument],
  environmentVariables: "list",
  required: ["registryType", "identifier", "transport"],
};
const serverRule = {
  $schema: url,
  name: /^(?=.{3,200}$)[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/,
  title: /^.{1,100}$/s,
  description: /^.{1,100}$/s,
  version,
  websiteUrl: url,
  repository: { url, source: text, id: text, subfolder: text, required: ["url", "source"] },
  icons: "list",
  packages: [packageRule],
  remotes: [remote],
  _meta: "object",
  required: ["name", "description", "version"],
};

/** What is wrong with it, with the place of each fault; empty where nothing is. */
export function faultsOf(server) {
  const packages = (server.packages ?? []).flatMap((one, at) => ofPackage(one, `packages[${at}]`));
  return [...faultsIn(server, serverRule, ""), ...packages];
}

const neededBy = {
  mcpb: ["fileSha256"],
  npm: ["version"],
  pypi: ["version"],
  nuget: ["version"],
};

/** What depends on the kind of a package, and of an argument. */
function ofPackage(one, path) {
  const missing = (neededBy[one.registryType] ?? []).filter((name) => one[name] === undefined);
  const { type = "stdio", url: at } = one.transport ?? {};
  if (type !== "stdio" && at === undefined) missing.push("transport.url");
  const bare = (one.packageArguments ?? []).flatMap((given, at) => {
    const needed = given.type === "named" ? ["name"] : ["valueHint", "value"];
    const isThere = needed.some((field) => given[field] !== undefined);
    return isThere ? [] : [`packageArguments[${at}].${needed.join(" or ")}`];
  });
  return [...missing, ...bare].map((name) => `${path}.${name} is missing`);
}

function faultsIn(value, rule, path) {
  if (Array.isArray(rule) && typeof rule[0] === "object") {
    if (!Array.isArray(value)) return [`${path} is no list`];
    return value.flatMap((one, at) => faultsIn(one, rule[0], `${path}[${at}]`));
  }
  const isPlain = rule instanceof RegExp || typeof rule === "string" || Array.isArray(rule);
  return isPlain ? faultsInPlain(value, rule, path) : faultsInObject(value, rule, path);
}

function faultsInPlain(value, rule, path) {
  if (Array.isArray(rule)) {
    return rule.includes(value) ? [] : [`${path} is none of ${rule.join(", ")}`];
  }
  if (typeof rule === "string") return isOf(value, rule) ? [] : [`${path} is no ${rule}`];
  return typeof value === "string" && rule.test(value) ? [] : [`${path} is not ${rule}`];
}

function faultsInObject(value, { required = [], ...fields }, path) {
  if (!isOf(value, "object")) return [`${path} is no object`];
  const within = (name) => (path === "" ? name : `${path}.${name}`);
  const missing = required.filter((name) => value[name] === undefined);
  return [
    ...missing.map((name) => `${within(name)} is missing`),
    ...Object.entries(value).flatMap(([name, member]) =>
      Object.hasOwn(fields, name)
        ? faultsIn(member, fields[name], within(name))
        : [`${within(name)} is no field`],
    ),
  ];
}

function isOf(value, kind) {
  switch (kind) {
    case "flag":
      return typeof value === "boolean";
    case "list":
      return Array.isArray(value);
    case "texts":
      return Array.isArray(value) && value.every((one) => typeof one === "string");
    default:
      return typeof value === "object" && value !== null && !Array.isArray(value);
  }
}
