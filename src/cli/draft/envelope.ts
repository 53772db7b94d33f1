import type { OpenApiDocument, Schema } from "./document.ts";
import { typeOf } from "./document.ts";

/** The wrapper of all answers, as far as the document shows. */
export interface DraftEnvelope {
  readonly keys: Readonly<Record<string, unknown>>;
  /** The member with the requested data. */
  readonly response: string | undefined;
  readonly look: readonly string[];
}

const RESPONSE = /^(?:response|data|result|payload|content|body)$/i;
const CODE = /^(?:(?:error_?|ret_?)?(?:code|status)|result|errno)$/i;
/** The share of answers that have to look alike. */
const MOST = 0.8;

/** Finds what the answers of all routes have in common: a member with the data, and a code beside it. */
export function draftEnvelope(document: OpenApiDocument, answers: readonly Schema[]): DraftEnvelope {
  const tops = answers.map((answer) => document.properties(answer));
  const isIn = (name: string) => tops.filter((top) => name in top).length >= Math.max(2, tops.length * MOST);
  const common = [...new Set(tops.flatMap((top) => Object.keys(top)))].filter(isIn);
  const types = (name: string) => tops.map((top) => typeOf(document.follow(top[name]) ?? {}));
  const holds = (name: string) => types(name).some((type) => type === "object" || type === "array");
  const response = common.find((name) => RESPONSE.test(name) && holds(name));
  if (response === undefined) return { keys: { kind: "bare" }, response: undefined, look: [] };
  const code = common.find((name) => CODE.test(name) && !holds(name));
  if (code === undefined) {
    const look = `envelope: answers stand in ${response}, and no member of theirs looks like a code; say okCodes`;
    return { keys: { members: { response }, okCodes: [null] }, response, look: [look] };
  }
  const schema = document.follow(tops.find((top) => code in top)?.[code]) ?? {};
  const ok = schema["const"] ?? schema["example"] ?? schema["default"];
  const isKnown = typeof ok === "string" || typeof ok === "number";
  const look = isKnown
    ? `envelope.okCodes: ${JSON.stringify(ok)} is the document's example; say what success is`
    : `envelope.okCodes: the document doesn't say which ${code} (${typeOf(schema)}) is success`;
  const keys = { members: { response, code }, ...(isKnown && { okCodes: [ok] }) };
  return { keys, response, look: [look, "envelope.classes: what its other codes mean"] };
}
