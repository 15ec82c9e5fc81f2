/**
 * What data consist of, as a structure message of SDMX-ML 3.0. The service has none, and clients that
 * need one to read CSV cannot do without.
 */
import { dataflow, type SdmxComponent } from "../sdmx/components.ts";

const scheme = "CS_OBS";
const namespace = "http://www.sdmx.org/resources/sdmxml/schemas/v3_0";
const of = `agencyID="${dataflow.agency}" version="${dataflow.version}"`;
const urnOf = (kind: string, id: string) =>
  `urn:sdmx:org.sdmx.infomodel.${kind}=${dataflow.agency}:${id}(${dataflow.version})`;
const named = (name: string) => `<com:Name xml:lang="en">${name}</com:Name>`;

/** What each part of an address below `structure` may be: the one dataflow has one of each. */
const addresses: readonly (readonly (string | undefined)[])[] = [
  ["dataflow", "datastructure", "conceptscheme", "*"],
  [dataflow.agency, "*"],
  [dataflow.id, scheme, "*"],
  // Without a version it is the latest.
  [dataflow.version, "~", "*", undefined],
];

/** Whether a path leads to what the message has. */
export function isStructure(tail: string): boolean {
  const parts = tail.replace(/\/+$/, "").split("/");
  return parts.length <= addresses.length && addresses.every((may, at) => may.includes(parts[at]));
}

/** Properties of a world may have any name. */
const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

export function structureMessage(given: readonly SdmxComponent[], now: Date): string {
  const components = given.map((one) => ({ ...one, id: escaped(one.id) }));
  const concepts = components.map(({ id }) => `<str:Concept id="${id}">${named(id)}</str:Concept>`);
  const lists = [
    listOf("Dimension", components),
    listOf("Attribute", components),
    listOf("Measure", components),
  ];
  const name = named("Observations");
  const structure = `<str:Structure>${urnOf("datastructure.DataStructure", dataflow.id)}</str:Structure>`;
  const prepared = `${now.toISOString().slice(0, "2000-01-01T00:00:00".length)}Z`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<mes:Structure xmlns:mes="${namespace}/message" xmlns:str="${namespace}/structure" xmlns:com="${namespace}/common">
<mes:Header><mes:ID>${dataflow.id}</mes:ID><mes:Test>false</mes:Test><mes:Prepared>${prepared}</mes:Prepared><mes:Sender id="${dataflow.agency}"/></mes:Header>
<mes:Structures>
<str:ConceptSchemes><str:ConceptScheme id="${scheme}" ${of}>${named("Components")}${concepts.join("")}</str:ConceptScheme></str:ConceptSchemes>
<str:Dataflows><str:Dataflow id="${dataflow.id}" ${of}>${name}${structure}</str:Dataflow></str:Dataflows>
<str:DataStructures><str:DataStructure id="${dataflow.id}" ${of}>${name}<str:DataStructureComponents>
${lists.join("\n")}
</str:DataStructureComponents></str:DataStructure></str:DataStructures>
</mes:Structures>
</mes:Structure>
`;
}

/** Components of one kind. */
function listOf(
  name: "Dimension" | "Attribute" | "Measure",
  all: readonly SdmxComponent[],
): string {
  const own = all.filter(({ kind }) => kind === name.toLowerCase());
  const texts = own.map(({ id }, at) => componentOf(name, id, at + 1));
  return `<str:${name}List id="${name}Descriptor">${texts.join("")}</str:${name}List>`;
}

function componentOf(name: string, id: string, position: number): string {
  const isTime = id === "TIME_PERIOD";
  const element = isTime ? "str:TimeDimension" : `str:${name}`;
  const type = isTime ? "ObservationalTimePeriod" : "String";
  const more =
    name === "Dimension" ? (isTime ? "" : ` position="${position}"`) : ' usage="optional"';
  const concept = `<str:ConceptIdentity>${urnOf("conceptscheme.Concept", scheme)}.${id}</str:ConceptIdentity>`;
  const form = `<str:LocalRepresentation><str:TextFormat textType="${type}"/></str:LocalRepresentation>`;
  const relation =
    name === "Attribute"
      ? "<str:AttributeRelationship><str:Observation/></str:AttributeRelationship>"
      : "";
  return `<${element} id="${id}"${more}>${concept}${form}${relation}</${element}>`;
}
