import { type DefaultTreeAdapterTypes, parse } from "parse5";

import type { Block, Field, Inline } from "./view.ts";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

interface Input {
  readonly name: string;
  readonly type: string;
  readonly value: string;
}

export interface DocumentForm {
  readonly action: URL;
  readonly method: "GET" | "POST";
  readonly inputs: readonly Input[];
}

/** The content of a site's page: texts, links and forms, but no markup. */
export interface SiteDocument {
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly forms: readonly DocumentForm[];
  /** Whether its script submits the only form by itself. */
  readonly sendsItselfOn: boolean;
}

const UNSEEN = new Set(["head", "script", "style", "template", "noscript"]);
const HEADINGS = new Set(["h1", "h2", "h3", "h4"]);
const FIELD_TYPES = new Set<string>(["text", "email", "password", "checkbox", "number", "tel"]);
const BUTTONS = new Set(["submit", "button", "image", "reset"]);
const MOST_NODES = 20_000;
const DEEPEST = 200;

export function readDocument(html: string, base: URL): SiteDocument {
  return new Reader(base).read(html);
}

class Reader {
  readonly #base: URL;
  readonly #blocks: Block[] = [];
  readonly #forms: DocumentForm[] = [];
  #title = "";
  #scripts = "";
  #left = MOST_NODES;

  constructor(base: URL) {
    this.#base = base;
  }

  read(html: string): SiteDocument {
    this.#walk(parse(html), 0);
    const [form] = this.#forms;
    return {
      title: this.#title,
      blocks: this.#blocks,
      forms: this.#forms,
      sendsItselfOn:
        this.#forms.length === 1 &&
        form !== undefined &&
        form.inputs.every(({ type }) => type === "hidden") &&
        /\.submit\(\)/.test(this.#scripts),
    };
  }

  #walk(node: Node, depth: number): void {
    this.#left -= 1;
    if (this.#left < 0 || depth > DEEPEST) return;
    if (!isElement(node)) return this.#walkChildren(node, depth);
    const { tagName } = node;
    if (tagName === "title") this.#title = textOf(node);
    else if (tagName === "script") this.#scripts += textOf(node);
    else if (tagName === "form") this.#form(node);
    else if (tagName === "head") this.#walkChildren(node, depth);
    else if (UNSEEN.has(tagName)) return;
    else if (HEADINGS.has(tagName)) this.#text("heading", node);
    else if (tagName === "p" || tagName === "li" || tagName === "a") this.#text(kindOf(node), node);
    else this.#walkChildren(node, depth);
  }

  #walkChildren(node: Node, depth: number): void {
    if ("childNodes" in node) for (const child of node.childNodes) this.#walk(child, depth + 1);
  }

  #text(kind: "heading" | "text" | "problem", node: Element): void {
    const inlines = this.#inlines(node, 0).filter(({ text }) => text !== "");
    if (inlines.some(({ text }) => text.trim() !== "")) this.#blocks.push({ kind, inlines });
  }

  #inlines(node: Element, depth: number): Inline[] {
    if (depth > DEEPEST) return [];
    if (node.tagName === "a") {
      const address = addressIn(node, "href", this.#base);
      return [{ text: textOf(node), ...(address !== undefined && { address: address.href }) }];
    }
    return node.childNodes.flatMap((child) => {
      if (isElement(child)) return UNSEEN.has(child.tagName) ? [] : this.#inlines(child, depth + 1);
      return "value" in child ? [{ text: child.value.replaceAll(/\s+/g, " ") }] : [];
    });
  }

  #form(node: Element): void {
    const action = addressIn(node, "action", this.#base);
    const parts = elementsIn(node);
    const inputs = parts.filter(({ tagName }) => tagName === "input");
    const method = attribute(node, "method").toLowerCase() === "post" ? "POST" : "GET";
    const form = this.#forms.length;
    // An invalid action means the page itself, as a missing one does.
    this.#forms.push({ action: action ?? this.#base, method, inputs: inputs.map(inputOf) });
    const fields = inputs.flatMap((input) => fieldOf(input) ?? []);
    const button = parts.find(({ tagName }) => tagName === "button");
    const label = button === undefined ? "Go on" : textOf(button).trim() || "Go on";
    this.#blocks.push({ kind: "form", form, fields, button: label });
  }
}

function kindOf(node: Element): "text" | "problem" {
  const isProblem = attribute(node, "role") === "alert" || /\bproblem\b/.test(attribute(node, "class"));
  return isProblem ? "problem" : "text";
}

function inputOf(node: Element): Input {
  const type = attribute(node, "type").trim().toLowerCase() || "text";
  return { name: attribute(node, "name"), type, value: attribute(node, "value") };
}

function fieldOf(node: Element): Field | undefined {
  const { name, type } = inputOf(node);
  if (type === "hidden" || BUTTONS.has(type) || name === "") return undefined;
  return {
    name,
    label: labelOf(node) || name,
    type: (FIELD_TYPES.has(type) ? type : "text") as Field["type"],
    autocomplete: attribute(node, "autocomplete"),
    isRequired: node.attrs.some((each) => each.name === "required"),
  };
}

function labelOf(node: Element): string {
  for (let at = node.parentNode; at !== null && isElement(at); at = at.parentNode) {
    if (at.tagName === "label") return textOf(at).replaceAll(/\s+/g, " ").trim();
  }
  return attribute(node, "aria-label") || attribute(node, "placeholder");
}

function addressIn(node: Element, name: string, base: URL): URL | undefined {
  const said = attribute(node, name).trim();
  return URL.canParse(said, base.href) ? new URL(said, base) : undefined;
}

function attribute(node: Element, name: string): string {
  return node.attrs.find((each) => each.name === name)?.value ?? "";
}

function isElement(node: Node): node is Element {
  return "tagName" in node;
}

function textOf(root: Element): string {
  return nodesIn(root)
    .map((node) => (node.nodeName === "#text" && "value" in node ? node.value : ""))
    .join("");
}

function elementsIn(root: Element): Element[] {
  return nodesIn(root).filter((node) => isElement(node));
}

/** Returns all nodes in order. Not recursive: pages may be nested deeper than the call stack allows. */
function nodesIn(root: Element): Node[] {
  const found: Node[] = [];
  const waiting: Node[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    found.push(next);
    if ("childNodes" in next) waiting.push(...next.childNodes.toReversed());
  }
  return found;
}
