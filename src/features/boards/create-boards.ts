import { randomBytes } from "node:crypto";

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
  /** Looks after them until `close`, on one node at a time. */
  start(): void;
  close(): Promise<void>;
}

type BoardsOptions = Omit<BoardWorkerDeps, "rows" | "services" | "newId"> & {
  readonly queries: Queries;
  /** Everything but the boards themselves. */
  readonly services: Services;
};

export function createBoards({ queries, services, ...parts }: BoardsOptions): Boards {
  const rows = boardRows(queries);
  const keeper = new BoardWorker({
    ...parts,
    rows,
    services: () => services,
    newId: () => randomBytes(9).toString("base64url"),
  });
  return {
    service: keeper,
    afterCommand: boardNotices({ rows, log: parts.log }),
    start: () => keeper.start(),
    close: () => keeper.close(),
  };
}
