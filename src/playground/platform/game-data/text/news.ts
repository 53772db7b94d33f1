import type { Row } from "./languages.ts";

/** A kind of article. `{place}`, `{event}`, `{number}` and `{name}` are filled in for each article. */
export interface Theme {
  readonly key: string;
  readonly tags: readonly string[];
  readonly title: Row;
  readonly summary: Row;
  /** The longer English text. */
  readonly paragraphs: readonly string[];
}

export const newsThemes: readonly Theme[] = [
  {
    key: "weekly",
    tags: ["news", "community"],
    title: [
      "This Week at the Harbour: {place}",
      "Diese Woche im Hafen: {place}",
      "Cette semaine au port : {place}",
      "今週の港だより：{place}",
    ],
    summary: [
      "What changed in {place}, who helped, and what opens next.",
      "Was sich an diesem Ort geändert hat, wer geholfen hat und was als Nächstes öffnet: {place}.",
      "Ce qui a changé, qui a aidé et ce qui ouvre bientôt : {place}.",
      "{place}で変わったこと、助けてくれた人、これから始まること。",
    ],
    paragraphs: [
      "The lanterns along {place} burned late again. Over the weekend more than twelve thousand of you lit all ten of them, which opened the lower stair two days before we thought anyone would.",
      "We read every report about the stair. The gap beside the third landing is closed now, and the lift waits four seconds longer so that slower groups stay together.",
      "Next week the night market returns with three new stalls. Bring embers, and bring a friend who haggles.",
    ],
  },
  {
    key: "patch",
    tags: ["news", "updates"],
    title: [
      "Update {number}: What Changes",
      "Update {number}: Was sich ändert",
      "Mise à jour {number} : les changements",
      "アップデート {number} の変更点",
    ],
    summary: [
      "Longbows, lifts and the long list of small repairs.",
      "Langbögen, Aufzüge und die lange Liste kleiner Reparaturen.",
      "Arcs longs, ascenseurs et une longue liste de petites réparations.",
      "長弓、昇降機、そして小さな修正の数々。",
    ],
    paragraphs: [
      "Update {number} goes out after the weekly reset. Downloads are small; a restart is enough.",
      "Longbows keep their range but draw a little slower at full tension. The hammer's second swing no longer passes through shields, which several of you demonstrated with great patience.",
      "Fixed: the ferry could leave without its passengers. Fixed: a bell in {place} rang for people who had never been there. Fixed: fish.",
      "Known and being worked on: long group names overlap the map legend in narrow windows.",
    ],
  },
  {
    key: "event",
    tags: ["news", "events"],
    title: [
      "{event} Returns to {place}",
      "{event} kehrt zurück: {place}",
      "{event} : de retour, {place}",
      "{event}が{place}に帰ってくる",
    ],
    summary: [
      "Two weeks of lights, races and a market that only opens at night.",
      "Zwei Wochen Lichter, Rennen und ein Markt, der nur nachts öffnet.",
      "Deux semaines de lumières, de courses et un marché ouvert la nuit seulement.",
      "二週間の灯りと競走、そして夜だけ開く市。",
    ],
    paragraphs: [
      "When the weekly reset turns, the gates of {place} open for {event}. Everyone can come, from the first day on; nothing needs to be bought.",
      "There is a race every morning, a vigil every evening, and a bonfire that grows with everything the whole community brings. If it burns until the last night, it stays.",
      "Rewards from earlier years come back, with two new masks and a lantern that changes with the weather.",
    ],
  },
  {
    key: "spotlight",
    tags: ["news", "community"],
    title: [
      "Community Spotlight: {name}",
      "Aus der Gemeinschaft: {name}",
      "Coup de projecteur : {name}",
      "コミュニティ紹介：{name}",
    ],
    summary: [
      "A map of {place}, drawn by hand, at full size.",
      "Eine handgezeichnete Karte in voller Größe: {place}.",
      "Une carte dessinée à la main, grandeur nature : {place}.",
      "手描きの大きな地図、{place}。",
    ],
    paragraphs: [
      "{name} spent four months walking {place} with a notebook. The result is two metres wide and hangs in a kitchen.",
      "“I wanted to know where the sound came from,” {name} told us. “Now I know. I will not say.”",
      "We asked for the one thing to look for on the next visit. The answer: count the windows, then count them again from the other side.",
    ],
  },
  {
    key: "insight",
    tags: ["news", "development"],
    title: [
      "How We Built {place}",
      "Wie wir es gebaut haben: {place}",
      "Dans les coulisses : {place}",
      "{place}ができるまで",
    ],
    summary: [
      "Sketches, wrong turns, and why the tower leans.",
      "Skizzen, Irrwege und warum der Turm schief steht.",
      "Esquisses, fausses pistes, et pourquoi la tour penche.",
      "下書き、回り道、そして塔が傾いている理由。",
    ],
    paragraphs: [
      "The first sketch of {place} had no water in it at all. The second had nothing else. What you walk through today is the ninth.",
      "The tower leans because somebody on the team measured it wrong, and everybody who saw it slowed down and looked up. So it stayed.",
      "Sound came last: every bell was recorded twice, once near and once from across a valley.",
    ],
  },
  {
    key: "maintenance",
    tags: ["news", "service"],
    title: [
      "Service Window This Week",
      "Wartungsfenster in dieser Woche",
      "Fenêtre de maintenance cette semaine",
      "今週のメンテナンスのお知らせ",
    ],
    summary: [
      "Three hours of work on the servers; progress is safe.",
      "Drei Stunden Arbeit an den Servern; der Fortschritt ist sicher.",
      "Trois heures de travaux sur les serveurs ; la progression est à l’abri.",
      "サーバー作業は三時間。進行状況は守られます。",
    ],
    paragraphs: [
      "We move the archives to newer machines. During the window you cannot sign in, and this site shows what it last knew.",
      "Nothing is lost: what you finished before the window counts, and weekly tasks stay open an hour longer.",
    ],
  },
  {
    key: "contest",
    tags: ["news", "contests"],
    title: [
      "Duel Season {number}: Final Standings",
      "Duellsaison {number}: Endstand",
      "Saison de duels {number} : classement final",
      "決闘シーズン {number} 最終結果",
    ],
    summary: [
      "Seven rungs, one fall, and a final that took four rounds.",
      "Sieben Sprossen, ein Sturz und ein Finale über vier Runden.",
      "Sept échelons, une chute et une finale en quatre manches.",
      "七つの段、一度の転落、四本に及んだ決勝。",
    ],
    paragraphs: [
      "{name} won the final of season {number} in {place}, after two draws and a long pause because a moth had landed on the referee.",
      "The full table is on the contest page. Every finalist receives the season's banner; the one with the moth on it is real.",
    ],
  },
  {
    key: "access",
    tags: ["news", "accessibility"],
    title: [
      "Larger Text, Calmer Colours",
      "Größere Schrift, ruhigere Farben",
      "Texte plus grand, couleurs plus calmes",
      "大きな文字、穏やかな色",
    ],
    summary: [
      "New reading options for menus, maps and subtitles.",
      "Neue Leseoptionen für Menüs, Karten und Untertitel.",
      "De nouvelles options de lecture pour les menus, les cartes et les sous-titres.",
      "メニュー、地図、字幕の新しい表示設定。",
    ],
    paragraphs: [
      "Text in menus now grows to twice its size without hiding buttons. Maps have three palettes made with players who see colour differently.",
      "Every sound that matters can be shown as well. Thank you to the group that tested this for five weeks in {place}.",
    ],
  },
];

export const eventNames: readonly Row[] = [
  ["The Festival of Lanterns", "Das Laternenfest", "La fête des lanternes", "灯籠まつり"],
  ["The Long Night", "Die lange Nacht", "La longue nuit", "長き夜"],
  ["The Harvest Race", "Das Ernterennen", "La course des moissons", "収穫の競走"],
  ["The Meeting of Tides", "Das Gezeitentreffen", "La rencontre des marées", "潮の集い"],
  ["The Copper Fair", "Die Kupfermesse", "La foire du cuivre", "銅の市"],
];

/** Closes the articles in other languages than English. */
export const closings: readonly Row[] = [
  [
    "Thank you for reading.",
    "Wir danken allen, die berichtet, geprüft und geduldig gewartet haben. Eure Hinweise lesen wir im Forum.",
    "Merci à celles et ceux qui ont signalé, testé et patienté. Nous lisons vos retours sur le forum.",
    "ご報告やご協力をくださった皆さまに感謝します。ご意見はフォーラムで拝見しています。",
  ],
  [
    "See you at the harbour.",
    "Wir sehen uns am Hafen, spätestens nach dem wöchentlichen Wechsel.",
    "Rendez-vous au port, au plus tard après la remise à zéro hebdomadaire.",
    "週の切り替わりの後、港でお会いしましょう。",
  ],
];
