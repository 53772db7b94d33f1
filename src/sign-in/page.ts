import { type DefaultTreeAdapterTypes, parse, parseFragment } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;
type Attributes = Readonly<Record<string, string>>;

export interface Form {
  readonly action: string;
  readonly method: string;
  readonly inputs: readonly Input[];
}

/** What a sign-in reads of a page. As in a browser, comments and templates are no part of it. */
export interface Page {
  readonly forms: readonly Form[];
  /** Including those outside of forms. */
  readonly inputs: readonly Input[];
  readonly scripts: readonly string[];
  /** Values of id, class, name, title and src, which tell what a page is about. */
  readonly marks: readonly string[];
}

const MOST_NODES = 50_000;
const MARKS = ["id", "class", "name", "title", "src"] as const;

export function readPage(html: string): Page {
  return collect(parse(html));
}

function collect(root: Node): Page {
  const forms: { action: string; method: string; inputs: Input[] }[] = [];
  const page = { forms, inputs: [] as Input[], scripts: [] as string[], marks: [] as string[] };
  const waiting: { node: Node; form: (typeof forms)[number] | undefined }[] = [
    { node: root, form: undefined },
  ];
  let seen = 0;
  for (let next = waiting.pop(); next !== undefined && seen < MOST_NODES; next = waiting.pop()) {
    seen += 1;
    let { form } = next;
    const { node } = next;
    if (isElement(node)) {
      const attributes = attributesOf(node);
      page.marks.push(...MARKS.flatMap((mark) => attributes[mark] ?? []));
      if (node.tagName === "script") page.scripts.push(textOf(node));
      if (node.tagName === "form") forms.push((form = { ...formOf(attributes), inputs: [] }));
      if (node.tagName === "input") {
        const input = inputOf(attributes);
        page.inputs.push(input);
        form?.inputs.push(input);
      }
    }
    if ("childNodes" in node) {
      for (const child of node.childNodes.toReversed()) waiting.push({ node: child, form });
    }
  }
  return page;
}

/** Returns the form token of E4: the input with this id, in the page or in a script's text. */
export function formToken(page: Page, id: string): string | undefined {
  const own = page.forms.find(hasPassword)?.inputs.find((input) => input.id === id);
  const found =
    own ??
    page.inputs.find((input) => input.id === id) ??
    scriptInputs(page).find((input) => input.id === id);
  return found === undefined || found.value === "" ? undefined : found.value;
}

/** Returns the address a script says to post to, by the first of these names that has one. */
export function postAddress(page: Page, keys: readonly string[]): string | undefined {
  const texts = page.scripts.flatMap(scriptTexts);
  for (const key of keys) {
    const found = texts.find((one) => one.key === key && one.text !== "");
    // Scripts have no entities, but pages that are escaped twice have them all the same.
    if (found !== undefined) return found.text.replaceAll(/&(?:amp|#38|#x26);/gi, "&");
  }
  return undefined;
}

function hasPassword({ inputs }: Pick<Form, "inputs">): boolean {
  return inputs.some(({ type }) => type === "password");
}

export type PageKind = "captcha" | "second-factor" | "login" | "interstitial" | "unknown";

const ONE_TIME_CODE = /^(?:otc|otp|totp|mfa_?code|two_?factor|verification_?code|one_?time_?code)$/i;
const SENT_BY_ITSELF = new Set(["hidden", "submit", "button", "image", "checkbox"]);

/** Returns what kind of page a provider shows. */
export function kindOf(page: Page): PageKind {
  if (page.marks.some((mark) => /captcha/i.test(mark))) return "captcha";
  const asksCode = page.inputs.some(
    ({ name, id, autocomplete }) =>
      autocomplete === "one-time-code" || ONE_TIME_CODE.test(name) || ONE_TIME_CODE.test(id),
  );
  if (asksCode) return "second-factor";
  if (hasPassword(page)) return "login";
  return onwardForm(page) === undefined ? "unknown" : "interstitial";
}

export function onwardForm({ forms }: Page): Form | undefined {
  const [form] = forms;
  if (form === undefined || forms.length > 1 || !form.inputs.some(({ type }) => type === "hidden"))
    return undefined;
  return form.inputs.every(({ type }) => SENT_BY_ITSELF.has(type)) ? form : undefined;
}

function scriptInputs(page: Page): readonly Input[] {
  return page.scripts
    .flatMap(scriptTexts)
    .filter(({ text }) => /<input\b/i.test(text))
    .flatMap(({ text }) => collect(parseFragment(text)).inputs);
}

function formOf({ action = "", method = "get" }: Attributes): Pick<Form, "action" | "method"> {
  return { action, method: method.toLowerCase() };
}

type Input = ReturnType<typeof inputOf>;

function inputOf(attributes: Attributes) {
  const { name = "", id = "", type = "text", value = "", autocomplete = "" } = attributes;
  return {
    name,
    id,
    /** "text" by default, as in HTML. */
    type: type.trim().toLowerCase(),
    value,
    autocomplete: autocomplete.trim().toLowerCase(),
  };
}

function isElement(node: Node): node is Element {
  return "tagName" in node;
}

function attributesOf({ attrs }: Element): Attributes {
  return Object.fromEntries(attrs.map(({ name, value }) => [name, value]));
}

function textOf({ childNodes }: Element): string {
  return childNodes.map((child) => ("value" in child ? child.value : "")).join("");
}

/** A string in a script, and its key if it has one. */
interface ScriptText {
  readonly key: string | undefined;
  readonly text: string;
}

const KEY_BEFORE = /([A-Za-z_$][\w$]{0,63})\s{0,8}[:=]\s{0,8}$/;
/** A comment or a quoted string; an unclosed one ends with its line, or with the script. */
const COMMENT_OR_TEXT = new RegExp(
  [
    String.raw`//[^\n]*`,
    String.raw`/\*[^]*?(?:\*/|$)`,
    String.raw`"(?<double>[^"\\\n]*(?:\\[^]?[^"\\\n]*)*)["\n]?`,
    String.raw`'(?<single>[^'\\\n]*(?:\\[^]?[^'\\\n]*)*)['\n]?`,
    "`(?<template>[^`\\\\]*(?:\\\\[^]?[^`\\\\]*)*)`?",
  ].join("|"),
  "g",
);
const ESCAPE = /\\(?:u([\dA-Fa-f]{4})|x([\dA-Fa-f]{2})|([^]?))/g;
const ESCAPES: ReadonlyMap<string, string> = new Map(
  Object.entries({ n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", v: "\v", "0": "\0" }),
);

/**
 * Returns a script's quoted strings, unescaped, in one pass: enough to read a page's settings from an object literal or
 * JSON.
 */
export function scriptTexts(script: string): readonly ScriptText[] {
  const found: ScriptText[] = [];
  let codeFrom = 0;
  for (const { 0: whole, groups = {}, index } of script.matchAll(COMMENT_OR_TEXT)) {
    const quoted = groups["double"] ?? groups["single"] ?? groups["template"];
    if (quoted === undefined) continue;
    const between = script.slice(Math.max(codeFrom, index - 96), index);
    found.push({ key: keyOf(between, found.at(-1)?.text), text: withoutEscapes(quoted) });
    codeFrom = index + whole.length;
  }
  return found;
}

/** Matches `key: "..."`, `key = "..."` and `"key": "..."`. */
function keyOf(between: string, before: string | undefined): string | undefined {
  if (/^\s*:\s*$/.test(between)) return before;
  return KEY_BEFORE.exec(between)?.[1];
}

function withoutEscapes(text: string): string {
  return text.replaceAll(ESCAPE, (_, unicode?: string, byte?: string, letter = "") => {
    const code = unicode ?? byte;
    return code === undefined
      ? (ESCAPES.get(letter) ?? letter)
      : String.fromCharCode(Number.parseInt(code, 16));
  });
}
