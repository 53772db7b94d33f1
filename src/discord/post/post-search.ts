import type { REST } from "@discordjs/rest";
import { Routes } from "discord-api-types/v10";

import { DAY_MS, MINUTE_MS } from "../../base/duration.ts";
import { isV2, type Rendered, type WireComponent } from "../reply/message.ts";
import { idIn, listIn, type Refusal, refusalOf } from "../rest/refusal.ts";

/** Where a post goes: a channel or thread, or a user's direct messages. */
export interface PostTarget {
  readonly kind: "channel" | "dm";
  /** The id of the channel, or of the user. */
  readonly target: string;
}

export interface SentPost {
  readonly kind: "sent";
  readonly channelId: string;
  /** Absent when the message was deleted in the meantime. */
  readonly messageId?: string;
  /** "open": the direct message channel had to be opened for it. */
  readonly route?: "open";
  /** Whether it consists of components only (V2), as earlier versions posted; its edits have to as well. */
  readonly isV2?: boolean;
}

export type LookedFor = SentPost | Refusal | { readonly kind: "none" } | { readonly kind: "unreadable" };

const DISCORD_EPOCH_MS = 1_420_070_400_000;
/** How far Discord's clock and ours may differ. */
const CLOCK_SKEW_MS = 10 * MINUTE_MS;
/** How many messages are searched when our clock was set back since. */
const PAGE = 100;
const MOST_PAGES = 10;

/** Returns a message id that is surely older than this time by our clock. */
export function snowflakeBefore(since: number, now: number): string {
  const from = since > now ? now - DAY_MS : since - CLOCK_SKEW_MS;
  return String(BigInt(Math.max(from - DISCORD_EPOCH_MS, 0)) << 22n);
}

/** Looks for a delivery among the bot's own messages after an id. Throws Discord's refusal. */
export async function findOwnPost(rest: REST, wanted: Wanted, signal: AbortSignal): Promise<LookedFor> {
  const { channelId } = wanted;
  let after = wanted.from;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = new URLSearchParams({ after, limit: String(PAGE) });
    const route = Routes.channelMessages(channelId);
    const messages = listIn(await rest.get(route, { query, signal })) as readonly Message[];
    const found = messages.find(
      (message) => message.author.id === wanted.ownId && isMarkedWith(message, wanted.deliveryId),
    );
    if (found !== undefined) return { kind: "sent", channelId, messageId: found.id, isV2: isV2(found) };
    if (messages.length === 0 && page === 0) return whyEmpty(rest, { channelId, id: after }, signal);
    if (messages.length < PAGE) return { kind: "none" };
    after = newest(messages);
  }
  return { kind: "unreadable" };
}

/** Returns why a list is empty: without Read Message History it always is, which fetching a single message reveals. */
async function whyEmpty(
  rest: REST,
  { channelId, id }: { readonly channelId: string; readonly id: string },
  signal: AbortSignal,
): Promise<LookedFor> {
  try {
    idIn(await rest.get(Routes.channelMessage(channelId, id), { signal }));
  } catch (error) {
    const refused = refusalOf(error);
    if (refused.name === "missing-permission") return { kind: "unreadable" };
    if (refused.name !== "message-gone") return refused;
  }
  return { kind: "none" };
}

interface Wanted {
  readonly channelId: string;
  readonly from: string;
  readonly deliveryId: string;
  readonly ownId: string;
}

/** The parts we read of a message. */
interface Message extends MarkedMessage {
  readonly id: string;
  readonly author: { readonly id: string };
  readonly flags?: number;
}

function newest(messages: readonly Message[]): string {
  const ids = messages.map(({ id }) => BigInt(id));
  return String(ids.reduce((most, id) => (id > most ? id : most), 0n));
}

type Body = Rendered["body"];

/** An embed's URL is visible only when it has a title, which ours don't. */
const MARK = "https://discord.com/#milepost-";

/**
 * Returns the body with the delivery id where it can be found again: in a control's custom id, else as the embed's URL.
 */
export function markWith(deliveryId: string | undefined, body: Body): Body {
  const { components, embeds: [embed, ...others] = [] } = body;
  if (deliveryId === undefined || embed === undefined || anyHolds(components, deliveryId)) return body;
  return { ...body, embeds: [{ ...embed, url: `${MARK}${deliveryId}` }, ...others] };
}

/** The parts we read of a message. */
export interface MarkedMessage {
  readonly components?: readonly MarkedComponent[];
  readonly embeds?: readonly { readonly url?: string }[];
}

interface MarkedComponent {
  readonly custom_id?: string;
  readonly components?: readonly MarkedComponent[];
  readonly accessory?: MarkedComponent;
}

/** Returns whether a message carries this delivery id. */
export function isMarkedWith({ components = [], embeds = [] }: MarkedMessage, deliveryId: string): boolean {
  return embeds.some(({ url }) => url === `${MARK}${deliveryId}`) || anyHolds(components, deliveryId);
}

function anyHolds(components: readonly (MarkedComponent | WireComponent)[], deliveryId: string): boolean {
  return components.some((component) => {
    const { custom_id: id, components: inner = [], accessory } = component as MarkedComponent;
    if (id?.includes(deliveryId) === true) return true;
    return anyHolds(accessory === undefined ? inner : [...inner, accessory], deliveryId);
  });
}

/** How long a repeated nonce surely returns the existing message; Discord says "the past few minutes". */
const NONCE_TRUSTED_MS = 2 * MINUTE_MS;

/** A post whose last attempt ended without an answer. */
export interface UnseenPost extends PostTarget {
  readonly deliveryId: string;
  /** When it was attempted. */
  readonly since: number;
}

/**
 * The post, if it exists; "not-there"; or, where it can't be looked up, "nonce-holds" (sending it again can't double
 * it) or "unsure" (it could).
 */
export type PostedBefore = SentPost | Refusal | { readonly kind: "not-there" | "nonce-holds" | "unsure" };

interface LookBackParts {
  readonly find: (wanted: UnseenPost, signal: AbortSignal) => Promise<LookedFor>;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Looks for a post before it is sent again. A refusal is certain: looking posts nothing. */
export async function lookBack(
  unseen: UnseenPost,
  { find, now, signal }: LookBackParts,
): Promise<PostedBefore> {
  const found = await find(unseen, signal);
  if (found.kind === "sent") return found;
  if (found.kind === "refused") return { ...found, isCertain: true };
  if (found.kind === "none") return { kind: "not-there" };
  const age = now() - unseen.since;
  return { kind: age >= 0 && age <= NONCE_TRUSTED_MS ? "nonce-holds" : "unsure" };
}
