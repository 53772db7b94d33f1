import type { ActionState } from "../reply/reply.ts";

/** Characters that are percent-encoded: all but letters, digits and safe ASCII punctuation. */
const UNSAFE = /[^\p{L}\p{N}!"$&'()*,./:<>?@[\]^_`{|}-]/gu;
const SAFE_ASCII = /^[A-Za-z0-9.,:/-]*$/;
const FIELD = /^([^=#+!]+)([=#+!])([^]*)$/;
/** Only ASCII survives unchanged for certain; combining characters might not. */
const NOT_ASCII = /[^\x20-\x7E]/gu;

/** Returns a state as compact text: `name=text`, `name#number`, `name+` for true, `name!` for false, joined by `;`. */
export function packState(state: ActionState | undefined): string {
  if (state === undefined) return "";
  const fields: string[] = [];
  for (const [name, value] of Object.entries(state)) {
    if (value !== undefined) fields.push(escapeText(name).replaceAll("!", "%21") + packValue(value));
  }
  return fields.join(";");
}

/** Returns undefined when the text is not a state. */
export function unpackState(text: string): ActionState | undefined {
  const state: Record<string, string | number | boolean> = Object.create(null);
  if (text === "") return state;
  for (const field of text.split(";")) {
    const [, name, kind, value] = FIELD.exec(field) ?? [];
    if (name === undefined || kind === undefined || value === undefined) return undefined;
    const [plainName, plainValue] = [unescape(name), unpackValue(kind, value)];
    if (plainName === undefined || plainValue === undefined) return undefined;
    state[plainName] = plainValue;
  }
  return state;
}

function packValue(value: string | number | boolean): string {
  if (typeof value === "string") return `=${escapeText(value)}`;
  if (typeof value === "number") return `#${value}`;
  return value ? "+" : "!";
}

function unpackValue(kind: string, value: string): string | number | boolean | undefined {
  if (kind === "=") return unescape(value);
  if (kind === "#") return value !== "" && Number.isFinite(Number(value)) ? Number(value) : undefined;
  return value === "" ? kind === "+" : undefined;
}

function escapeText(text: string): string {
  if (SAFE_ASCII.test(text)) return text;
  const whole = text.toWellFormed();
  const unsafe = whole.normalize("NFKC") === whole ? UNSAFE : NOT_ASCII;
  return whole
    .replaceAll("%", "%25")
    .replaceAll(unsafe, encodeUnlessPercent)
    .replaceAll(UNSAFE, encodeUnlessPercent);
}

function encodeUnlessPercent(part: string): string {
  return part === "%" ? part : encodeURIComponent(part);
}

function unescape(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
