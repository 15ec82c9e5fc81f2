/** As much of a document as drawings of SVG need, where there is no browser. */
import { escaped } from "./escaped.ts";

const svg = "http://www.w3.org/2000/svg";

/** A node of text has no name. */
class PlainNode {
  readonly ownerDocument: PlainDocument;
  readonly namespaceURI: string;
  readonly tagName: string;
  childNodes: PlainNode[] = [];
  parentNode: PlainNode | null = null;
  readonly style: PlainStyle;
  readonly #attributes = new Map<string, string>();
  readonly #text: string;

  constructor(ownerDocument: PlainDocument, tagName: string, text = "") {
    this.ownerDocument = ownerDocument;
    this.namespaceURI = svg;
    this.tagName = tagName;
    this.#text = text;
    this.style = new PlainStyle();
  }

  setAttribute(name: string, value: unknown): void {
    this.#attributes.set(name, `${value}`);
  }

  setAttributeNS(_space: string | null, name: string, value: unknown): void {
    this.setAttribute(name, value);
  }

  getAttribute(name: string): string | null {
    return this.#attributes.get(name) ?? null;
  }

  removeAttribute(name: string): void {
    this.#attributes.delete(name);
  }

  appendChild(node: PlainNode): PlainNode {
    return this.insertBefore(node, null);
  }

  insertBefore(node: PlainNode, before: PlainNode | null): PlainNode {
    node.parentNode?.removeChild(node);
    const at = before === null ? this.childNodes.length : this.childNodes.indexOf(before);
    this.childNodes.splice(at, 0, node);
    node.parentNode = this;
    return node;
  }

  removeChild(node: PlainNode): PlainNode {
    this.childNodes = this.childNodes.filter((one) => one !== node);
    node.parentNode = null;
    return node;
  }

  get textContent(): string {
    return this.#text + this.childNodes.map((node) => node.textContent).join("");
  }

  set textContent(text: string | null) {
    const node = new PlainNode(this.ownerDocument, "", text ?? "");
    this.childNodes = text === null || text === "" ? [] : [node];
  }

  get outerHTML(): string {
    if (this.tagName === "") return escaped(this.#text);
    const text = textOf(this.style);
    const style = text === "" ? [] : [["style", text] as const];
    const attributes = [...this.#attributes, ...style]
      .map(([name, value]) => ` ${name}="${escaped(value)}"`)
      .join("");
    const inside = this.childNodes.map((node) => node.outerHTML).join("");
    return `<${this.tagName}${attributes}>${inside}</${this.tagName}>`;
  }
}

/** Properties are assigned, as `fontSize`, or set, as `font-size`. */
class PlainStyle {
  [name: string]: unknown;

  setProperty(name: string, value: unknown): void {
    this[name] = value;
  }

  removeProperty(name: string): void {
    delete this[name];
  }
}

const textOf = (style: PlainStyle): string =>
  Object.entries(style)
    .map(([name, value]) => `${name.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}: ${value}`)
    .join("; ");

export class PlainDocument {
  readonly documentElement: PlainNode = new PlainNode(this, "svg");

  createElementNS(_space: string, name: string): PlainNode {
    return new PlainNode(this, name);
  }

  createElement(name: string): PlainNode {
    return new PlainNode(this, name);
  }

  createTextNode(text: string): PlainNode {
    return new PlainNode(this, "", text);
  }
}

export const plainDocument = (): PlainDocument => new PlainDocument();
