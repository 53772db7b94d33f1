import { type Markdown, md } from "../../base/markdown.ts";
import { plural } from "../choice.ts";
import { pasteOutcomes } from "./paste-outcomes.ts";

/** /unlink. */
const unlink = {
  nothing: { title: "Nothing is linked", next: "There is no session of yours here to delete." },
  title: "Unlink?",
  which: "Which account?",
  means:
    "The session, the list of its uses and all snapshots are deleted at once, and can't be brought back. Nobody finds you by this account any more.",
  there: "The platform's own session lives on until it expires. Sign out on the site to end it there too.",
  one: (name: string) => `Unlink ${name}`,
  all: (count: string) => `Unlink all ${count}`,
  keep: "Keep",
  kept: "Nothing was deleted.",
  done: "Unlinked",
  deleted: (name: string, uses: string, snapshots: string) =>
    `${name}: the session's cookies, ${uses} and ${snapshots} were deleted.`,
  uses: (count: number) => plural(count, { one: "1 noted use", other: `${count} noted uses` }),
  snapshots: (count: number) => plural(count, { one: "1 snapshot", other: `${count} snapshots` }),
  overwritten: "What was deleted is overwritten in the database.",
  notOverwritten:
    "Deleted, but still encrypted in the database's log: another program reads it. They're overwritten when it ends.",
  backups: "Backups the operator made before keep them for up to 30 days, sealed.",
  once: "The session you used once is forgotten too.",
};

/** /link. */
export const link = {
  consent: {
    title: (platform: string) => `Link your account at ${platform}`,
    what: "You give Milepost the session of your browser, by paste: it then sees what you see there. It never asks for a name or a password.",
    kept: (names: string, count: string) =>
      md`**Kept:** ${count} cookies (${names}), encrypted. Everything else in the paste is dropped at once.`,
    howLong: (days: string) =>
      md`**For how long:** until you unlink, until the session has been dead for 7 days, or until you have not used it for ${days} days.`,
    power: "A session can do anything you can do on the site, not only read.",
    unsupported: "The platform does not support this and may act against your account.",
    operator: (operator: string) =>
      md`**Who can use it:** whoever runs this bot, and nobody can prevent that: ${operator}.`,
    operatorContact: (operator: string, contact: string) => `${operator} (${contact})`,
    noOperator: "they have not said who they are, so ask before you go on",
    end: (unlink: Markdown) =>
      md`**How to end it:** ${unlink}. In an emergency, sign out on the site: that kills the session everywhere.`,
    nobodyAsks: "Nobody will ever ask you for this by message. Whoever does wants your account.",
    age: "You must be as old as the platform and Discord require: at least 13, in some countries more.",
    rule: "Discord's rules forbid bots to ask for sessions, without an exception for other services. Sealing hides yours from Discord; it does not lift that rule.",
    linked: (accounts: Markdown) => md`Linked already: ${accounts}`,
    agree: "I understand, go on",
    decline: "Not now",
    declined: "Nothing was linked, and nothing was kept.",
  },
  tabs: { browser: "This browser", desktop: "Desktop paste", terminal: "Command line" },
  guide: {
    title: "Bring your session",
    window: (portal: Markdown) =>
      md`Open a **private window**, sign in at ${portal}, copy the cookies, then close the window.`,
    stay: md`**Do not sign out**: signing out kills the session.`,
    phone: "On a phone: phone browsers usually can't show these cookies; do this once on a computer.",
    noScript:
      "No bookmarklet and no script in the console can help: these cookies are hidden from scripts (HttpOnly).",
    paste: "Paste it here",
    where: (names: string) =>
      md`In the signed-in window press F12, then **Application** (Chrome, Edge) or **Storage** (Firefox, Safari), then **Cookies** and the site. You need ${names}.`,
  },
  browser: {
    intro:
      "The file below seals your cookies on your own device: Discord, your clipboard and logs then only see ciphertext, and nobody else can use it.",
    steps: [
      "Save the file and open it in any browser. It works offline, and its own policy forbids it the network.",
      "Copy the cookies into it (any form), and copy the sealed bundle out.",
      "Press “Paste it here”, and paste the bundle.",
    ],
    mine: "The file was made for you: a bundle of it works for you alone, with this bot alone, for an hour.",
    fingerprint: (digits: string) =>
      md`Its key is \`${digits}\`: a page that shows another one is not ours. Whoever runs this bot can tell you the same digits.`,
    fileName: "milepost-seal.html",
    unavailable:
      "The file can't be made at the moment: this bot's keyring has no identity. Tell whoever runs it.",
  },
  desktop: {
    intro: "Paste the cookies themselves. Any of these will do:",
    forms: [
      "the rows of the cookie table, marked and copied",
      "a request to the site from the tab Network, “Copy as cURL” or “Copy as fetch”",
      "the Cookie header of such a request",
      "what an export extension gives: JSON or cookies.txt",
      "lines of name=value",
    ],
    seen: "Discord sees what you paste here. The tab “This browser” avoids that.",
    sealedOnly: "This bot takes sealed bundles only: use the tab “This browser” or “Command line”.",
  },
  terminal: {
    intro:
      "On your own computer, in Milepost's folder, with Node there. Either command prints a sealed bundle.",
    profile: "First save this file into that folder: it tells the commands where the platform is.",
    signIn:
      "Sign in and seal; name and password go to your login provider alone, and no cookies need copying:",
    seal: "Or copy the cookies yourself, and seal them:",
    noKey: "This bot's keyring has no identity to seal to. Tell whoever runs it.",
  },
  form: {
    title: "Paste your session",
    label: "Sealed bundle, or cookies",
    labelSealed: "Sealed bundle",
    description: "Up to 4,000 characters; seal.html takes more. Never a name or a password.",
    placeholder: "milepost1:…",
    file: "Or a file with sealed text",
    fileHint: "Sealed text only. Discord keeps uploaded files, so cookies as they are get refused.",
  },
  ...pasteOutcomes,
  confirm: {
    title: "Is this your account?",
    named: (name: Markdown) => md`These cookies belong to ${name}.`,
    unknown: "The platform does not say whose cookies these are. They work, and that is all that is known.",
    id: (id: string) => `Membership ${id}`,
    fromCookie: "The name comes from a cookie in the paste, not from the platform's own word.",
    noAccounts: "It has no game account yet.",
    otherHost: (host: string) =>
      `You copied them for ${host}, not for the platform. They work on the platform all the same; if you don't know that site, press No.`,
    trick: "If somebody gave you these cookies, it is not yours: press No.",
    nothingYet: "Nothing is stored yet. Milepost waits 10 minutes for your answer.",
    keep: "Yes, keep it linked",
    once: "Yes, but use it once",
    no: "No",
    onceMeans:
      "“Use it once” writes nothing: it answers one command and its buttons, for 15 minutes, from memory.",
    noted: "Nothing was kept.",
    over: {
      title: "That took too long",
      next: "The cookies are forgotten. Paste them again.",
    },
  },
  done: {
    title: (name: string) => `Linked: ${name}`,
    unnamed: "your account",
    once: "Used once: nothing was stored. It is forgotten in 15 minutes.",
    close: "Close the private window now, without signing out.",
    away: "While you are away it is not used. You can allow that, and keep snapshots of your progress, in /account.",
    allowed: {
      both: "As you allowed before, it is used while you are away and snapshots of your progress are kept. /account changes that.",
      away: "As you allowed before, it is used while you are away. /account changes that.",
      snapshots: "As you allowed before, snapshots of your progress are kept. /account changes that.",
    },
    progress: "Your progress",
    settings: "Settings",
    failed: (command: string) => `/${command} could not be answered:`,
  },
  ownEnded: {
    title: "Your session has ended",
    next: "The platform no longer takes it: it expired, or you signed out there. Link again to go on; your settings stay.",
  },
  off: {
    title: "Linking is off here",
    next: "Whoever runs this bot has private commands switched off, or its platform offers none.",
  },
  button: "Link an account",
  again: "Try again",
  notices: {
    died: (link: Markdown) =>
      md`Your linked session has ended: the platform no longer takes it. ${link} brings it back. It is deleted after 7 days.`,
    "works-again": "Your linked session works again.",
    revoked: (link: Markdown) =>
      md`Whoever runs this bot deleted all linked sessions, yours too. ${link} links again.`,
    "expires-soon": (when: Markdown) => md`Your linked session ends ${when}, unless the platform renews it.`,
    soon: "soon",
  },
  unlink,
  account: {
    unnamed: (number: string) => `Account ${number}`,
    states: { alive: "works", suspect: "refused once, will be checked", dead: "ended" },
  },
};
