import { defineCalls, oneOf, text } from "../../../../discord/reply/calls.ts";

/** How to link: by cookies or a key of one's own, where signing in at the platform is possible, too. */
const linkWays = ["cookies", "key"] as const;
export type LinkWay = (typeof linkWays)[number];

/** The ways to get a session's cookies. */
export const linkTabs = ["browser", "desktop", "terminal"] as const;
export type LinkTab = (typeof linkTabs)[number];

/** The command that runs once an account is linked, as `waitingState` writes it. */
export interface WaitingState {
  readonly waiting?: string | undefined;
}

const waiting = { waiting: text.optional() };
/** A paste that waits for confirmation. */
const pending = { ...waiting, id: text.optional() };

export const linkCalls = defineCalls("link", {
  begin: { ...waiting, way: oneOf.optional(linkWays) },
  guide: { ...waiting, tab: oneOf.optional(linkTabs) },
  /** Signing in at the platform, and pasting the address one lands on. */
  signIn: waiting,
  address: waiting,
  decline: {},
  keep: pending,
  once: pending,
  refuse: pending,
  go: waiting,
  paste: { ...waiting, way: oneOf.optional(linkWays) },
});
