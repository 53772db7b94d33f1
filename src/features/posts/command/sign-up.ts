import { md } from "../../../base/markdown.ts";
import { wholeNumber } from "../../../base/text.ts";
import { localOf } from "../../../base/wall-time.ts";
import { text, toned } from "../../../discord/reply/build.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { nextSlot } from "../../../schedule/next-slot.ts";
import { onceAt, phraseOf } from "../../../schedule/phrase.ts";
import { isTimed, MOST_SIGN_UPS, type ReminderContent } from "../../../schedule/subject.ts";
import type { ActionContext, CommandContext } from "../services.ts";
import { zoneOf } from "../../kit/settings/member-zone.ts";
import { notice } from "../../kit/view/parts.ts";
import { readRule } from "../read/read-rule.ts";
import type { ReminderView } from "../reminder-service.ts";
import { announceCalls } from "../view/announce-calls.ts";
import { isUntouched, phraseInForm } from "../view/when-words.ts";
import { titleOf } from "../view/post-words.ts";
import { signedUpReply } from "../view/sign-up.ts";
import { formReader } from "./show-announcement.ts";
import { refusedReply, saveChanges } from "./save-announcement.ts";
import { withAnnouncement } from "./who-manages.ts";

type Press = ActionContext<typeof announceCalls.signUp>;

/** Returns the announcement under whose post was pressed, or what to say instead. */
export async function pressedAnnouncement(context: Press | ActionContext<typeof announceCalls.offer>) {
  const { reminders, site, state } = context;
  const { offer, gone } = context.messages(context.locale).announce;
  const found = await reminders.find(state.id);
  const isHere = found?.content.purpose === "announcement" && found.guildId === site.guildId;
  if (found === undefined || !isHere) return notice({ ...gone, ...offer.gone });
  return found.content.offers === undefined ? notice(offer.off) : found;
}

/** Signs up whoever presses, or says again that they did. */
export async function signUp(context: Press): Promise<Reply> {
  const found = await pressedAnnouncement(context);
  if ("blocks" in found) return found;
  const { reminders, member, locale, view } = context;
  const { slot } = context.state;
  const { zone } = await zoneOf(context);
  const signed = await reminders.signUp({ reminderId: found.id, slot, memberId: member.id, locale, zone });
  if (typeof signed === "string") return notice(view.texts.announce.signUp.refused[signed]);
  return signedUpReply({ ...signed, id: found.id, slot, title: found.content.title }, view);
}

/** Takes whoever presses off the list. */
export async function leaveList(context: Press): Promise<Reply> {
  const found = await pressedAnnouncement(context);
  if ("blocks" in found) return found;
  const { signUp: texts } = context.view.texts.announce;
  const { slot } = context.state;
  const left = await context.reminders.leave({ reminderId: found.id, slot, memberId: context.member.id });
  return left === "closed"
    ? notice(texts.refused.closed)
    : toned("good", text(texts.left(titleOf(found.content))));
}

/** Returns whether people can sign up for it: a note, or what starts and ends. */
export function takesSignUps({ subject }: ReminderContent): boolean {
  return subject.kind === "note" || isTimed(subject);
}

/** Returns the call that opens the form, filled in. */
export async function signUpFormCall(
  context: CommandContext,
  announcement: ReminderView,
  page: number | undefined,
) {
  const { id, revision: rev, content } = announcement;
  const { places } = content.offers?.signUp ?? {};
  const starts = await startPhrase(context, announcement);
  return announceCalls.signUpForm({
    id,
    rev,
    page,
    ...(places !== undefined && { places: String(places) }),
    ...(starts !== undefined && { starts: phraseInForm(starts, formReader(context)) }),
  });
}

/** Returns when the next one starts, as it would be typed; undefined where it starts with its subject. */
async function startPhrase(
  context: CommandContext,
  { content, rule }: ReminderView,
): Promise<string | undefined> {
  const { afterMs } = content.offers?.signUp ?? {};
  if (afterMs === undefined) return undefined;
  const [at = context.now] = await context.reminders.preview(rule);
  const start = localOf(content.zone, at) + afterMs;
  return phraseOf(onceAt(start), context.messages(context.locale).language, "UTC");
}

/** Makes the button one to sign up by, with what the form says. */
export function submitSignUp(
  context: ActionContext<typeof announceCalls.signUpForm>,
  typed: { readonly places?: string | undefined; readonly starts?: string | undefined },
): Promise<Reply> {
  return withAnnouncement(context, context.state.id, async (announcement) => {
    const { refused } = context.messages(context.locale).announce.signUp;
    const again = announceCalls.signUpForm({ ...context.state, ...typed, rev: announcement.revision });
    const places = readPlaces(typed.places);
    if (places === undefined) return refusedReply(context, md`${refused.places}`, again);
    const afterMs = await readStart(context, announcement, typed.starts ?? "");
    if (afterMs === undefined) return refusedReply(context, md`${refused.start}`, again);
    const signUps = { ...(places !== null && { places }), ...(afterMs !== null && { afterMs }) };
    const content = { ...announcement.content, offers: { signUp: signUps } };
    return saveChanges(context, { announcement, editing: context.state, again }, { content });
  });
}

/** Null: for everyone. Undefined: unreadable. */
function readPlaces(typed = ""): number | null | undefined {
  if (typed.trim() === "") return null;
  const places = wholeNumber(typed) ?? 0;
  return places >= 1 && places <= MOST_SIGN_UPS ? places : undefined;
}

/** Returns how long after the post it starts, on the zone's clocks. Null: with its subject. Undefined: unreadable. */
async function readStart(
  context: CommandContext,
  announcement: ReminderView,
  typed: string,
): Promise<number | null | undefined> {
  const { content, rule } = announcement;
  const hasOwn = rule.kind === "dated" && rule.edge === "start" && rule.leadMs > 0;
  if (typed.trim() === "") return hasOwn ? null : undefined;
  const before = await startPhrase(context, announcement);
  if (before !== undefined && isUntouched(typed, before, formReader(context)))
    return content.offers?.signUp?.afterMs;
  const [at = context.now] = await context.reminders.preview(rule);
  const { zone } = content;
  const reading = await readRule(typed, { subject: NOTE }, { now: at, zone, locale: context.locale });
  const start =
    typeof reading === "string" || reading.rules.length > 1 ? undefined : nextSlot(reading.rules[0], at)?.at;
  const afterMs = start === undefined ? 0 : localOf(zone, start) - localOf(zone, at);
  return afterMs > 0 ? afterMs : undefined;
}

const NOTE = { kind: "note", text: "" } as const;
