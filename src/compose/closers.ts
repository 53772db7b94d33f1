import type { Log } from "../base/log.ts";

/** Collects what has to be closed, last added first. */
export function createClosers(log: Log) {
  const all: (() => Promise<unknown>)[] = [];
  return {
    onClose: (close: () => Promise<unknown>) => void all.push(close),
    /** A failure is logged, and the others are closed all the same. */
    closeAll: async (): Promise<void> => {
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
