import { troubleWords } from "../../posts/view/trouble-words.ts";
import { listWords } from "../../../base/list-words.ts";
import { type Markdown, joinMarkdown, md, timestamp } from "../../../base/markdown.ts";
import type { RefusalName } from "../../../discord/rest/refusal.ts";
import type { PermissionName } from "../../../discord/rest/permissions.ts";
import type { GuildSettings } from "../../kit/settings/settings.ts";
import type { NamedZone } from "../../kit/settings/time-zones.ts";
import type { ActionCall, Block } from "../../../discord/reply/reply.ts";
import { trendChoices } from "../../../game/trend-search.ts";
import {
  type ViewContext,
  channelMention,
  inPlain,
  mentionOf,
  personMention,
} from "../../kit/view/view-context.ts";
import { setupCalls, type SetupField, type SetupLocation, type SetupSection } from "./calls.ts";
import { paragraph, sentences } from "../../kit/view/parts.ts";

/** Announcements that don't follow a changed setting. */
export interface SetupKept {
  /** Quiet hours of their own, or times in the zone they were set in. */
  readonly what: "quiet" | "zone";
  readonly count: number;
}

/** Quiet hours as typed. */
interface TypedHours {
  readonly from: string;
  readonly to: string;
}

/** The result of the last press, shown above a section. */
export type SetupSaid =
  | { readonly kind: "saved"; readonly kept?: SetupKept | undefined }
  /** Someone else changed the settings since the panel was shown. */
  | { readonly kind: "clash"; readonly hours?: TypedHours }
  | { readonly kind: "no-zone" | "zones" | "no-color"; readonly typed: string }
  | { readonly kind: "no-picture" }
  /** Discord's refusal. */
  | { readonly kind: "no-look"; readonly why: RefusalName }
  | { readonly kind: "bad-times"; readonly hours: TypedHours };

export interface SetupLanguages {
  /** The available languages, each named in itself, by Discord's codes. */
  readonly offered: readonly { readonly code: string; readonly name: string }[];
  /** The name of the server's own language. */
  readonly own: string;
  /** The picked language, or the server's own. */
  readonly now: string;
}

export type ChannelUse = "announcements" | "boards" | "members" | "answers";

/** A channel in use, and the bot's permissions there. */
export interface CheckedChannel {
  readonly id: string;
  readonly uses: readonly ChannelUse[];
  readonly state:
    | { readonly kind: "fine" | "unseen" | "gone" | "unknown" }
    | { readonly kind: "lacks"; readonly permissions: readonly PermissionName[] };
}

export type TestView =
  | {
      readonly kind: "sent";
      readonly guildId: string;
      readonly channelId: string;
      readonly messageId: string;
    }
  | { readonly kind: "removed" | "not-removed" | "unknown" }
  | { readonly kind: "gone" | "type" | "unseen" | "yours"; readonly channelId: string }
  | { readonly kind: "missing"; readonly channelId: string; readonly permissions: readonly PermissionName[] }
  | { readonly kind: "refused"; readonly channelId: string; readonly reason: string };

export interface CheckView {
  /** Undefined: not checked. */
  readonly channels?: readonly CheckedChannel[] | undefined;
  /** How many more are in use. */
  readonly more?: number;
  readonly test?: TestView | undefined;
  /** Whether an announcement's button gives a role. */
  readonly handsOutRoles?: boolean;
}

export interface SetupView {
  readonly section: SetupSection;
  readonly settings: GuildSettings;
  readonly zone: NamedZone;
  /** Whether an admin picked it. */
  readonly isZonePicked: boolean;
  /** The zones to pick from: the usual ones, or those found. */
  readonly zones: readonly NamedZone[];
  readonly languages: SetupLanguages;
  /** Absent where the operator turned it off. */
  readonly calendar?: { readonly trouble: RefusalName | undefined } | undefined;
  /** Whether members can link accounts. */
  readonly canLink: boolean;
  readonly said?: SetupSaid | undefined;
  readonly check?: CheckView | undefined;
  /** The permissions that posting takes. */
  readonly posting: readonly PermissionName[];
  /** Links that add the bot to this server again; with `posts` it gets a role. */
  readonly install?: { readonly answers: string; readonly posts: string } | undefined;
  /** Channels of announcements or boards in which the bot can't post. */
  readonly stuck?: readonly string[] | undefined;
}

/** Returns a call that changes one setting, unless someone was faster. */
export function changeCall(
  { section, settings }: Pick<SetupView, "settings"> & { readonly section: SetupLocation },
  field: SetupField,
  value?: string | boolean,
): ActionCall {
  const state = { in: section, rev: settings.revision, f: field };
  return setupCalls.set(value === undefined ? state : { ...state, v: value });
}

export function saidText(
  { said, settings }: Pick<SetupView, "said" | "settings">,
  context: ViewContext,
): Markdown | undefined {
  const { announce, remind } = context.texts;
  switch (said?.kind) {
    case undefined:
      return undefined;
    case "saved":
      return savedText(said.kept, context);
    case "clash": {
      const { changedBy: by, changedAt: at } = settings;
      if (by === undefined || at === undefined) return md`${remind.card.meanwhile}`;
      return announce.made.meanwhile(personMention(by), timestamp(at, "R"));
    }
    case "no-zone":
      return remind.zone.unknown(inPlain(said.typed, 60));
    case "zones":
      return remind.zone.several(inPlain(said.typed, 60));
    case "no-color":
      return md`${announce.refused.color}`;
    case "no-picture":
      return md`${context.texts.setup.look.unreadable}`;
    case "no-look": {
      const { what, fix } = troubleWords(said.why, md`${context.texts.setup.look.set}`, context);
      return sentences(context.texts.language, context.texts.setup.look.refused, what, fix);
    }
    case "bad-times":
      return md`${remind.zone.quietUnclear}`;
  }
}

function savedText(kept: SetupKept | undefined, context: ViewContext): Markdown {
  const { setup } = context.texts;
  const saved = md`**${setup.saved}**`;
  if (kept === undefined) return saved;
  const list = mentionOf(context, "announce list");
  return sentences(context.texts.language, saved, setup.kept[kept.what](kept.count, list));
}

/** Returns the call that opens the zone search, with the text that found nothing. */
export function searchCall(
  { said, settings }: Pick<SetupView, "said" | "settings">,
  section: SetupLocation,
): ActionCall {
  const typed = said?.kind === "no-zone" ? said.typed : undefined;
  return setupCalls.zone({ in: section, rev: settings.revision, typed });
}

/** Returns where replies may be public, in words. */
export function placesOf(publicIn: GuildSettings["publicIn"], context: ViewContext): Markdown {
  const { setup } = context.texts;
  if (publicIn === "everywhere") return md`${setup.everywhere}`;
  return publicIn.length === 0 ? md`${setup.nowhere}` : inChannels(publicIn);
}

/** Which replies are public and where. Commands with `show` have public replies. */
export function aboutAnswers(publicIn: GuildSettings["publicIn"], context: ViewContext): Block {
  const { setup, commands, language } = context.texts;
  const names = Object.entries(commands).flatMap(([name, texts]) =>
    "options" in texts && "show" in texts.options ? [`/${name}`] : [],
  );
  const about = setup.answers.about(listWords(names, language));
  return paragraph(md`${about}`, setup.answers.now(placesOf(publicIn, context)));
}

export function channelsOf(ids: readonly string[], context: ViewContext): Markdown {
  return ids.length === 0 ? md`${context.texts.setup.noChannel}` : inChannels(ids);
}

function inChannels(ids: readonly string[]): Markdown {
  return joinMarkdown(ids.map(channelMention), ", ");
}

export function hoursOf({ from, to }: { readonly from: string; readonly to: string }): string {
  return `${from}–${to}`;
}

export function kindsOf(kinds: GuildSettings["kinds"], context: ViewContext): string {
  if (kinds === "all") return context.texts.setup.everywhere;
  const names = context.texts.commands.trending.options.kind.choices;
  const chosen = trendChoices.filter((kind) => kinds.includes(kind));
  return listWords(
    chosen.map((kind) => names[kind]),
    context.texts.language,
  );
}
