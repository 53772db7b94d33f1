import { type Markdown, joinMarkdown, md } from "../../../base/markdown.ts";
import { type ViewContext, channelMention } from "../../shared/view/view-context.ts";
import { isOfServer, troubleWords as sharedWords } from "../../shared/view/trouble-words.ts";

/** A place with what Discord, or we, said is in its way. */
export interface ShownDestination {
  readonly kind: "channel" | "dm";
  readonly target: string;
  readonly state: "open" | "paused" | "disabled";
  readonly reason?: string | undefined;
}

const CLOSED: ReadonlySet<string> = new Set(["50007", "50278", "10013", "closed-dm"]);
const GONE: ReadonlySet<string> = new Set(["10003", "10004", "gone", "channel-gone"]);

export function destinationName(
  { kind, target }: Pick<ShownDestination, "kind" | "target">,
  context: ViewContext,
): Markdown {
  return kind === "dm" ? md`${context.texts.remind.card.dm}` : channelMention(target);
}

export function destinationNames(places: readonly ShownDestination[], context: ViewContext): Markdown {
  return joinMarkdown(
    places.map((place) => destinationName(place, context)),
    ", ",
  );
}

export function isClosedDm(code: string): boolean {
  return CLOSED.has(code);
}

/** Why something did not arrive, in words, with what mends it. `code` is Discord's or a word of ours. */
export function troubleWords(
  code: string,
  place: Pick<ShownDestination, "kind" | "target">,
  context: ViewContext,
): Markdown {
  const { trouble } = context.texts.remind;
  const isDm = place.kind === "dm";
  if (CLOSED.has(code) || (isDm && code === "50001")) return md`${trouble.closedDm}`;
  if (GONE.has(code) && !isDm) return trouble.gone(destinationName(place, context));
  const { what, fix: shared } = sharedWords(code, destinationName(place, context), context);
  const fix = !isDm && isOfServer(code) ? trouble.ofServer : shared;
  return fix === undefined ? what : md`${what} ${fix}`;
}
