import { listWords } from "../../../base/list-words.ts";
import type { Markdown } from "../../../base/markdown.ts";
import type { PermissionName } from "../../../discord/rest/permissions.ts";
import type { RefusalName } from "../../../discord/rest/refusal.ts";
import type { Trouble } from "../../../messages/en/trouble.ts";
import type { ViewContext } from "./view-context.ts";

/** Why nothing was posted, in words. */
export interface TroubleWords {
  readonly what: Markdown;
  readonly fix?: Markdown;
}

/** Whose way it stands in: a board can't be edited, it is made anew. */
export type Troubled = "announcement" | "board";

/** Why a board is stopped, beside what Discord refuses. */
export type BoardStop = "deleted" | "unsure";

const OF_SERVER: ReadonlySet<string> = new Set<RefusalName | "unsure">([
  "missing-access",
  "takes-no-messages",
  "takes-threads-alone",
  "needs-tag",
  "blocked-by-automod",
  "missing-permission",
  "thread-archived",
  "thread-locked",
  "unsure",
]);

/** `reason` is the name of a refusal or a word of ours; `place` is where it should have been posted. */
export function troubleWords(
  reason: string,
  place: Markdown,
  context: ViewContext,
  of: Troubled = "announcement",
): TroubleWords {
  const { what, fix } = (of === "board" ? ofBoard(reason, context) : undefined) ?? troubleOf(reason, context);
  return { what: what(place), ...(fix !== undefined && { fix: fix(place) }) };
}

/** Whether only those who manage the server can mend it. */
export function isOfServer(code: string): boolean {
  return OF_SERVER.has(code);
}

/** Permissions by Discord's own names. */
export function permissionNames(names: readonly PermissionName[], context: ViewContext): string {
  const { language, permissions } = context.texts;
  return listWords(
    names.map((name) => permissions[name]),
    language,
  );
}

function ofBoard(reason: string, { texts: { trouble } }: ViewContext): Trouble | undefined {
  // Every stop of a board has a text, or this does not compile.
  const ofBoards: Readonly<Record<BoardStop | keyof typeof trouble.ofBoards, Trouble>> = trouble.ofBoards;
  return Object.hasOwn(ofBoards, reason) ? ofBoards[reason as keyof typeof ofBoards] : undefined;
}

function troubleOf(reason: string, { texts: { trouble } }: ViewContext): Trouble {
  // Every refusal has a text, or this does not compile.
  const byReason: Readonly<Record<RefusalName, Trouble>> = trouble.byReason;
  return Object.hasOwn(byReason, reason) ? byReason[reason as RefusalName] : trouble.unknown;
}
