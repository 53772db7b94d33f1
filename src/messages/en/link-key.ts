import { type Markdown, md } from "../../base/markdown.ts";

/** /link where members make a key of their own at the platform and paste it. */
export const linkKey = {
  what: (platform: string) =>
    md`**What you share:** a key that you make at ${platform} for this bot, never a password. It's stored encrypted.`,
  end: (unlink: Markdown) =>
    md`**How to end it:** ${unlink} deletes the key here; deleting it at the platform ends it everywhere.`,
  make: (page: Markdown) =>
    md`Make a key at ${page}, allow it no more than this bot needs, and paste it here. Anyone asking for it in a message wants your account.`,
  /** Opens the form, below what it means. */
  paste: "I understand, paste it",
  /** In place of signing in. */
  use: "Use a key instead",
  form: {
    title: "Paste your key",
    label: "Your key from the platform",
    description: "One word, as the platform shows it. Never a name or a password.",
  },
  unreadable: { title: "That's not a key", next: "Copy the key again, all of it and nothing else." },
  refused: {
    title: "The platform didn't accept the key",
    next: "It may be deleted, or allowed too little. Make a new one and paste it.",
  },
  confirm: {
    named: (name: Markdown) => md`This key belongs to ${name}.`,
    unknown: "This key works, but the platform doesn't say whose it is.",
    trick: "Got this key from someone else? It's not your account. Press No.",
  },
  unlinked: (page: Markdown) => md`Your key still works at the platform. Delete it there too: ${page}`,
};
