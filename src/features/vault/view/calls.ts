import { count, defineCalls, text } from "../../../discord/reply/calls.ts";

/** The section and the search. */
const place = { section: text.optional(), search: text.optional() };

export const vaultCalls = defineCalls("vault", {
  page: { ...place, page: count() },
  open: place,
  find: place,
  raw: {},
});
