import { defineCalls } from "../../../discord/reply/calls.ts";
import { count, text } from "../../../discord/reply/state.ts";

/** Which section of the vault, and what was searched for. */
const place = { section: text.optional(), search: text.optional() };

export const vaultCalls = defineCalls("vault", {
  page: { ...place, page: count() },
  open: place,
  find: place,
  raw: {},
});
