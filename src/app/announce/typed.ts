import { cleanText } from "../../base/text.ts";
import type { Asked } from "../../discord/command.ts";
import type { ResolvedChannel, ResolvedRole } from "../../discord/resolved.ts";
import type { ActionState } from "../../discord/reply.ts";
import type { Rule } from "../../reminders/schedule.ts";
import { type Markdown, joinMarkdown, md } from "../../base/markdown.ts";
import { lookOf } from "../look.ts";
import { readRule } from "../remind/rule.ts";
import { phrasesFor, thingsNow } from "../remind/suggest.ts";
import { NOTE_LENGTH, readWhat, type What } from "../remind/what.ts";
import type { Services } from "../services.ts";
import { exactZone, findZones } from "../zones.ts";
import type { Here } from "./guard.ts";
import { placeRefusal, roleRefusal } from "./rights.ts";

type Context = Services & Asked;

/** An announcement as somebody typed it; nothing of it is checked. */
export interface Typed {
  /** A thing's key, or the text of a note. */
  readonly what: string;
  readonly when?: string | undefined;
  readonly zone?: string | undefined;
  readonly channel: string;
  readonly role?: string | undefined;
}

/** The same, understood and allowed. */
export interface Meant {
  readonly what: What;
  readonly rule: Rule;
  readonly zone: string;
  readonly channel: ResolvedChannel;
  readonly role?: ResolvedRole | undefined;
}

const SHOWN_ZONES = 5;

/** What was typed, for a form that shows it again. Only texts: it stands in a control's state. */
export function stateOf({ what, when, zone, channel, role }: Typed): ActionState {
  return {
    what,
    channel,
    ...(when !== undefined && { when }),
    ...(zone !== undefined && { zone }),
    ...(role !== undefined && { role }),
  };
}

/** Where it may go and whom it may mention, as was found out before. */
export type Allowed = Pick<Meant, "channel" | "role">;

interface Understanding {
  readonly here: Here;
  /** What an announcement is about already: it stays so while the platform leaves it out. */
  readonly known?: What | undefined;
  readonly allowed?: Allowed | undefined;
}

/** The reason, in words for whoever typed it, where it can't be followed or is not theirs to do. */
export async function understand(
  context: Context,
  typed: Typed,
  { here, known, allowed }: Understanding,
): Promise<Meant | Markdown> {
  const look = lookOf(context);
  const { refused } = look.texts.announce;
  const may = allowed ?? allowedTo(context, typed, here);
  if (!("channel" in may)) return may;
  const zone = readZone(context, typed.zone ?? here.settings.zone);
  if (typeof zone !== "string") return zone;
  const found = await whatOf(context, typed.what, here);
  const what = found === "over" ? (known ?? found) : found;
  if (typeof what === "string") return md`${refused[what]}`;
  const rule = ruleOf(context, { what, typed: typed.when, zone, now: context.now });
  if ("kind" in rule) return { what, rule, zone, ...may };
  return rule;
}

/** What they may do by Discord's word; else why not. */
export function allowedTo(
  context: Context,
  { channel: channelId, role: roleId }: Typed,
  { guildId, settings }: Here,
  forums: "refused" | "taken" = "refused",
): Allowed | Markdown {
  const look = lookOf(context);
  const channel = context.resolved?.channel(channelId);
  const misplaced = placeRefusal(channel, look, forums);
  if (misplaced !== undefined || channel === undefined) {
    return misplaced ?? md`${look.texts.announce.refused.unknownChannel}`;
  }
  if (roleId === undefined) return { channel };
  const role = context.resolved?.role(roleId);
  const mentioning = { guildId, channel, arePingsOn: settings.arePingsOn };
  return roleRefusal(roleId, role, { in: mentioning, look }) ?? { channel, role };
}

/** What is meant by what was chosen or typed, one's own progress left out. */
async function whatOf(
  context: Context,
  typed: string,
  { book }: Pick<Here, "book">,
): Promise<What | "over" | "text"> {
  const text = cleanText(typed).trim().slice(0, NOTE_LENGTH);
  if (text === "") return "text";
  const what = readWhat(text, await thingsNow(book, context), context.messages(context.locale));
  return what !== "over" && what.subject.kind === "own" ? "over" : what;
}

interface TypedWhen {
  readonly what: What;
  readonly typed: string | undefined;
  readonly zone: string;
  readonly now: number;
}

function ruleOf(context: Context, { what, typed, zone, now }: TypedWhen): Rule | Markdown {
  const messages = context.messages(context.locale);
  const { unclear } = messages.remind;
  const usual = phrasesFor(what, { now, zone, messages });
  const [first, second = first] = usual;
  const rule = readRule(typed ?? (what.subject.kind === "note" ? "" : (first ?? "")), what, { now, zone });
  if (typeof rule !== "string") return rule;
  const because = md`${unclear.because[rule]}`;
  return first === undefined || second === undefined
    ? because
    : joinMarkdown([because, unclear.examples(first, second)]);
}

function readZone({ now, ...context }: Context, typed: string): string | Markdown {
  const exact = exactZone(typed.trim());
  if (exact !== undefined) return exact;
  const { refused } = context.messages(context.locale).announce;
  const found = findZones(typed, now);
  const [only] = found;
  if (only === undefined) return refused.zone(typed);
  return found.length === 1 ? only : refused.zones(typed, found.slice(0, SHOWN_ZONES).join(", "));
}
