/** Door of the templates: which table they read, and the nodes of its rows. */

export { type TemplateForm, Templates, templateForm } from "./templates.ts";
export { asksForPlaces, hasNameless, readTemplate, type Template, waitsForPlaces } from "./tmcf.ts";
export { loadTemplateCsv, templateReader } from "./tmcf-csv.ts";
export {
  delimiterOf,
  type PlainTemplate,
  plainTemplate,
  type TableForm,
  tableFormOf,
  templateOf,
} from "./tmcf-header.ts";
export { bindTemplate, TemplateTable } from "./tmcf-table.ts";
