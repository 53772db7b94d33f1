import { z } from "zod";

import { jsonOrNothing } from "../base/json.ts";
import { LONGEST_ASKED_MS } from "../platform/http/asked-wait.ts";
import type { LimitSharing } from "../platform/http/throttle.ts";
import type { Nodes } from "../storage/nodes.ts";
import type { MessageChanges } from "../discord/reply/drawings.ts";

const CHANGED = "discord.message";

/** Returns hints between processes about messages they are about to change; a single process sends none. */
export function messageChanges(nodes: Nodes): MessageChanges {
  return {
    tell: (change) => {
      if (nodes.count > 1) nodes.hint(CHANGED, change);
    },
    onTold: (listener) => nodes.onChange(CHANGED, listener),
  };
}

/** The posting node's share of the bot's requests to Discord, as most of them are posts. */
const POSTERS_SHARE = 2 / 3;
const PAUSE = "platform-pause";

/** Returns a function that tells this node's share of the bot's requests per second. */
export function discordShare(nodes: Nodes, isPoster: () => boolean): () => number {
  return () => {
    const others = nodes.count - 1;
    if (others === 0) return 1;
    return isPoster() ? POSTERS_SHARE : (1 - POSTERS_SHARE) / others;
  };
}

/** Divides the platform's limits among all nodes, which also pause together, at these origins alone. */
export function platformSharing(nodes: Nodes, origins: ReadonlySet<string>): LimitSharing {
  const told = z.tuple([
    z.string().refine((origin) => origins.has(origin)),
    z.number().nonnegative().max(LONGEST_ASKED_MS),
  ]);
  return {
    part: () => 1 / nodes.count,
    pause(origin, ms) {
      if (nodes.count > 1) nodes.hint(PAUSE, JSON.stringify([origin, Math.min(ms, LONGEST_ASKED_MS)]));
    },
    onPause: (listener) =>
      void nodes.onChange(PAUSE, (detail) => {
        const { data } = told.safeParse(jsonOrNothing(detail));
        if (data !== undefined) listener(...data);
      }),
  };
}
