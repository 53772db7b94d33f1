import { type Log, silentLog } from "../base/log.ts";
import { writeTransaction } from "./write-transaction.ts";
import { ChangeListeners } from "./change-listeners.ts";
import type { Lease, Nodes } from "./nodes.ts";

/** For a database with a single process, which gets every lease. */
export function onlyNode(log: Log = silentLog): Nodes {
  const changes = new ChangeListeners(log);
  return {
    id: "only",
    count: 1,
    onCount: () => () => {},
    take: async (name) => heldForEver(name),
    isFirst: async () => true,
    tidy: async () => {},
    noteChange: async () => {},
    onChange: (what, listener) => changes.add(what, listener),
    hint: (what, detail) => changes.tell(what, detail),
  };
}

function heldForEver(name: string): Lease {
  const ended = new AbortController();
  return {
    name,
    term: 1,
    mayOverlap: false,
    isHeld: () => !ended.signal.aborted,
    signal: ended.signal,
    transact: writeTransaction,
    release: async () => ended.abort(),
  };
}
