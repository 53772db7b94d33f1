import { AsyncLocalStorage } from "node:async_hooks";

const meant = new AsyncLocalStorage<() => boolean>();

/** Runs a request whose parts each check `isMeant` right before they are sent, after any wait for rate limits. */
export function whileMeant<T>(isMeant: () => boolean, request: () => Promise<T>): Promise<T> {
  return meant.run(isMeant, request);
}

/** Returns whether the request about to be sent is still wanted. */
export function isStillMeant(): boolean {
  return meant.getStore()?.() ?? true;
}
