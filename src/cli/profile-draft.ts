import { nearest } from "../platform/profile/shape-faults.ts";
import { recordShapes } from "../platform/resources/answers.ts";
import { describeMatching, renamesOf } from "./draft/describe.ts";
import { EntangledDocument, OpenApiDocument } from "./draft/document.ts";
import { documentOfAnswers, type SampleAnswer } from "./draft/from-answers.ts";
import { inferSchema } from "./draft/infer-schema.ts";
import { nestedRecords } from "./draft/nested.ts";
import { draftProfile } from "./draft/openapi.ts";
import { findRecord, type FoundRecord, placesIn } from "./draft/places.ts";
import { readDocument } from "./draft/read-document.ts";
import { FileReader } from "./draft/read-file.ts";
import { type CliContext, counted, endWith, readArguments } from "./subcommand.ts";

export const usage = `Usage: milepost profile draft --openapi FILE
       milepost profile draft --answer ADDRESS=FILE [--answer ADDRESS=FILE ...]
       milepost profile draft ANSWER [ANSWER ...] --record NAME

  --openapi FILE  the service's OpenAPI 3 or Swagger 2 document, as JSON or YAML; files it refers to are read too
  --answer ADDRESS=FILE
                  an answer of the service, whole, as it came, and the address it came from, such as
                  https://api.example/v1/news=news.json; two or three of them will do
  ANSWER          answers of one kind
  --record NAME   the record they hold, such as GeneralUser (the manual lists them)

  Prints a whole profile to begin with, or "renames"; on stderr how sure each is, and what you have to look at.
  Nothing is asked of the service, and what can't be told is left out.
`;

const MOST_FILES = 20;

/** `milepost profile draft`. */
export async function run(args: readonly string[], context: CliContext): Promise<number | undefined> {
  const options = {
    record: { type: "string" },
    openapi: { type: "string" },
    answer: { type: "string", multiple: true },
  } as const;
  const called = readArguments(args, options, { least: 0, most: MOST_FILES });
  const { positionals: files = [], values: { record, openapi, answer = [] } = {} } = called ?? {};
  const ways = [openapi !== undefined, answer.length > 0, files.length > 0];
  if (ways.filter(Boolean).length !== 1 || files.length > 0 !== (record !== undefined)) return undefined;
  if (record !== undefined) return draftRenames(record, files, context);
  const document = openapi === undefined ? await readAnswers(answer) : await readDocument(openapi);
  return "fault" in document
    ? endWith(1, context.stderr, `${document.fault}\n`)
    : draftFrom(document, context);
}

function draftFrom(document: OpenApiDocument, { stdout, stderr }: CliContext): number {
  try {
    const { profile, look } = draftProfile(document);
    stderr.write(`A draft. Look at:\n${look.map((line) => `  ${line}\n`).join("")}`);
    stdout.write(`${JSON.stringify(profile, null, 2)}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof EntangledDocument)) throw error;
    return endWith(1, stderr, "Its schemas refer to each other too often to draft from.\n");
  }
}

async function readAnswers(given: readonly string[]): Promise<OpenApiDocument | { readonly fault: string }> {
  const addressed = given.map((one) => {
    const end = one.lastIndexOf("=");
    return { url: URL.parse(one.slice(0, Math.max(0, end))), file: one.slice(end + 1) };
  });
  const read = await readAll(addressed.map(({ file }) => file));
  if ("fault" in read) return read;
  const samples: SampleAnswer[] = [];
  for (const [index, { url }] of addressed.entries()) {
    if (url === null || !/^https?:$/.test(url.protocol))
      return {
        fault: "--answer takes an address and a file, such as https://api.example/v1/news=news.json.",
      };
    samples.push({ url, answer: read.values[index] });
  }
  return documentOfAnswers(samples);
}

/** Returns what the files hold, or why one can't be read. */
async function readAll(
  files: readonly string[],
): Promise<{ readonly values: readonly unknown[] } | { readonly fault: string }> {
  const reader = new FileReader();
  try {
    const values: unknown[] = [];
    for (const file of files) {
      const read = await reader.read(file);
      if ("fault" in read) return read;
      values.push(read.value);
    }
    return { values };
  } finally {
    await reader.close();
  }
}

async function draftRenames(
  record: string,
  files: readonly string[],
  { stdout, stderr }: CliContext,
): Promise<number> {
  const shapes = recordShapes();
  const shape = shapes.get(record);
  if (shape === undefined) {
    const meant = nearest(record, [...shapes.keys()]);
    const hint = meant === undefined ? `they are ${[...shapes.keys()].join(", ")}` : `did you mean ${meant}?`;
    return endWith(2, stderr, `There is no such record: ${hint}\n`);
  }
  const read = await readAll(files);
  if ("fault" in read) return endWith(1, stderr, `${read.fault}\n`);
  const places = placesIn(new OpenApiDocument({}), inferSchema(read.values));
  const found = findRecord({ name: record, shape }, places);
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

function placeOf({ place: { path, as, count } }: FoundRecord, record: string): string {
  const where = path === "" ? "the top of the answer" : path;
  if (as === "record") return `${record}, read at ${where} (for pick, or the envelope's response):`;
  const kind = as === "list" ? "a list" : "a dictionary";
  return `${record}, read at ${where}, ${kind} of ${counted(count ?? 0, "entry", "entries")} (for items, or pick):`;
}
