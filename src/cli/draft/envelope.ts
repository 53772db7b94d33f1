import { type OpenApiDocument, type Schema, typeOf } from "./document.ts";

/** The wrapper of all answers, as far as the document shows. */
export interface DraftEnvelope {
  readonly keys: Readonly<Record<string, unknown>>;
  /** The member with the requested data, where the envelope takes it out. */
  readonly response: string | undefined;
  readonly look: readonly string[];
}

const RESPONSE = /^(?:response|data|result|payload|content|body)$/i;
const CODE = /^(?:(?:error_?|ret_?)?(?:code|status)|result|errno)$/i;
/** The share of answers that have to look alike. */
const MOST = 0.8;
const BARE = { keys: { kind: "bare" }, response: undefined };

/**
 * Finds what the answers of all routes have in common: a member with the data, and a code beside it. Without a code that
 * is known to mean success there is nothing an envelope would tell, and each operation says where its data is.
 */
export function draftEnvelope(document: OpenApiDocument, answers: readonly Schema[]): DraftEnvelope {
  const tops = answers.map((answer) => document.properties(answer));
  const counts = new Map<string, number>();
  for (const top of tops) for (const name of Object.keys(top)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const least = Math.max(2, tops.length * MOST);
  const common = [...counts].filter(([, count]) => count >= least).map(([name]) => name);
  const holds = (name: string) =>
    tops.some((top) => ["object", "array"].includes(typeOf(document.follow(top[name]) ?? {})));
  const response = common.find((name) => RESPONSE.test(name) && holds(name));
  const code = common.find((name) => CODE.test(name) && !holds(name));
  if (response === undefined || code === undefined) return { ...BARE, look: [] };
  const schema = document.follow(tops.find((top) => code in top)?.[code]) ?? {};
  const ok = schema["const"] ?? schema["example"] ?? schema["default"];
  if (typeof ok !== "string" && typeof ok !== "number") {
    const unsaid = `envelope: the document doesn't say which ${code} (${typeOf(schema)}) is success; say members and okCodes`;
    return { ...BARE, look: [unsaid] };
  }
  const look = [
    `envelope.okCodes: ${JSON.stringify(ok)} is the document's example; say what success is`,
    "envelope.classes: what its other codes mean",
  ];
  return { keys: { members: { response, code }, okCodes: [ok] }, response, look };
}
