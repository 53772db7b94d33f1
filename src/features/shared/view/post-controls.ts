import { MINUTE_MS } from "../../../base/duration.ts";
import { actionButton } from "../../../discord/reply/build.ts";
import type { CallState } from "../../../discord/reply/calls.ts";
import type { Button } from "../../../discord/reply/reply.ts";
import { announceCalls } from "./calls/announce.ts";
import { remindCalls } from "./calls/remind.ts";
import type { ViewContext } from "./view-context.ts";
import { pageLinkButton } from "./parts.ts";
import type { PostPart, PostSubject, ReminderPostView } from "./post-parts.ts";

const SNOOZES = {
  snoozeShort: 10 * MINUTE_MS,
  snoozeLong: 60 * MINUTE_MS,
  snoozeDay: 24 * 60 * MINUTE_MS,
} as const;

/** The last one always carries the delivery's id, unless it is left to another part's. */
export function controlsOf(
  view: ReminderPostView,
  part: PostPart,
  context: ViewContext,
  isLater = false,
): readonly Button[] {
  const d = isLater ? undefined : view.deliveryId;
  return view.isPersonal
    ? personalControls(part, { d, isAlone: view.parts.length === 1 }, context)
    : publicControls(part, d, context);
}

/** Among others it is switched off by an answer of its own: the rest of the post stays as it is. */
function personalControls(
  part: PostPart,
  { d, isAlone }: { readonly d: string | undefined; readonly isAlone: boolean },
  context: ViewContext,
): readonly Button[] {
  const { buttons: labels } = context.texts.posts;
  const state = { id: part.reminderId, slot: part.slot };
  const endAt = part.subject.kind === "dated" ? part.subject.endAt : undefined;
  return [
    ...snoozeButtons(state, endAt, context),
    part.repeats && actionButton(labels.done, remindCalls.done(state), { style: "primary" }),
    actionButton(labels.off, remindCalls[isAlone ? "off" : "offOne"]({ ...state, d })),
  ].filter((button) => button !== false);
}

/** What puts it off, but not past the end of what it is about. */
export function snoozeButtons(
  state: Omit<CallState<typeof remindCalls.snooze>, "ms">,
  endAt: number | undefined,
  { texts, now }: Pick<ViewContext, "texts" | "now">,
): readonly Button[] {
  const left = endAt === undefined || endAt <= now ? Number.POSITIVE_INFINITY : endAt - now;
  return Object.entries(SNOOZES)
    .filter(([, ms]) => ms < left)
    .map(([label, ms]) =>
      actionButton(texts.posts.buttons[label as keyof typeof SNOOZES], remindCalls.snooze({ ...state, ms })),
    );
}

function publicControls(part: PostPart, d: string | undefined, context: ViewContext): readonly Button[] {
  const { buttons: labels } = context.texts.posts;
  const state = { id: part.reminderId };
  const offer = actionButton(labels.remindMe, announceCalls.offer(state), { style: "primary" });
  const off = actionButton(labels.turnOff, announceCalls.off({ ...state, d }));
  const page = pageLinkButton(context, pageUrlOf(part.subject));
  return [part.offers && offer, page, off].filter((button) => button !== false && button !== undefined);
}

function pageUrlOf(subject: PostSubject): string | undefined {
  if (subject.kind === "dated") return subject.pageUrl;
  return subject.kind === "entries" && subject.entries.length === 1 ? subject.entries[0]?.pageUrl : undefined;
}
