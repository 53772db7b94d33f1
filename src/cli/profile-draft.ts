import { readFileSync } from "node:fs";

import { systemCode } from "../base/system-code.ts";
import { isObject } from "../platform/json/path.ts";
import { parseJson } from "../platform/json/parse.ts";
import { recordShapes } from "../platform/resources/answers.ts";
import { findRecord, type FoundRecord, placesIn } from "./draft/answer.ts";
import { describeMatching, renamesOf } from "./draft/describe.ts";
import { nestedRecords } from "./draft/nested.ts";
import { draftProfile } from "./draft/openapi.ts";
import { nearest } from "../platform/profile/fault.ts";
import { type CliContext, counted, endWith, readArguments } from "./subcommand.ts";

export const usage = `Usage: milepost profile draft ANSWER.json --record NAME
       milepost profile draft --openapi FILE

  ANSWER.json     an answer of the service, whole, as it came
  --record NAME   the record it holds, such as GeneralUser (the manual lists them)
  --openapi FILE  the service's OpenAPI 3 document, as JSON

  Prints "renames", or a whole profile to begin with; on stderr how sure each is, and what you have to look at.
  Nothing is asked of the service, and what can't be told is left out.
`;

/** `milepost profile draft`. */
export async function run(args: readonly string[], context: CliContext): Promise<number | undefined> {
  const options = { record: { type: "string" }, openapi: { type: "string" } } as const;
  const called = readArguments(args, options, { least: 0, most: 1 });
  const [file] = called?.positionals ?? [];
  const { record, openapi } = called?.values ?? {};
  const from = openapi ?? file;
  if (from === undefined || (file === undefined) !== (record === undefined)) return undefined;
  if (openapi !== undefined && record !== undefined) return undefined;
  const given = readJson(from);
  if ("fault" in given) return endWith(1, context.stderr, given.fault);
  return record === undefined ? draftFrom(given.value, context) : draftRenames(record, given.value, context);
}

function draftFrom(document: unknown, { stdout, stderr }: CliContext): number {
  const version = isObject(document) ? document["openapi"] : undefined;
  if (!isObject(document) || typeof version !== "string" || !version.startsWith("3."))
    return endWith(1, stderr, "It is no OpenAPI 3 document. Convert Swagger 2 to OpenAPI 3 first.\n");
  const { profile, look } = draftProfile(document);
  stderr.write(`A draft. Look at:\n${look.map((line) => `  ${line}\n`).join("")}`);
  stdout.write(`${JSON.stringify(profile, null, 2)}\n`);
  return 0;
}

function readJson(file: string): { readonly value: unknown } | { readonly fault: string } {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    return { fault: `${file} can't be read (${systemCode(error) ?? "unknown"}).\n` };
  }
  try {
    return { value: parseJson(text) };
  } catch {
    return {
      fault: `${file} is no JSON. Write YAML as JSON first, as with npx yaml --json --single < FILE.\n`,
    };
  }
}

function draftRenames(record: string, answer: unknown, { stdout, stderr }: CliContext): number {
  const shapes = recordShapes();
  const shape = shapes.get(record);
  if (shape === undefined) {
    const meant = nearest(record, [...shapes.keys()]);
    const hint = meant === undefined ? `they are ${[...shapes.keys()].join(", ")}` : `did you mean ${meant}?`;
    return endWith(2, stderr, `There is no such record: ${hint}\n`);
  }
  const found = findRecord(shape, placesIn(answer));
  if (found === undefined) return endWith(1, stderr, `Nothing in it looks like a ${record}.\n`);
  stderr.write(`${placeOf(found, record)}\n${describeMatching(found).join("\n")}\n`);
  const nested = nestedRecords(shape, found);
  for (const one of nested)
    stderr.write(`${one.record}, inside of it:\n${describeMatching(one).join("\n")}\n`);
  const renamed = [{ record, ...found }, ...nested].map((one) => [one.record, renamesOf(one)] as const);
  const renames = Object.fromEntries(
    renamed.filter(([name, fields]) => name === record || Object.keys(fields).length > 0),
  );
  stdout.write(`${JSON.stringify({ renames }, null, 2)}\n`);
  return 0;
}

function placeOf({ path, as, count }: FoundRecord, record: string): string {
  const where = path === "" ? "the top of the answer" : path;
  if (as === "record") return `${record}, read at ${where} (for pick, or the envelope's response):`;
  const kind = as === "list" ? "a list" : "a dictionary";
  return `${record}, read at ${where}, ${kind} of ${counted(count ?? 0, "entry", "entries")} (for items, or pick):`;
}
