import { randomBytes } from "node:crypto";

import type { Asked, CommandEntry } from "../../discord/command/command.ts";
import { boardRows } from "./store/board-rows.ts";
import type { BoardBook } from "./board-service.ts";
import { BoardKeeper } from "./engine/board-worker.ts";
import { tellingBoards } from "./notices.ts";
import type { RemindersWiring } from "../reminders/create-reminders.ts";
import type { Services } from "../services.ts";

/** The live boards of a bot: their book for commands, and what looks after them between `start` and `close`. */
export interface Boards {
  readonly book: BoardBook;
  /** The same commands, which tell whoever made a board what stands in its way. */
  telling(commands: readonly CommandEntry<Services>[]): readonly CommandEntry<Services>[];
  /** `mention` makes clickable mentions of commands. */
  start(mention: Asked["mention"]): void;
  close(): Promise<void>;
}

/** Until the runtime knows the ids of its commands. */
const UNKNOWN_ID: Asked["mention"] = (name) => `/${name}`;

export function createBoards({ queries, services, ...parts }: RemindersWiring): Boards {
  let mention = UNKNOWN_ID;
  const rows = boardRows(queries);
  const keeper = new BoardKeeper({
    ...parts,
    rows,
    services: () => services,
    newId: () => randomBytes(9).toString("base64url"),
    mention: (name) => mention(name),
  });
  return {
    book: keeper,
    telling: (commands) => tellingBoards(commands, { rows, log: parts.log }),
    start(mentionWith) {
      mention = mentionWith;
      keeper.start();
    },
    close: () => keeper.close(),
  };
}
