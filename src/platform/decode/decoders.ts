import { isFeed } from "../profile/operations.ts";
import type { z } from "zod";

import { isMilepostError, MilepostError } from "../../base/errors.ts";
import { meaningOf, nameKey, type OwnName, type OwnNames } from "../resources/wire.ts";
import type { OperationId, Profile } from "../profile/schema.ts";
import { compileDecoder, type Decoder, type Losses } from "./compile-decoder.ts";
import type { Enums } from "./enums.ts";
import { TextHashes } from "./text-hashes.ts";

interface DecoderListeners {
  /** Called for every answer with something left out. */
  readonly onLoss?: (operation: string, losses: Losses) => void;
  readonly onDecoded?: ((schema: z.core.$ZodType, value: unknown) => void) | undefined;
}

/** The decoders of one profile, compiled on first use. */
export class Decoders {
  readonly #profile: Profile;
  readonly #enums: Enums;
  readonly #listeners: DecoderListeners;
  readonly #plain = new Map<z.ZodType, Decoder<unknown>>();
  readonly #renamed = new Map<z.ZodType, Decoder<unknown>>();
  readonly hashes: TextHashes;
  #unread = 0;
  #names = new Map<string, OwnName>();

  constructor(profile: Profile, enums: Enums, listeners: DecoderListeners = {}) {
    this.#profile = profile;
    this.#enums = enums;
    this.#listeners = listeners;
    this.hashes = new TextHashes(profile.wire);
  }

  /**
   * Decodes in place: unreadable entries of lists and dictionaries are left out, unreadable optional fields become
   * null. Throws "platform-answer" with operation and path; `at` is the path of `value`.
   */
  decode<T extends z.ZodType>(schema: T, value: unknown, operation: string, at = ""): z.output<T> {
    const decoded = this.#decoder(schema, operation)(value);
    if (!decoded.ok) {
      const path = pathOf(at, decoded.path);
      throw new MilepostError("platform-answer", { operation, path, reason: decoded.problem });
    }
    if (decoded.losses !== undefined) this.lose(operation, decoded.losses);
    this.#listeners.onDecoded?.(schema, decoded.value);
    // The decoder of a schema returns that schema's output.
    return decoded.value as z.output<T>;
  }

  /** Decodes one record of many; returns undefined and reports a loss where it is unreadable. */
  decodeOrLose<T extends z.ZodType>(schema: T, value: unknown, operation: string): z.output<T> | undefined {
    try {
      return this.decode(schema, value, operation);
    } catch (error) {
      if (!isMilepostError(error, "platform-answer")) throw error;
      const { path = "", reason = "" } = error.details;
      const { record = "" } = meaningOf(schema);
      this.lose(operation, { records: 1, faults: [`${pathOf(record, path)}: ${reason}`] });
      return undefined;
    }
  }

  /** Returns what `read` returns, how many entries its decoding left out, and the names its records carry. */
  gather<T>(read: () => T): { readonly data: T; readonly unread: number; readonly names?: OwnNames } {
    this.#unread = 0;
    this.#names = new Map();
    const data = read();
    const names = this.#names;
    return { data, unread: this.#unread, ...(names.size > 0 && { names }) };
  }

  /** Counts and reports what was left out of an answer. */
  lose(operation: string, losses: Losses): void {
    this.#unread += losses.records;
    this.#listeners.onLoss?.(operation, losses);
  }

  #decoder(schema: z.ZodType, operation: string): Decoder<unknown> {
    const { renames, keys, wire, operations } = this.#profile;
    // Feeds, and what a profile's code returns, already have the contract's names and dates.
    const template = operations[operation as OperationId];
    const isPlain = template?.read !== undefined || isFeed(template);
    const compiled = isPlain ? this.#plain : this.#renamed;
    const known = compiled.get(schema);
    if (known !== undefined) return known;
    const decoder = compileDecoder(schema, {
      ...(isPlain ? {} : { renames }),
      noDates: [...wire.noDates, 0, "0", ""],
      noHashes: wire.noHashes,
      ids: wire.ids,
      hashes: this.hashes,
      enumNumber: (name, text) => this.#enums.toNumber(name, text),
      fills: (type, field) => this.#enums.fills(type, field),
      keys: isPlain ? {} : keys,
      markup: isFeed(template) ? "html" : wire.markup,
      hasOwnNames: isPlain,
      onNamed: (table, hash, name) => void this.#names.set(nameKey(table, hash), name),
    });
    compiled.set(schema, decoder);
    return decoder;
  }
}

function pathOf(outer: string, inner: string): string {
  return [outer, inner].filter((part) => part !== "").join(".");
}
