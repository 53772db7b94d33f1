import { type Markdown, md } from "../../base/markdown.ts";

const start = md`Press **Sign in**. Check the site, then allow this bot there.`;

/** /link where the platform lets members sign in and allow the bot (OAuth). */
export const linkSignIn = {
  consent: {
    what: (platform: string) =>
      md`**What you share:** you sign in at ${platform} and allow this bot there. It gets a key to your account, stored encrypted, and never sees your password.`,
    scope: (scope: string) => md`**What it can do:** what you allow there (${scope}).`,
    anyScope: md`**What it can do:** what you allow there.`,
    end: (unlink: Markdown) => md`**How to end it:** ${unlink} deletes the key here and at the platform.`,
    /** Where the platform takes no keys back. */
    endHere: (unlink: Markdown) =>
      md`**How to end it:** ${unlink} deletes the key here. At the platform it expires by itself.`,
    manage: (page: Markdown) => md`You can remove this bot at ${page} too.`,
    address: "You land on a page. Paste its address here, and never give it to anyone else.",
    /** In place of `address`, where the bot has a page of its own that ends the sign-in. */
    ownButton: "Sign in through your own button. Never open a sign-in link that someone sends you.",
    cookies: "Use cookies instead",
  },
  guide: {
    title: (platform: string) => `Sign in at ${platform}`,
    steps: [
      start,
      md`You land on a page that may not load. That's fine. Copy its whole address.`,
      md`Come back and press **Paste the address**.`,
    ],
    /** In place of `steps`, where the bot has a page of its own that ends the sign-in. */
    pageSteps: [start, md`Come back here. This message changes by itself.`],
    check: "Check again",
    mine: "This sign-in is only for you and lasts 10 minutes.",
    open: (host: string) => `Sign in at ${host}`,
    paste: "Paste the address",
    again: "Sign in again",
  },
  form: {
    title: "Paste the address",
    label: "Address you landed on",
    description: "All of it, from the address bar. It works once, only for you.",
  },
  address: {
    unknown: {
      title: "That's not the address",
      next: "Copy the whole address of the page you landed on.",
    },
    stale: {
      title: "This sign-in expired",
      next: "It took too long, or you started a newer one. Sign in again.",
    },
    denied: {
      title: "The sign-in was stopped",
      next: "The platform says you didn't allow it. Sign in again if you want to.",
    },
    broken: {
      title: "That address is incomplete",
      next: "Sign in again and copy the whole address.",
    },
    refused: {
      title: "The platform didn't accept the address",
      next: "It works once, for a few minutes. Sign in again.",
    },
    client: {
      title: "This bot can't sign you in",
      next: "The platform doesn't accept the bot's own ID or secret. Tell its operator.",
    },
    down: {
      title: "The platform isn't responding",
      next: "Sign in again in a few minutes.",
    },
  },
  confirm: {
    named: (name: Markdown) => md`You signed in as ${name}.`,
    unknown: "You're signed in. The platform doesn't say who you are.",
    trick: "Did someone send you here or give you the address? Then press No.",
  },
  /** The bot's own page in a browser, where members begin and end a sign-in. */
  page: {
    whose: (platform: string, member: string) =>
      `This links your ${platform} account to ${member} on Discord.`,
    notYou: "Not you, or someone sent you here? Close this page.",
    done: (member: string) => `Your account is linked to ${member} on Discord.`,
    close: "You can close this window.",
    /** What to do after a sign-in that came to nothing. */
    back: "Go back to Discord to try again.",
    elsewhere: {
      title: "This sign-in can't be finished here",
      next: "Run /link in Discord and open its button in this browser. If someone sent you here, close this page.",
    },
  },
  lost: (link: Markdown) => md`Your session ended: renewing it was cut off. Link again with ${link}.`,
  unlinked: {
    back: "The platform confirmed that its key no longer works.",
    notBack: "The platform didn't confirm that its key no longer works.",
    manage: (page: Markdown) => md`Remove this bot there too: ${page}`,
  },
};
