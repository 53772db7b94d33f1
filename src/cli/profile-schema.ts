import { z } from "zod";

import { ProfileSchema } from "../platform/profile/schema.ts";
import { recordFields } from "../platform/resources/answers.ts";
import { type CliContext, readArguments } from "./subcommand.ts";

export const usage = `Usage: milepost profile schema > profile.schema.json

Prints the JSON Schema of profiles. Put "$schema": "./profile.schema.json" in yours, and your editor completes keys and
marks mistakes.
`;

export async function run(args: readonly string[], { stdout }: CliContext): Promise<number | undefined> {
  if (readArguments(args, {}, { least: 0, most: 0 }) === undefined) return undefined;
  stdout.write(`${JSON.stringify(profileJsonSchema(), null, 2)}\n`);
  return 0;
}

/** Returns the JSON Schema (draft 2020-12) of a JSON profile. */
export function profileJsonSchema(): z.core.JSONSchema.JSONSchema {
  const whole = z.toJSONSchema(ProfileSchema, {
    io: "input",
    reused: "ref",
    unrepresentable: "any",
    override,
  });
  return { title: "A platform profile of Milepost", ...whole };
}

/** Removes what only TypeScript can say, and lists the fields that can be renamed. */
function override({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const { properties } = jsonSchema;
  if (properties === undefined) return;
  for (const name of ["read", "request", "sign"]) delete properties[name];
  if ("renames" in properties) properties["renames"] = renames();
}

function renames(): z.core.JSONSchema.BaseSchema {
  const records = [...recordFields()].map(([record, fields]) => [
    record,
    closedObject(Object.fromEntries(fields.map((field) => [field, PLACE]))),
  ]);
  const { description = "" } = ProfileSchema.shape.renames;
  return { description, ...closedObject(Object.fromEntries(records)) };
}

const text = { type: "string" } as const;
const PLACE = { anyOf: [text, { type: "array" as const, items: text, minItems: 1 }] };

function closedObject(properties: Record<string, z.core.JSONSchema.BaseSchema>) {
  return { type: "object" as const, properties, additionalProperties: false };
}
