import { tableOf } from "./translations.ts";
import tables from "./tables.json" with { type: "json" };

/** A creation of a player. Some have difficult texts, which platforms send unchanged. */
export interface Creation {
  readonly title: string;
  readonly body: string;
  readonly isOdd?: boolean;
}

/** Difficult texts as real platforms send them: markup, tricks, far too long. Never featured. */
const odd = [
  {
    title: "**BOLD** _claims_ `and code` ~~struck~~ ||spoiler||",
    body: "# A heading\n> a quote\n- a list\n[a link](https://example.invalid/) and <https://example.invalid/auto>\n```js\nalert(1)\n```",
  },
  {
    title: "@everyone @here look <@123456789012345678>",
    body: "Hello <@&123456789012345678> in <#123456789012345678>, and </trending:123456789012345678>. @everyone\nhttps://example.invalid/free-embers",
  },
  {
    title: "Turned \u202Egnorw eht yaw dnuor\u202C text",
    body: "The file is called ember\u202Egnp.exe and it is fine. \u2066isolated\u2069 \u200Fright\u200E left",
  },
  {
    title: "Zero\u200B\u200B\u200Bwidth\u2060\uFEFF and \u00ADsoft\u00AD hyphens",
    body: "in\u200Bvi\u200Csi\u200Dble \u{E0041}\u{E0042}\u{E0043} tags, and Z\u0351\u0346\u0302a\u0334\u0321l\u0337g\u0336o\u0335 marks",
  },
  {
    title: `The longest title anybody ever gave a drawing of a fish, ${"which goes on and on, ".repeat(24)}and ends here`,
    body: `Once upon a tide. ${"And then the fish swam further, past the old lighthouse and the drowned bell. ".repeat(160)}The end.`,
  },
  {
    title: "<script>alert('hi')</script> & <img src=x onerror=alert(1)>",
    body: "&lt;b&gt;not bold&lt;/b&gt; ${process.env} {{constructor}} %s %d \\u0000 '; DROP TABLE lanterns; --",
  },
  { title: "👩‍👩‍👧‍👦🏳️‍🌈🇯🇵 emoji only 👍🏽", body: "🎏🎐🎑".repeat(40) },
  { title: "", body: "I could not think of a title." },
  { title: "   ", body: "" },
];

export const creations: readonly Creation[] = [
  ...plain("creations"),
  ...odd.map((one) => ({ ...one, isOdd: true })),
  ...plain("creations2"),
];

function plain(table: "creations" | "creations2"): readonly Creation[] {
  return tableOf(table).map(([title = "", body = ""]) => ({ title, body }));
}

export const streamTitles: readonly string[] = tables.streamTitles;
