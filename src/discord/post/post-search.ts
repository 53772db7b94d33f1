import type { REST } from "@discordjs/rest";
import { Routes } from "discord-api-types/v10";

import { DAY_MS, MINUTE_MS } from "../../base/duration.ts";
import { isV2 } from "../reply/message.ts";
import { isMarkedWith, type MarkedMessage } from "./post-mark.ts";
import { idIn, listIn, type Refusal, refusalOf } from "../rest/refusal.ts";

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
