import { z } from "zod";

import { ProfileSchema } from "./schema.ts";
import { levenshtein } from "../../base/levenshtein.ts";

/** A fault in a profile: where, what, and how to fix it. */
export interface ProfileFault {
  /** The key's path: `operations["user.byId"].path`. */
  readonly path: string;
  readonly problem: string;
  readonly fix: string;
}

export type Report = (path: string, problem: string, fix: string) => void;

/** Formats a key's path as people write it: `operations["user.byId"].path`, `hosts.allow[0]`. */
export function keyPath(path: readonly PropertyKey[]): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else if (/^[A-Za-z_$][\w$]*$/.test(String(step))) text += text === "" ? String(step) : `.${String(step)}`;
    else text += `[${JSON.stringify(String(step))}]`;
  }
  return text;
}

/** Returns the known name closest to the written one: equal except for case and at most two characters. */
export function nearest(written: string, known: readonly string[]): string | undefined {
  const far = (one: string) => levenshtein(one.toLowerCase(), written.slice(0, 60).toLowerCase());
  return known.find((one) => far(one) <= Math.min(2, Math.floor(one.length / 3)));
}

type Issue = z.core.$ZodIssue;

/** Returns the schema's findings in words for the profile's author, without quoting values. */
export function shapeFaults(issues: readonly Issue[]): readonly ProfileFault[] {
  return issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => strayKey(issue.path, key))
      : [faultOf(issue)],
  );
}

function faultOf(issue: Issue): ProfileFault {
  const path = keyPath(issue.path);
  return { path: path === "" ? "the file" : path, ...wordsFor(issue) };
}

type Words = Pick<ProfileFault, "problem" | "fix">;

function wordsFor(issue: Issue): Words {
  if (issue.code === "invalid_type") return wrongType(issue);
  if (issue.code === "invalid_value") {
    const allowed = issue.values.map(String).join(", ");
    return { problem: "none of what may stand here", fix: `write one of ${allowed}` };
  }
  if (issue.code === "invalid_union") {
    // The kind fits one alternative, but what it says doesn't.
    const inner = issue.errors.flat().find(({ code }) => code !== "invalid_type");
    if (inner !== undefined) return wordsFor(inner);
    return { problem: "of the wrong kind", fix: "a number or a text in quotes belongs here" };
  }
  if (issue.code === "too_small") return { problem: "too small, or empty", fix: leastOf(issue) };
  if (issue.code === "too_big") {
    return { problem: "too large, or too long", fix: `at most ${String(issue.maximum)}` };
  }
  return split(issue.code === "invalid_key" ? (issue.issues[0]?.message ?? issue.message) : issue.message);
}

/** Our own messages have the form "problem: fix". */
function split(message: string): Words {
  const [problem = message, ...fix] = message.split(": ");
  return { problem, fix: fix.length === 0 ? "see the README's table of keys" : fix.join(": ") };
}

function leastOf({ minimum, inclusive }: z.core.$ZodIssueTooSmall): string {
  return inclusive === false ? `something above ${String(minimum)}` : `at least ${String(minimum)}`;
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a text in quotes",
  number: "a number without quotes",
  int: "a whole number",
  boolean: "true or false without quotes",
  object: "an object in { }",
  record: "an object in { }",
  array: "a list in [ ]",
  null: "null",
};

function wrongType(issue: z.core.$ZodIssueInvalidType): Words {
  const received = /received (\w+)/.exec(issue.message)?.[1] ?? "";
  if (received === "undefined") return { problem: "missing", fix: "every profile needs it" };
  const wanted = KINDS[issue.expected] ?? issue.expected;
  return { problem: `${KINDS[received] ?? "a value"} stands here`, fix: `${wanted} belongs here` };
}

function strayKey(path: readonly PropertyKey[], key: string): ProfileFault {
  const known = keysAt(path);
  const near = nearest(key, known);
  const others = known.length === 0 ? "" : `; the keys here are ${known.join(", ")}`;
  return {
    path: keyPath([...path, key]),
    problem: "unknown key",
    fix: near === undefined ? `take it out, or correct its spelling${others}` : `did you mean ${near}?`,
  };
}

/** Returns the keys an object of the profile may have. */
function keysAt(path: readonly PropertyKey[]): readonly string[] {
  let schema: z.core.$ZodType = ProfileSchema;
  for (const step of path) {
    const inner = memberOf(unwrapped(schema), step);
    if (inner === undefined) return [];
    schema = inner;
  }
  const found = unwrapped(schema);
  if (found instanceof z.ZodObject) return Object.keys(found.shape);
  const names = found instanceof z.ZodRecord ? found.keyType : undefined;
  return names instanceof z.ZodEnum ? names.options.map(String) : [];
}

function memberOf(schema: z.core.$ZodType, step: PropertyKey): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodObject) return schema.shape[String(step)];
  if (schema instanceof z.ZodRecord) return schema.valueType;
  return schema instanceof z.ZodArray ? schema.element : undefined;
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapper =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;
  return isWrapper ? unwrapped(schema.def.innerType) : schema;
}
