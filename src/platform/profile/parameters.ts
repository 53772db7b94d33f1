import type { OperationId } from "./schema.ts";

/** What an operation's templates may name, and what they have to name somewhere. */
interface Known {
  /** One of each group has to be there. */
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

const paged = ["page", "offset", "pageSize"] as const;
/** An enumeration as the wire has it, always by number, always by name. */
const enumerated = (name: string) => [name, `${name}.value`, `${name}.name`];
const player = [...enumerated("membershipType"), "id"];

/** The parameters of every operation (platform.md, "The operations"). `{locale}` may stand anywhere. */
export const operationParameters: Readonly<Record<OperationId, Known>> = {
  "trending.list": { required: [], optional: ["category", ...paged] },
  "trending.entry": { required: ["identifier"], optional: enumerated("type") },
  "content.byId": { required: ["id"], optional: [] },
  "content.search": { required: ["text"], optional: paged },
  "user.byId": { required: ["membershipId"], optional: [] },
  "user.search": { required: ["name"], optional: paged },
  "account.current": { required: [], optional: [] },
  "accounts.of": { required: ["membershipId"], optional: [] },
  characters: { required: ["id"], optional: player },
  progression: { required: ["id"], optional: player },
  "stats.account": { required: ["id"], optional: player },
  "stats.character": {
    required: ["character"],
    optional: [...player, ...enumerated("mode"), ...enumerated("period"), "from", "to"],
  },
  "milestones.public": { required: [], optional: [] },
  "milestones.content": { required: ["hash"], optional: [] },
  "definitions.manifest": { required: [], optional: [] },
  "definitions.one": { required: ["table", "hash"], optional: [] },
  vault: { required: [], optional: enumerated("membershipType") },
};

/** Parameters a JSON body holds as numbers when a string of it is nothing but the parameter. */
export const numericParameters: ReadonlySet<string> = new Set([
  "page",
  "offset",
  "pageSize",
  "hash",
  "type.value",
  "membershipType.value",
  "mode.value",
  "period.value",
]);

/** 64-bit integers: numbers in a JSON body where `wire.int64` is `number`. */
export const idParameters: ReadonlySet<string> = new Set(["id", "membershipId", "character"]);

export function knownParameters(operation: OperationId): ReadonlySet<string> {
  const { required, optional } = operationParameters[operation];
  return new Set([...required, ...optional, "locale"]);
}

/** Operations asked in the member's language; only they get `locale.query`. The others are asked in the default. */
export const localisedOperations: ReadonlySet<OperationId> = new Set<OperationId>([
  "trending.list",
  "trending.entry",
  "content.byId",
  "content.search",
  "milestones.public",
  "milestones.content",
  "definitions.manifest",
  "definitions.one",
]);
