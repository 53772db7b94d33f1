import type { z } from "zod";

import { MilepostError } from "../../base/errors.ts";
import type { Profile } from "../profile/schema.ts";
import { compileDecoder, type Decoder } from "./decoder.ts";
import type { Enums } from "./enums.ts";

/** The decoders of one profile, each compiled when it is first needed. */
export class Decoders {
  readonly #profile: Profile;
  readonly #enums: Enums;
  readonly #compiled = new Map<z.ZodType, Decoder<unknown>>();

  constructor(profile: Profile, enums: Enums) {
    this.#profile = profile;
    this.#enums = enums;
  }

  /** Decodes in place. Throws one "platform-answer" that names operation and path; `at` is where `value` stands. */
  decode<T extends z.ZodType>(schema: T, value: unknown, operation: string, at = ""): z.output<T> {
    const decoded = this.#decoder(schema)(value);
    // The decoder of a schema gives that schema's output.
    if (decoded.ok) return decoded.value as z.output<T>;
    throw new MilepostError("platform-answer", {
      operation,
      path: joined(at, decoded.path),
      reason: decoded.problem,
    });
  }

  #decoder(schema: z.ZodType): Decoder<unknown> {
    const known = this.#compiled.get(schema);
    if (known !== undefined) return known;
    const { renames, wire } = this.#profile;
    const compiled = compileDecoder(schema, {
      renames,
      noDates: wire.noDates,
      noHashes: wire.noHashes,
      dates: wire.dates,
      enumNumber: (name, text) => this.#enums.toNumber(name, text),
    });
    this.#compiled.set(schema, compiled);
    return compiled;
  }
}

function joined(at: string, path: string): string {
  if (at === "" || path === "") return at + path;
  return path.startsWith("[") ? at + path : `${at}.${path}`;
}
