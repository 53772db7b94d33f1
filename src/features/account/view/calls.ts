import { defineCalls, flag, text } from "../../../discord/reply/calls.ts";

export const unlinkCalls = defineCalls("unlink", {
  ask: {},
  /** One account, or all. */
  yes: { id: text.optional(), all: flag.optional() },
  no: {},
});
