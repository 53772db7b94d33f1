import type { MessageChanges } from "../discord/interaction/late-pictures.ts";
import type { Nodes } from "../storage/nodes.ts";

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
