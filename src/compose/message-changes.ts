import type { MessageChanges } from "../discord/interaction/late-pictures.ts";
import type { Nodes } from "../storage/nodes/nodes.ts";

const CHANGED = "discord.message";

/** What processes tell each other of messages they are about to change. One that is alone tells nobody. */
export function messageChanges(nodes: Nodes): MessageChanges {
  return {
    tell: (change) => {
      if (nodes.count > 1) nodes.hint(CHANGED, change);
    },
    onTold: (listener) => nodes.onChange(CHANGED, listener),
  };
}
