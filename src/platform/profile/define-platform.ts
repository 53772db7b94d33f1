import type { z } from "zod";

import type { answers } from "../resources/answers.ts";
import type { ReadContext, RequestParts } from "./code.ts";
import type { OperationId, ProfileInput } from "./schema.ts";
import type { Parameters } from "./template.ts";

export type { ReadContext, RequestParts, SignedRequest } from "./code.ts";

/**
 * A record as `read` has to give it: only members the record has. Where the answer has more, `read` leaves it out.
 */
type Exactly<T> = T extends readonly (infer Entry)[]
  ? readonly Exactly<Entry>[]
  : T extends object
    ? {
        readonly [Name in keyof T as string extends Name ? never : Name]: Exactly<T[Name]>;
      } & (string extends keyof T ? { readonly [key: string]: Exactly<T[string]> } : unknown)
    : T;

type RecordOf<Id extends keyof typeof answers> = Exactly<z.input<(typeof answers)[Id]>>;

type ListId = "trending.list" | "content.search" | "user.search" | "accounts.of" | "characters";

type ReadOf<Id> = Id extends ListId
  ? readonly RecordOf<Id>[] | { readonly entries: readonly RecordOf<Id>[]; readonly hasMore?: boolean }
  : Id extends keyof typeof answers
    ? RecordOf<Id> | undefined
    : unknown;

/** What an operation says in code, where templates and paths end. */
interface OperationCode<Id> {
  /**
   * Returns the contract's record, or list of records, from what stands at `pick` inside the envelope; it is not called
   * where nothing does.
   */
  read?(answer: unknown, context: ReadContext): ReadOf<Id>;
  /** Returns what differs from the operation's templates; undefined where there can be no such thing. */
  request?(parameters: Parameters): RequestParts | undefined;
}

type Operations = NonNullable<ProfileInput["operations"]>;

/** A platform profile in TypeScript: a JSON profile's keys, and functions of operations. */
export type PlatformDefinition = Omit<ProfileInput, "operations"> & {
  readonly operations: {
    readonly [Id in OperationId]?: Omit<NonNullable<Operations[Id]>, "read" | "request"> & OperationCode<Id>;
  };
};

/** Returns the profile as it is; TypeScript checks it on the way. */
export function definePlatform(definition: PlatformDefinition): PlatformDefinition {
  return definition;
}
