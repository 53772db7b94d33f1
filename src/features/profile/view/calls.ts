import { defineCalls, text } from "../../../discord/reply/calls.ts";

const player = { player: text() };

export const profileCalls = defineCalls("profile", {
  open: { player: text.optional() },
  recents: {},
  /** Opens the form for a name. */
  name: {},
  compare: player,
  with: player,
  compared: { ...player, other: text() },
  withMember: player,
  relation: player,
  report: player,
  hide: {},
});
