import { randomBytes } from "node:crypto";

import type { Asked } from "../discord/command.ts";
import { boardRows } from "../storage/tables/boards.ts";
import type { BoardBook } from "./boards/book.ts";
import { BoardKeeper } from "./boards/keeper.ts";
import type { RemindersWiring } from "./create-reminders.ts";

/** The live boards of a bot: their book for commands, and what looks after them between `start` and `close`. */
export interface Boards {
  readonly book: BoardBook;
  /** `mention` makes clickable mentions of commands. */
  start(mention: Asked["mention"]): void;
  close(): Promise<void>;
}

export function createBoards({ queries, services, ...parts }: RemindersWiring): Boards {
  let mention: Asked["mention"] = (name) => `/${name}`;
  const keeper = new BoardKeeper({
    ...parts,
    rows: boardRows(queries),
    services: () => services,
    newId: () => randomBytes(9).toString("base64url"),
    mention: (name) => mention(name),
  });
  return {
    book: keeper,
    start(mentionWith) {
      mention = mentionWith;
      keeper.start();
    },
    close: () => keeper.close(),
  };
}
