import type { OperationId } from "./schema.ts";

interface Operation {
  /** Parameters its templates must use. */
  readonly required: readonly string[];
  /** Parameters its templates may use. */
  readonly optional: readonly string[];
  /** Whether it is requested in the member's language with `locale.query`; others use the default. */
  readonly isLocalised?: true;
  /** Whether it returns a dictionary, so that nothing means empty. */
  readonly isDictionary?: true;
  /**
   * Who may be refused it although the key is valid. "signed-out": some services show it only to signed-in users or the
   * player; "others": a player may hide it.
   */
  readonly mayRefuse?: "signed-out" | "others";
}

const paged = ["page", "offset", "pageSize", "cursor"] as const;
/** The wire's form of an enumeration, by number only, by name only. */
const enumerated = (name: string) => [name, `${name}.value`, `${name}.name`];
const player = [...enumerated("membershipType"), "id"];

/** Every operation with its parameters. `{locale}` may be used anywhere. */
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

/** Parameters that become numbers in a JSON body, where a string consists of the parameter only. */
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
