import type { ErrorCode } from "../../base/errors.ts";

/** What happened, and what to do next. */
interface ErrorText {
  readonly title: string;
  readonly next: string;
}

/** By error code. A code without a text does not compile. */
const byCode = {
  "platform-maintenance": {
    title: "The platform is in maintenance",
    next: "Nothing is lost. Try again when it is over; it usually takes less than a few hours.",
  },
  "platform-unavailable": {
    title: "The platform does not answer",
    next: "Try again in a few minutes. /help shows whether it is back.",
  },
  "platform-timeout": {
    title: "The platform took too long to answer",
    next: "Try again in a moment.",
  },
  "run-timeout": {
    title: "This took too long",
    next: "It was stopped before it was done. Try again in a moment.",
  },
  "platform-throttled": {
    title: "The platform asked for a pause",
    next: "Too much was asked of it at once. Try again in a minute.",
  },
  "platform-key": {
    title: "The platform refused this bot's key",
    next: "Only the operator can mend this. /help says how to reach them.",
  },
  "sign-in-needed": {
    title: "This needs a signed-in account",
    next: "The platform shows it to signed-in players only.",
  },
  "not-found": {
    title: "There is no such thing any more",
    next: "It may have been removed or renamed. Look it up again by its name.",
  },
  private: {
    title: "This is kept private",
    next: "The player chose not to show it. Only they can change that, on the platform.",
  },
  "platform-answer": {
    title: "The platform's answer could not be read",
    next: "It may have changed. Please tell the operator the reference below.",
  },
  "platform-refused": {
    title: "The platform's answer was not safe to use",
    next: "It was dropped. Please tell the operator the reference below.",
  },
  "platform-error": {
    title: "The platform reported an error",
    next: "Try again in a few minutes. If it stays, tell the operator the reference below.",
  },
  "not-offered": {
    title: "This platform does not offer that",
    next: "/help lists what works here.",
  },
  "admins-only": {
    title: "This is for those who manage the server",
    next: "It needs the permission Manage Server, in the server itself.",
  },
  "not-installed-here": {
    title: "Milepost is not a member of this server",
    next: "Add it to the server first; until then it answers only those who added it to their own account.",
  },
  "switched-off": {
    title: "This is switched off in this server",
    next: "An admin of the server chose that for everything that needs your own account. It works in a direct message with the bot.",
  },
  "bad-input": {
    title: "That could not be understood",
    next: "Run the command again and pick one of the suggestions.",
  },
  "stale-control": {
    title: "This button is from an older message",
    next: "Run the command again to get a fresh one.",
  },
  "not-yours": {
    title: "This button is not for you",
    next: "It is for whoever ran the command, or for those who manage messages here. Run the command to get your own.",
  },
  "too-fast": {
    title: "That was a lot at once",
    next: "Wait a moment, then try again.",
  },
  busy: {
    title: "The bot is busy or restarting",
    next: "Try again in a minute.",
  },
  unopenable: {
    title: "What was stored for you can't be opened",
    next: "Unlink the account and link it again. If it happens again, tell the operator the reference below.",
  },
  "bad-settings": {
    title: "The bot is not set up correctly",
    next: "Only the operator can mend this. /help says how to reach them.",
  },
  internal: {
    title: "Something went wrong in the bot",
    next: "Try again. If it stays, tell the operator the reference below.",
  },
} satisfies Readonly<Record<ErrorCode, ErrorText>>;

export const errors = {
  byCode,
  waitSeconds: (seconds: string) => `Try again in ${seconds} s.`,
  reference: (id: string) => `Reference ${id}`,
};
