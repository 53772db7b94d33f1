import { tableOf } from "./translations.ts";

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
  ...plain(`
  Charcoal study of the leaning tower | Three evenings, one stick of charcoal, no ruler. The tower really does lean.
  I built the ferry out of matchsticks | 1,140 matchsticks. It floats. It does not wait for passengers either.
  灯守りのミラを描きました | はじめての水彩です。灯りのにじみが気に入っています。
  Bernsteinküste bei Sturm | Digital, etwa zwölf Stunden. Die Möwe rechts oben ist ein Selbstporträt.
  Le marché de nuit, à l’encre | Dessin fait pendant l’attente du bac. Les étals sont ceux de la semaine dernière.
  Полярная сова: вышивка | Вышивала всю зиму. Размер 40 на 40, нитки мулине.
  Every bell, recorded | Forty-one bells in one file. Headphones help. Number seventeen is not a bell.
  Cosplay: Bram Ironwright, winter version | Foam, leather and one real hammer. The beard is mine.
  A map that folds the right way | Print on A3, fold along the rivers. You end up with the harbour on top.
`),
  ...odd.map((one) => ({ ...one, isOdd: true })),
  ...plain(`
  قارب العبّارة عند الغروب | رسمته على ورق قديم. المجداف الأيسر أطول قليلاً.
  바람의 노래, 기타 편곡 | 두 번째 절은 천천히. 악보는 댓글에 있습니다.
`),
];

function plain(text: string): readonly Creation[] {
  return tableOf(text).map(([title = "", body = ""]) => ({ title, body }));
}

export const streamTitles: readonly string[] = [
  "Deep Descent with viewers, slowly",
  "24 hours of fishing for a good cause",
  "夜番チャレンジ、初見歓迎",
  "Racing every course once",
  "Zeichnen und Reden: die Salzstraße",
  "Lore reading by candlelight",
];
