import { readFileSync } from "node:fs";

import { systemCode } from "../base/system-code.ts";
import { parseJson } from "../platform/json/parse.ts";
import { recordShapes } from "../platform/resources/answers.ts";
import { findRecord, type FoundRecord } from "./draft/answer.ts";
import { describeMatching, renamesOf } from "./draft/describe.ts";
import { nearest } from "../platform/profile/fault.ts";
import { type CliContext, counted, endWith, readArguments } from "./subcommand.ts";

export const usage = `Usage: milepost profile draft ANSWER.json --record NAME

  ANSWER.json    an answer of the service, whole, as it came
  --record NAME  the record it holds, such as GeneralUser (the manual lists them)

  Prints "renames" for a profile, and on stderr how sure each is. Nothing is asked of the service.
`;

/** `milepost profile draft`. */
export async function run(args: readonly string[], context: CliContext): Promise<number | undefined> {
  const called = readArguments(args, { record: { type: "string" } } as const, { least: 1, most: 1 });
  const file = called?.positionals[0];
  const record = called?.values.record;
  if (file === undefined || record === undefined) return undefined;
  const given = readJson(file);
  return "fault" in given
    ? endWith(1, context.stderr, given.fault)
    : draftRenames(record, given.value, context);
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
    return { fault: `${file} is no JSON. Write YAML as JSON first.\n` };
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
  const found = findRecord(shape, answer);
  if (found === undefined) return endWith(1, stderr, `Nothing in it looks like a ${record}.\n`);
  stderr.write(`${placeOf(found, record)}\n${describeMatching(found).join("\n")}\n`);
  stdout.write(`${JSON.stringify({ renames: { [record]: renamesOf(found) } }, null, 2)}\n`);
  return 0;
}

function placeOf({ path, as, count }: FoundRecord, record: string): string {
  const where = path === "" ? "the top of the answer" : path;
  if (as === "record") return `${record}, read at ${where} (for pick, or the envelope's response):`;
  const kind = as === "list" ? "a list" : "a dictionary";
  return `${record}, read at ${where}, ${kind} of ${counted(count, "entry", "entries")} (for items, or pick):`;
}
