import type { ErrorCode } from "../../base/errors.ts";

/** What happened, and what to do next. */
interface ErrorText {
  readonly title: string;
  readonly next: string;
}

const unresponsive = {
  title: "The platform isn't responding",
  next: "Try again in a few minutes. /help shows whether it's back.",
};
const unreadable = { title: "The platform's data couldn't be read", next: "Try again later." };

/** By error code. A code without a text does not compile. */
const byCode = {
  "platform-maintenance": {
    title: "The platform is in maintenance",
    next: "Nothing is lost. Try again in a few hours.",
  },
  "platform-unavailable": unresponsive,
  "platform-timeout": unresponsive,
  "run-timeout": {
    title: "This took too long",
    next: "Milepost stopped before it was done. Try again in a moment.",
  },
  "platform-throttled": {
    title: "Too many requests",
    next: "Try again in a minute.",
  },
  "platform-key": {
    title: "The platform refused this bot's key",
    next: "Only the operator can fix this. /help shows how to reach them.",
  },
  "sign-in-needed": {
    title: "This needs a signed-in account",
    next: "The platform shows it only to signed-in players. Open it there.",
  },
  "not-found": {
    title: "That's gone",
    next: "It may have been renamed or removed. Search again.",
  },
  private: {
    title: "This is private",
    next: "Only the player can show it, in their settings on the platform.",
  },
  "platform-answer": unreadable,
  "platform-refused": unreadable,
  "platform-error": {
    title: "The platform reported an error",
    next: "Try again in a few minutes.",
  },
  "not-offered": {
    title: "This platform doesn't offer that",
    next: "/help lists what works here.",
  },
  "admins-only": {
    title: "You need Manage Server",
    next: "Use this in your server, or ask a server admin.",
  },
  "not-installed-here": {
    title: "Milepost isn't in this server",
    next: "Add it to the server first, or ask a server admin to.",
  },
  "switched-off": {
    title: "This is turned off in this server",
    next: "A server admin turned off commands that use your account. They work in a DM with the bot.",
  },
  "bad-input": {
    title: "Milepost couldn't read that",
    next: "Run the command again and pick a suggestion.",
  },
  "stale-control": {
    title: "This button expired",
    next: "Run the command again.",
  },
  "not-yours": {
    title: "This button isn't yours",
    next: "It's for whoever ran the command. Run it yourself to get your own.",
  },
  "moderators-only": {
    title: "You need Manage Messages",
    next: "This button is for moderators. Ask one of them.",
  },
  "too-fast": {
    title: "That was too fast",
    next: "Wait a moment, then try again.",
  },
  busy: {
    title: "The bot is busy or restarting",
    next: "Try again in a minute.",
  },
  unopenable: {
    title: "Your stored session can't be read",
    next: "Unlink, then link again.",
  },
  "bad-settings": {
    title: "This bot isn't set up correctly",
    next: "Only the operator can fix this. /help shows how to reach them.",
  },
  internal: {
    title: "Something went wrong",
    next: "Try again in a moment.",
  },
} satisfies Readonly<Record<ErrorCode, ErrorText>>;

export const errors = {
  byCode,
  /** `when` is as in "in 20 minutes". */
  tryAgain: (when: string) => `Try again ${when}.`,
  /** Under what the operator can look up in the log. */
  reference: (id: string) => `Keeps happening? Send the operator this reference: ${id}`,
};
