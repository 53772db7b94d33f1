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

/**
 * The reason, in words for whoever typed it, where it can't be followed or is not theirs to do. `known` is what an
 * announcement is about already: it stays so while the platform leaves it out.
 */
export async function understand(
  context: Context,
  typed: Typed,
  { here, known }: { readonly here: Here; readonly known?: What | undefined },
): Promise<Meant | Markdown> {
  const look = lookOf(context);
  const { resolved, now } = context;
  const { refused } = look.texts.announce;
  const channel = resolved?.channel(typed.channel);
  const misplaced = placeRefusal(channel, look);
  if (misplaced !== undefined || channel === undefined) return misplaced ?? md`${refused.unknownChannel}`;
  const role = resolved?.role(typed.role);
  const mentioning = { guildId: here.guildId, channel, arePingsOn: here.settings.arePingsOn };
  const unmentionable =
    typed.role === undefined ? undefined : roleRefusal(typed.role, role, { in: mentioning, look });
  if (unmentionable !== undefined) return unmentionable;
  const zone = readZone(context, typed.zone ?? here.settings.zone);
  if (typeof zone !== "string") return zone;
  const found = await whatOf(context, typed.what, here);
  const what = found === "over" ? (known ?? found) : found;
  if (typeof what === "string") return md`${refused[what]}`;
  const rule = ruleOf(context, { what, typed: typed.when, zone, now });
  if ("kind" in rule) return { what, rule, zone, channel, role };
  return rule;
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
