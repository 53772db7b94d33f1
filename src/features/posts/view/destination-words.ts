import { type Markdown, joinMarkdown, md } from "../../../base/markdown.ts";
import type { RefusalName } from "../../../discord/rest/refusal.ts";
import { type ViewContext, channelMention } from "../../kit/view/view-context.ts";
import type { ReminderDestination } from "../reminder-service.ts";
import { isOfServer, troubleWords as sharedWords } from "../../kit/view/trouble-words.ts";
import { sentences } from "../../kit/view/sentences.ts";

const CLOSED: ReadonlySet<string> = new Set<RefusalName>(["dm-closed", "no-mutual-server", "member-gone"]);
const GONE: ReadonlySet<string> = new Set<RefusalName>(["channel-gone", "server-gone"]);

export function destinationName({ kind, target }: ReminderDestination, context: ViewContext): Markdown {
  return kind === "dm" ? md`${context.texts.trouble.dms}` : channelMention(target);
}

export function destinationNames(places: readonly ReminderDestination[], context: ViewContext): Markdown {
  const names = places.map((place) => destinationName(place, context));
  return joinMarkdown(names, ", ");
}

export function isClosedDm(reason: string): boolean {
  return CLOSED.has(reason);
}

/** Returns why a post did not arrive, and how to fix it. `reason`: a refusal's name or a word of ours. */
export function troubleWords(reason: string, place: ReminderDestination, context: ViewContext): Markdown {
  const { trouble } = context.texts.remind;
  const isDm = place.kind === "dm";
  if (CLOSED.has(reason) || (isDm && reason === "missing-access")) return md`${trouble.closedDm}`;
  if (GONE.has(reason) && !isDm) return trouble.gone(destinationName(place, context));
  const { what, fix: shared } = sharedWords(reason, destinationName(place, context), context);
  const fix = !isDm && isOfServer(reason) ? trouble.ofServer : shared;
  return sentences(context.texts.language, what, fix);
}
