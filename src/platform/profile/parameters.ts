import type { OperationId } from "./schema.ts";

interface Operation {
  /** Parameters its templates have to name somewhere. */
  readonly required: readonly string[];
  /** Those they may name. */
  readonly optional: readonly string[];
  /** It is asked in the member's language, and gets `locale.query`. The others are asked in the default. */
  readonly isLocalised?: true;
  /** It answers a dictionary: nothing there means that it is empty. */
  readonly isDictionary?: true;
  /**
   * Who may be refused it without a key being wrong. "signed-out": a service may show it to those who signed in alone, or
   * to nobody but the player; "others": a player may keep it to themselves.
   */
  readonly mayRefuse?: "signed-out" | "others";
}

const paged = ["page", "offset", "pageSize"] as const;
/** An enumeration as the wire has it, always by number, always by name. */
const enumerated = (name: string) => [name, `${name}.value`, `${name}.name`];
const player = [...enumerated("membershipType"), "id"];

/** Every operation, with its parameters (platform.md, "The operations"). `{locale}` may stand anywhere. */
export const operationParameters: Readonly<Record<OperationId, Operation>> = {
  "trending.list": { required: [], optional: ["category", ...paged], isLocalised: true },
  "trending.entry": { required: ["identifier"], optional: enumerated("type"), isLocalised: true },
  "content.byId": { required: ["id"], optional: [], isLocalised: true },
  "content.search": { required: ["text"], optional: paged, isLocalised: true },
  "user.byId": { required: ["membershipId"], optional: [], mayRefuse: "others" },
  "user.search": { required: ["name"], optional: paged },
  "account.current": { required: [], optional: [] },
  "accounts.of": { required: ["membershipId"], optional: [], mayRefuse: "signed-out" },
  characters: { required: ["id"], optional: player, mayRefuse: "signed-out" },
  progression: { required: ["id"], optional: player, isDictionary: true, mayRefuse: "signed-out" },
  "stats.account": { required: ["id"], optional: player, isDictionary: true, mayRefuse: "signed-out" },
  "stats.character": {
    required: ["character"],
    optional: [...player, ...enumerated("mode"), ...enumerated("period"), "from", "to"],
    isDictionary: true,
    mayRefuse: "signed-out",
  },
  "milestones.public": { required: [], optional: [], isLocalised: true, isDictionary: true },
  "milestones.content": { required: ["hash"], optional: [], isLocalised: true },
  "definitions.manifest": { required: [], optional: [], isLocalised: true },
  "definitions.one": { required: ["table", "hash"], optional: [], isLocalised: true },
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
