import { defineCalls } from "../../../discord/reply/calls.ts";
import { count, text } from "../../../discord/reply/state.ts";

/** Where in the vault: positions of members, the outermost first, and what was searched for. */
const place = { at: text.optional(), search: text.optional() };

/** The actions of /vault, and what their controls carry. */
export const vaultCalls = defineCalls("vault", {
  page: { ...place, page: count() },
  open: place,
  raw: {},
});
