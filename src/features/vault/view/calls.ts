import { defineCalls } from "../../../discord/reply/calls.ts";
import { count, text } from "../../../discord/reply/state.ts";

/** The section and the search. */
const place = { section: text.optional(), search: text.optional() };

export const vaultCalls = defineCalls("vault", {
  page: { ...place, page: count() },
  open: place,
  find: place,
  raw: {},
});
