import type { z } from "zod";

import type { answers } from "../resources/answers.ts";
import type { ReadContext, RequestParts } from "./code.ts";
import type { OperationId, ProfileInput } from "./schema.ts";
import type { Parameters } from "./template.ts";

export type { ReadContext, RequestParts, SignedRequest } from "./code.ts";

/** A record as `read` must return it: only fields the record has. */
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

/** The parts of an operation written in code. */
interface OperationCode<Id> {
  /**
   * Returns the contract's record or list from what is at `pick` inside the envelope; not called where nothing is
   * there.
   */
  read?(answer: unknown, context: ReadContext): ReadOf<Id>;
  /** Returns what differs from the operation's templates; undefined where there can be no answer. */
  request?(parameters: Parameters): RequestParts | undefined;
}

type Operations = NonNullable<ProfileInput["operations"]>;

/** A platform profile in TypeScript: the keys of a JSON profile, and functions. */
export type PlatformDefinition = Omit<ProfileInput, "operations"> & {
  readonly operations: {
    readonly [Id in OperationId]?: Omit<NonNullable<Operations[Id]>, "read" | "request"> & OperationCode<Id>;
  };
};

/** Returns the profile unchanged; TypeScript checks it. */
export function definePlatform(definition: PlatformDefinition): PlatformDefinition {
  return definition;
}
