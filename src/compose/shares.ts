import type { LimitSharing } from "../platform/http/throttle.ts";
import type { Nodes } from "../storage/nodes/nodes.ts";

/** What the node that posts has of the bot's requests to Discord, where there are others: most of them are posts. */
const POSTERS_SHARE = 2 / 3;
const PAUSE = "platform-pause";

/** Returns what part of the bot's requests a second this node may make. */
export function discordShare(nodes: Nodes, isPoster: () => boolean): () => number {
  return () => {
    const others = nodes.count - 1;
    if (others === 0) return 1;
    return isPoster() ? POSTERS_SHARE : (1 - POSTERS_SHARE) / others;
  };
}

/** All nodes together keep to the platform's limits, and pause when one of them is asked to. */
export function platformSharing(nodes: Nodes): LimitSharing {
  return {
    part: () => 1 / nodes.count,
    pause(origin, ms) {
      if (nodes.count > 1) nodes.hint(PAUSE, JSON.stringify([origin, ms]));
    },
    onPause: (listener) =>
      void nodes.onChange(PAUSE, (detail) => listener(...(JSON.parse(detail) as [string, number]))),
  };
}
