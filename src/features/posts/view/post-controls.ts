import { MINUTE_MS } from "../../../base/duration.ts";
import { actionButton } from "../../../discord/reply/build.ts";
import type { CallState } from "../../../discord/reply/calls.ts";
import type { Button } from "../../../discord/reply/reply.ts";
import { announceCalls } from "./announce-calls.ts";
import { remindCalls } from "../../kit/view/calls/remind.ts";
import { inPlain, TITLE_LENGTH, type ViewContext } from "../../kit/view/view-context.ts";
import { pageLinkButton } from "../../kit/view/parts.ts";
import { isShortened } from "./agenda-words.ts";
import { isList, type PostPart, type PostSubject, type ReminderPostView } from "./post-parts.ts";

const SNOOZES = {
  snoozeShort: 10 * MINUTE_MS,
  snoozeLong: 60 * MINUTE_MS,
  snoozeDay: 24 * 60 * MINUTE_MS,
} as const;

/**
 * Returns the controls of a post about one subject. In a personal post the last one of the first row carries the
 * delivery id.
 */
export function controlsOf(
  view: ReminderPostView,
  part: PostPart,
  context: ViewContext,
): readonly (readonly (Button | undefined)[])[] {
  const listed = listedButton(part, context);
  if (view.isPersonal) {
    return [personalControls(part, view.deliveryId, context), [openButton(part.subject, context), listed]];
  }
  return [
    [
      offerOf(part, publicLabel(part, context), context),
      pageLinkButton(context, pageUrlOf(part.subject)),
      listed,
    ],
  ];
}

function openButton(subject: PostSubject, { texts }: ViewContext): Button | undefined {
  if (subject.kind !== "dated" || subject.key === undefined) return undefined;
  return actionButton(texts.posts.buttons.open, remindCalls.show({ what: subject.key }));
}

/** Returns the button that shows the whole list. */
export function listedButton(
  { reminderId, slot, subject }: PostPart,
  { texts }: ViewContext,
): Button | undefined {
  return isList(subject) && isShortened(subject)
    ? actionButton(texts.posts.buttons.showAll, remindCalls.listed({ id: reminderId, slot }))
    : undefined;
}

/**
 * Returns the control of one subject among several: it turns that one off, or marks it done where it repeats or was due
 * once, in a reply of its own. The first one carries the delivery id.
 */
export function controlAmongOthers(
  view: ReminderPostView,
  part: PostPart,
  context: ViewContext,
): Button | undefined {
  const { buttons: labels } = context.texts.posts;
  const title = inPlain(part.title, TITLE_LENGTH);
  if (!view.isPersonal) {
    const { givesRole = false, signUp } = part;
    if (signUp !== undefined) return offerOf(part, labels.signUpOf(title), context);
    return offerOf(part, givesRole ? labels.getRoleOf(title) : labels.remindMeOf(title), context);
  }
  const d = part === view.parts[0] ? view.deliveryId : undefined;
  const state = { id: part.reminderId, slot: part.slot, d };
  return part.repeats || part.isOnce
    ? actionButton(labels.doneOf(title), remindCalls.doneOne(state))
    : actionButton(labels.offOf(title), remindCalls.offOne(state));
}

function personalControls(part: PostPart, d: string, context: ViewContext): readonly Button[] {
  const { buttons: labels } = context.texts.posts;
  const state = { id: part.reminderId, slot: part.slot };
  const endAt = part.subject.kind === "dated" ? part.subject.endAt : undefined;
  const done = remindCalls.done(part.isOnce ? { ...state, d } : state);
  return [
    ...snoozeButtons(state, endAt, context),
    actionButton(labels.done, done, { style: "primary" }),
    ...(part.isOnce ? [] : [actionButton(labels.off, remindCalls.off({ ...state, d }))]),
  ];
}

/** Returns the snooze buttons, none of which reach past the subject's end. */
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

/** A button that gives a role doesn't promise a reminder. */
function publicLabel({ givesRole = false, signUp }: PostPart, { texts }: ViewContext): string {
  if (signUp !== undefined) return texts.posts.buttons.signUp;
  return givesRole ? texts.posts.buttons.getRole : texts.shared.buttons.remindMe;
}

/** Sign-up closes as it starts. */
function offerOf(
  { offers, reminderId: id, slot, signUp }: PostPart,
  label: string,
  { now }: ViewContext,
): Button | undefined {
  if (!offers || (signUp !== undefined && signUp.startAt <= now)) return undefined;
  const press = signUp === undefined ? announceCalls.offer({ id }) : announceCalls.signUp({ id, slot });
  return actionButton(label, press, { style: "primary" });
}

function pageUrlOf(subject: PostSubject): string | undefined {
  if (subject.kind === "dated") return subject.pageUrl;
  return subject.kind === "entries" && subject.entries.length === 1 ? subject.entries[0]?.pageUrl : undefined;
}
