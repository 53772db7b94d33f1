/** What players make: title and text. Some are as players really write; a platform sends them as they are. */
export interface Creation {
  readonly title: string;
  readonly body: string;
  /** As real platforms send it too: markup, tricks, far too long. Never on a front page. */
  readonly isOdd?: true;
}

export const creations: readonly Creation[] = [
  {
    title: "Charcoal study of the leaning tower",
    body: "Three evenings, one stick of charcoal, no ruler. The tower really does lean.",
  },
  {
    title: "I built the ferry out of matchsticks",
    body: "1,140 matchsticks. It floats. It does not wait for passengers either.",
  },
  { title: "灯守りのミラを描きました", body: "はじめての水彩です。灯りのにじみが気に入っています。" },
  {
    title: "Bernsteinküste bei Sturm",
    body: "Digital, etwa zwölf Stunden. Die Möwe rechts oben ist ein Selbstporträt.",
  },
  {
    title: "Le marché de nuit, à l’encre",
    body: "Dessin fait pendant l’attente du bac. Les étals sont ceux de la semaine dernière.",
  },
  { title: "Полярная сова: вышивка", body: "Вышивала всю зиму. Размер 40 на 40, нитки мулине." },
  {
    title: "Every bell, recorded",
    body: "Forty-one bells in one file. Headphones help. Number seventeen is not a bell.",
  },
  {
    title: "Cosplay: Bram Ironwright, winter version",
    body: "Foam, leather and one real hammer. The beard is mine.",
  },
  {
    title: "A map that folds the right way",
    body: "Print on A3, fold along the rivers. You end up with the harbour on top.",
  },
  {
    title: "**BOLD** _claims_ `and code` ~~struck~~ ||spoiler||",
    body: "# A heading\n> a quote\n- a list\n[a link](https://example.invalid/) and <https://example.invalid/auto>\n```js\nalert(1)\n```",
    isOdd: true,
  },
  {
    title: "@everyone @here look <@123456789012345678>",
    body: "Hello <@&123456789012345678> in <#123456789012345678>, and </trending:123456789012345678>. @everyone\nhttps://example.invalid/free-embers",
    isOdd: true,
  },
  {
    title: "Turned \u202Egnorw eht yaw dnuor\u202C text",
    body: "The file is called ember\u202Egnp.exe and it is fine. \u2066isolated\u2069 \u200Fright\u200E left",
    isOdd: true,
  },
  {
    title: "Zero\u200B\u200B\u200Bwidth\u2060\uFEFF and \u00ADsoft\u00AD hyphens",
    body: "in\u200Bvi\u200Csi\u200Dble \u{E0041}\u{E0042}\u{E0043} tags, and Z\u0351\u0346\u0302a\u0334\u0321l\u0337g\u0336o\u0335 marks",
    isOdd: true,
  },
  {
    title: `The longest title anybody ever gave a drawing of a fish, ${"which goes on and on, ".repeat(24)}and ends here`,
    body: `Once upon a tide. ${"And then the fish swam further, past the old lighthouse and the drowned bell. ".repeat(160)}The end.`,
    isOdd: true,
  },
  {
    title: "<script>alert('hi')</script> & <img src=x onerror=alert(1)>",
    body: "&lt;b&gt;not bold&lt;/b&gt; ${process.env} {{constructor}} %s %d \\u0000 '; DROP TABLE lanterns; --",
    isOdd: true,
  },
  { title: "👩‍👩‍👧‍👦🏳️‍🌈🇯🇵 emoji only 👍🏽", body: "🎏🎐🎑".repeat(40), isOdd: true },
  { title: "", body: "I could not think of a title.", isOdd: true },
  { title: "   ", body: "", isOdd: true },
  { title: "قارب العبّارة عند الغروب", body: "رسمته على ورق قديم. المجداف الأيسر أطول قليلاً." },
  { title: "바람의 노래, 기타 편곡", body: "두 번째 절은 천천히. 악보는 댓글에 있습니다." },
];

export const streamTitles: readonly string[] = [
  "Deep Descent with viewers, slowly",
  "24 hours of fishing for a good cause",
  "夜番チャレンジ、初見歓迎",
  "Racing every course once",
  "Zeichnen und Reden: die Salzstraße",
  "Lore reading by candlelight",
];
