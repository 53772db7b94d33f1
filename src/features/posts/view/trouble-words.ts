import { listWords } from "../../../base/list-words.ts";
import type { Markdown } from "../../../base/markdown.ts";
import type { PermissionName } from "../../../discord/rest/permissions.ts";
import type { RefusalName } from "../../../discord/rest/refusal.ts";
import type { Trouble } from "../../../messages/en/trouble.ts";
import type { ViewContext } from "../../kit/view/view-context.ts";

/** Why nothing was posted, and what to do. */
export interface TroubleWords {
  readonly what: Markdown;
  readonly fix?: Markdown;
}

/** What the trouble is about. A board that can't be edited has to be created again. */
export type Troubled = "announcement" | "board";

/** Why a board stopped, besides Discord's refusals. */
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

/** `reason`: a refusal's name or a word of ours; `place`: where it should have been posted. */
export function troubleWords(
  reason: string,
  place: Markdown,
  context: ViewContext,
  of: Troubled = "announcement",
): TroubleWords {
  const { what, fix } = (of === "board" ? ofBoard(reason, context) : undefined) ?? troubleOf(reason, context);
  return { what: what(place), ...(fix !== undefined && { fix: fix(place) }) };
}

/** Returns whether only admins can fix it. */
export function isOfServer(code: string): boolean {
  return OF_SERVER.has(code);
}

/** Returns permissions by Discord's names. */
export function permissionNames(names: readonly PermissionName[], context: ViewContext): string {
  const { language, permissions } = context.texts;
  return listWords(
    names.map((name) => permissions[name]),
    language,
  );
}

function ofBoard(reason: string, { texts: { trouble } }: ViewContext): Trouble | undefined {
  // A stop without a text does not compile.
  const ofBoards: Readonly<Record<BoardStop | keyof typeof trouble.ofBoards, Trouble>> = trouble.ofBoards;
  return Object.hasOwn(ofBoards, reason) ? ofBoards[reason as keyof typeof ofBoards] : undefined;
}

function troubleOf(reason: string, { texts: { trouble } }: ViewContext): Trouble {
  // A refusal without a text does not compile.
  const byReason: Readonly<Record<RefusalName, Trouble>> = trouble.byReason;
  return Object.hasOwn(byReason, reason) ? byReason[reason as RefusalName] : trouble.unknown;
}
