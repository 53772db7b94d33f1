import { defineCalls } from "../../../discord/reply/calls.ts";
import { flag, text } from "../../../discord/reply/state.ts";

export const unlinkCalls = defineCalls("unlink", {
  ask: {},
  /** One account, or all. */
  yes: { id: text.optional(), all: flag.optional() },
  no: {},
});
