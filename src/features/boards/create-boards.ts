import { randomBytes } from "node:crypto";

import type { InvocationContext } from "../../discord/command/invocation-context.ts";
import { boardRows } from "./store/board-rows.ts";
import type { BoardService } from "./board-service.ts";
import type { Queries } from "../../storage/schema.ts";
import { BoardWorker, type BoardWorkerDeps } from "./engine/board-worker.ts";
import { boardNotices } from "./notices.ts";
import type { Services } from "../services.ts";
import type { AfterCommand } from "../shared/command-context.ts";

/** The live boards of a bot: their book for commands, and what looks after them between `start` and `close`. */
export interface Boards {
  readonly service: BoardService;
  /** Tells whoever made a board what stands in its way. */
  readonly afterCommand: AfterCommand;
  /** `mention` makes clickable mentions of commands. */
  start(mention: InvocationContext["mention"]): void;
  close(): Promise<void>;
}

type BoardsOptions = Omit<BoardWorkerDeps, "rows" | "services" | "newId" | "mention"> & {
  readonly queries: Queries;
  /** Everything but the boards themselves. */
  readonly services: Services;
};

/** Until the runtime knows the ids of its commands. */
const UNKNOWN_ID: InvocationContext["mention"] = (name) => `/${name}`;

export function createBoards({ queries, services, ...parts }: BoardsOptions): Boards {
  let mention = UNKNOWN_ID;
  const rows = boardRows(queries);
  const keeper = new BoardWorker({
    ...parts,
    rows,
    services: () => services,
    newId: () => randomBytes(9).toString("base64url"),
    mention: (name) => mention(name),
  });
  return {
    service: keeper,
    afterCommand: boardNotices({ rows, log: parts.log }),
    start(mentionWith) {
      mention = mentionWith;
      keeper.start();
    },
    close: () => keeper.close(),
  };
}
