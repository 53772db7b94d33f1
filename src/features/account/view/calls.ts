import { defineCalls } from "../../../discord/reply/calls.ts";
import { flag, text } from "../../../discord/reply/state.ts";

/** The actions of /unlink, and what their controls carry. */
export const unlinkCalls = defineCalls("unlink", {
  ask: {},
  /** One account, or all. */
  yes: { id: text.optional(), all: flag.optional() },
  no: {},
});
