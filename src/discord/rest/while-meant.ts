import { AsyncLocalStorage } from "node:async_hooks";

const meant = new AsyncLocalStorage<() => boolean>();

/** Makes requests of which each asks `isMeant` again right before it leaves, after whatever it waited for. */
export function whileMeant<T>(isMeant: () => boolean, request: () => Promise<T>): Promise<T> {
  return meant.run(isMeant, request);
}

/** Whether the request that is about to leave is still to be sent. */
export function isStillMeant(): boolean {
  return meant.getStore()?.() ?? true;
}
