import * as fc from "fast-check";
import type { z } from "zod";

import { isOf } from "../../../src/platform/resources/answers.ts";
import { type Leaf, meaningOf } from "../../../src/platform/resources/wire.ts";

const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom("4611686018442057913", "a, 1234567890123456,"),
);
const leaves: Readonly<Record<Leaf, fc.Arbitrary<unknown>>> = {
  int64: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }).map(String),
  int32: fc.integer(),
  uint32: fc.nat({ max: 2 ** 32 - 1 }),
  number: fc.double({ noNaN: true, noDefaultInfinity: true }),
  text: fc.oneof(text, fc.integer()),
  boolean: fc.constantFrom<unknown>(true, false, 0, 1, "0", "1", "true", "false"),
  date: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
};

/** Values of a schema, both wire shapes mixed: members null, left out, or there, and unknown ones beside. */
export function sampleOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const { def } = schema._zod;
  const { leaf, enum: enumName, dictionary } = meaningOf(schema);
  if (dictionary !== undefined) return sampleOf(dictionary);
  if (leaf !== undefined) return leaves[leaf];
  if (enumName !== undefined) return fc.integer();
  if (isOf(def, "object")) return objectOf(def.shape);
  if (isOf(def, "array")) return fc.array(sampleOf(def.element), { maxLength: 2 });
  if (isOf(def, "record"))
    return fc.dictionary(fc.nat({ max: 2 ** 32 }).map(String), sampleOf(def.valueType), { maxKeys: 2 });
  if (isOf(def, "union")) return fc.oneof(...def.options.map(sampleOf));
  if (isOf(def, "optional") || isOf(def, "nullable")) return fc.option(sampleOf(def.innerType), { freq: 3 });
  if (def.type === "number") return leaves.number;
  return def.type === "string" ? text : fc.jsonValue({ maxDepth: 2 });
}

function objectOf(shape: Readonly<Record<string, z.core.$ZodType>>): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, sampleOf(member)]));
  const required = Object.entries(shape).flatMap(([name, member]) =>
    member._zod.optin === "optional" ? [] : [name],
  );
  return fc
    .tuple(fc.record(members, { requiredKeys: required }), fc.constantFrom({}, { unheardOf: 1 }))
    .map(([known, unknown]) => ({ ...known, ...unknown }));
}
