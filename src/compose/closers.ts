import type { Log } from "../base/log.ts";

/** What has to be closed: the last added is closed first. */
export interface Closers {
  readonly onClose: (close: () => Promise<unknown>) => void;
  /** One that fails is logged, and keeps none of the others open. */
  readonly closeAll: () => Promise<void>;
}

export function createClosers(log: Log): Closers {
  const all: (() => Promise<unknown>)[] = [];
  return {
    onClose: (close) => void all.push(close),
    async closeAll() {
      for (let close = all.pop(); close !== undefined; close = all.pop()) {
        try {
          await close();
        } catch (error) {
          log.error("A part of the program could not be closed; the others are", {}, error);
        }
      }
    },
  };
}
