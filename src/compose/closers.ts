import type { Log } from "../base/log.ts";

/** What has to be closed: the last added is closed first. */
export function createClosers(log: Log) {
  const all: (() => Promise<unknown>)[] = [];
  return {
    onClose: (close: () => Promise<unknown>) => void all.push(close),
    /** One that fails is logged, and keeps none of the others open. */
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
