import { english } from "./en.ts";

/** Everything members read, in one language. Other languages have English's shape, so none lacks a text. */
export type Messages = typeof english;

/** The catalog for a Discord locale code; English where there is none. */
export function messagesFor(_locale: string): Messages {
  return english;
}
