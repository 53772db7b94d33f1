import { defineCalls } from "../../../discord/reply/calls.ts";
import { count, text } from "../../../discord/reply/state.ts";

/** Which section of the vault, and what was searched for. */
const place = { section: text.optional(), search: text.optional() };

/** The actions and the modal of /vault, and what their controls carry. */
export const vaultCalls = defineCalls("vault", {
  page: { ...place, page: count() },
  open: place,
  find: place,
  raw: {},
});
