import { type Markdown, md } from "../../base/markdown.ts";
import { plural } from "../choice.ts";
import { linkKey } from "./link-key.ts";
import { linkSignIn } from "./link-sign-in.ts";
import { pasteOutcomes } from "./paste-outcomes.ts";

/** /unlink. */
const unlink = {
  nothing: { title: "No linked account", next: "There's nothing to delete." },
  title: "Unlink an account?",
  means:
    "This deletes the session, the list of its uses and its snapshots for good. That account is then hidden in every server.",
  stays: "Encrypted backups stay for up to 30 days.",
  there: "You're still signed in on the site. Sign out there to end that too.",
  one: (name: string) => `Unlink ${name}`,
  all: (count: string) => `Unlink all ${count}`,
  keep: "Stay linked",
  kept: "Nothing was deleted.",
  done: "Unlinked and deleted",
  rest: (account: Markdown) => md`Reminders and settings stay. Delete them in ${account} > My data.`,
  deleted: (name: string, uses: string, snapshots: string) =>
    `${name} · Uses: ${uses} · Snapshots: ${snapshots}`,
  notOverwritten: "Traces stay in the database's files until it overwrites them.",
  once: "Your “Use once” session was deleted.",
};

/** /link. */
export const link = {
  signIn: linkSignIn,
  key: linkKey,
  consent: {
    title: (platform: string) => `Link your ${platform} account`,
    share: (count: number) =>
      plural(count, {
        one: md`**What you share:** your signed-in session, never a password. 1 cookie is stored encrypted; the rest you paste is dropped.`,
        other: md`**What you share:** your signed-in session, never a password. Up to ${count} cookies are stored encrypted; the rest you paste is dropped.`,
      }),
    power: (platform: string) =>
      md`**What it can do:** anything you can do on the site, not just look. ${platform} doesn't support this and may act against your account.`,
    operator: (operator: string) =>
      md`**Who can use it:** this bot, for you, and its operator, ${operator}. Encryption can't stop the operator.`,
    noOperator: md`**Who can use it:** this bot, for you, and its operator, who hasn't shared a name. Find out who that is first. Encryption can't stop the operator.`,
    end: (unlink: Markdown) =>
      md`**How to end it:** ${unlink} deletes it here; signing out on the site ends it everywhere.`,
    /** What follows how to end it, and in /help how long it is stored. */
    idle: (days: number) =>
      plural(days, {
        one: "It's also deleted after 1 day unused, or 7 days after it ends.",
        other: `It's also deleted after ${days} days unused, or 7 days after it ends.`,
      }),
    rule: md`**Discord's rule:** bots may not ask for sessions. Encrypting yours doesn't change that. Anyone asking for it in a message wants your account.`,
    age: "You must be 13 or older; more in some countries.",
    linked: (accounts: Markdown) => md`Already linked: ${accounts}`,
    agree: "I understand, continue",
    decline: "Not now",
  },
  tabs: { browser: "Encrypt first", desktop: "Paste cookies", terminal: "Command line" },
  guide: {
    title: "Copy your session",
    window: (portal: Markdown) =>
      md`Open a **private window**, sign in at ${portal} and copy the cookies. Then close the window. **Don't sign out**: that ends the session.`,
    where: (names: string) =>
      md`In that window, press F12 > **Application** (Firefox, Safari: **Storage**) > **Cookies** > the site. You need ${names}.`,
    phone: "On a phone? Most phone browsers can't show these cookies. Do this once on a computer.",
    noScript: "Scripts and bookmarklets can't read these cookies (HttpOnly), so don't run any.",
    paste: "Paste it here",
    /** Where nothing can be encrypted for this bot. */
    noKey: "This isn't available right now. Tell the operator: the keyring has no identity.",
  },
  browser: {
    intro: "The file below encrypts your cookies on your device, so Discord never sees them.",
    steps: [
      "Save the file and open it in any browser. It works offline.",
      "Paste your cookies into it and copy the sealed text.",
      "Press “Paste it here” and paste the sealed text.",
    ],
    mine: "The sealed text works only for you, only with this bot, for one hour.",
    fingerprint: (digits: string) =>
      md`Check that the page shows the key \`${digits}\`. The operator can confirm it.`,
    fileName: "milepost-seal.html",
  },
  desktop: {
    intro:
      "Paste the cookies in any form: rows of the cookie table, “Copy as cURL” or “Copy as fetch” from the Network tab, a Cookie header, a cookies.txt, JSON, or lines of name=value.",
    seen: "Discord sees what you paste here. “Encrypt first” avoids that.",
    sealedOnly: "This bot takes sealed text only. Use “Encrypt first” or “Command line”.",
  },
  terminal: {
    intro: "On your computer, in Milepost's folder, with Node. Either command prints sealed text.",
    profile: "First save this file there. It says where the platform is.",
    signIn: "Sign in with this command. Your name and password go only to your login provider.",
    seal: "Or copy the cookies yourself, then encrypt them with this one.",
  },
  form: {
    title: "Paste your session",
    label: "Sealed text or cookies",
    labelSealed: "Sealed text",
    description: "Up to 4,000 characters. Never a name or a password.",
    placeholder: "milepost1:…",
    file: "Or a file with sealed text",
    fileHint: "Sealed text only: Discord keeps it. Pick the file; pasting it here posts it in the channel.",
  },
  ...pasteOutcomes,
  confirm: {
    title: "Is this your account?",
    named: (name: Markdown) => md`These cookies belong to ${name}.`,
    unknown: "These cookies work, but the platform doesn't say whose they are.",
    fromCookie: "This name comes from your paste. The platform didn't confirm it.",
    noAccounts: "It has no game account yet.",
    otherHost: (host: string) =>
      `You copied them on ${host}, not the platform. They work, but if you don't know that site, press No.`,
    trick: "Got these cookies from someone else? It's not your account. Press No.",
    nothingYet: "You have 10 minutes to choose. Until then the session is stored encrypted, then deleted.",
    keep: "Yes, link it",
    once: "Use once",
    no: "No",
    onceMeans: "“Use once” lasts one command and its buttons, up to 15 minutes. Then the session is deleted.",
    over: { title: "That took too long", next: "Paste the cookies again." },
  },
  done: {
    title: (name: string) => `Linked: ${name}`,
    unnamed: "Your account is linked",
    once: "This session is stored encrypted and deleted after 15 minutes.",
    close: "Now close the private window, without signing out.",
    away: "Background use and snapshots are off. /account turns them on.",
    allowed: {
      both: "Background use and snapshots are on, as before. /account turns them off.",
      away: "Background use is on, as before. /account turns it off.",
      snapshots: "Snapshots are on, as before. /account turns them off.",
    },
    progress: "Show my progress",
    /** Runs the command that waited for the link. */
    goOn: "Continue",
    settings: "Open settings",
  },
  ownEnded: {
    title: "Your session ended",
    next: "It expired, or you signed out on the site. Link again to go on; your settings stay.",
  },
  off: {
    title: "Linking is off",
    next: "The operator turned off private commands, or the platform offers none.",
  },
  button: "Link an account",
  /** Opens the tab "Paste cookies" of the guide. */
  steps: "Show the steps",
  notices: {
    died: (link: Markdown) => md`Your session ended. Reconnect with ${link}, or it's deleted in 7 days.`,
    "works-again": "Your linked session works again.",
    revoked: (link: Markdown) =>
      md`The operator deleted all linked sessions, including yours. Link again with ${link}.`,
    "expires-soon": (when: Markdown) => md`Your session ends ${when}, unless the platform renews it.`,
    "expires-sometime": "Your session ends soon, unless the platform renews it.",
  },
  unlink,
  account: {
    unnamed: (number: string) => `Account ${number}`,
    states: { alive: "connected", suspect: "being checked", dead: "ended" },
  },
};
