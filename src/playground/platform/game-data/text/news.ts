import { namedTable, translationsOf } from "./translations.ts";

/** The longer English text of each theme. */
const paragraphs: Readonly<Record<string, readonly string[]>> = {
  weekly: [
    "The lanterns along {place} burned late again. Over the weekend more than twelve thousand of you lit all ten of them, which opened the lower stair two days before we thought anyone would.",
    "We read every report about the stair. The gap beside the third landing is closed now, and the lift waits four seconds longer so that slower groups stay together.",
    "Next week the night market returns with three new stalls. Bring embers, and bring a friend who haggles.",
  ],
  patch: [
    "Update {number} goes out after the weekly reset. Downloads are small; a restart is enough.",
    "Longbows keep their range but draw a little slower at full tension. The hammer's second swing no longer passes through shields, which several of you demonstrated with great patience.",
    "Fixed: the ferry could leave without its passengers. Fixed: a bell in {place} rang for people who had never been there. Fixed: fish.",
    "Known and being worked on: long group names overlap the map legend in narrow windows.",
  ],
  event: [
    "When the weekly reset turns, the gates of {place} open for {event}. Everyone can come, from the first day on; nothing needs to be bought.",
    "There is a race every morning, a vigil every evening, and a bonfire that grows with everything the whole community brings. If it burns until the last night, it stays.",
    "Rewards from earlier years come back, with two new masks and a lantern that changes with the weather.",
  ],
  spotlight: [
    "{name} spent four months walking {place} with a notebook. The result is two metres wide and hangs in a kitchen.",
    "“I wanted to know where the sound came from,” {name} told us. “Now I know. I will not say.”",
    "We asked for the one thing to look for on the next visit. The answer: count the windows, then count them again from the other side.",
  ],
  insight: [
    "The first sketch of {place} had no water in it at all. The second had nothing else. What you walk through today is the ninth.",
    "The tower leans because somebody on the team measured it wrong, and everybody who saw it slowed down and looked up. So it stayed.",
    "Sound came last: every bell was recorded twice, once near and once from across a valley.",
  ],
  maintenance: [
    "We move the archives to newer machines. During the window you cannot sign in, and this site shows what it last knew.",
    "Nothing is lost: what you finished before the window counts, and weekly tasks stay open an hour longer.",
  ],
  contest: [
    "{name} won the final of season {season} in {place}, after two draws and a long pause because a moth had landed on the referee.",
    "The full table is on the contest page. Every finalist receives the season's banner; the one with the moth on it is real.",
  ],
  access: [
    "Text in menus now grows to twice its size without hiding buttons. Maps have three palettes made with players who see colour differently.",
    "Every sound that matters can be shown as well. Thank you to the group that tested this for five weeks in {place}.",
  ],
};

/** Columns: key, tag, title; then the summaries. Articles fill in `{place}`, `{event}`, `{number}`, `{season}` and `{name}`. */
export const newsThemes = namedTable(
  `
  weekly | community | This Week at the Harbour: {place} | Diese Woche im Hafen: {place} | Cette semaine au port : {place} | 今週の港だより：{place}
  patch | updates | Update {number}: What Changes | Update {number}: Was sich ändert | Mise à jour {number} : les changements | アップデート {number} の変更点
  event | events | {event} Returns to {place} | {event} kehrt zurück: {place} | {event} : de retour, {place} | {event}が{place}に帰ってくる
  spotlight | community | Community Spotlight: {name} | Aus der Gemeinschaft: {name} | Coup de projecteur : {name} | コミュニティ紹介：{name}
  insight | development | How We Built {place} | Wie wir es gebaut haben: {place} | Dans les coulisses : {place} | {place}ができるまで
  maintenance | service | Service Window This Week | Wartungsfenster in dieser Woche | Fenêtre de maintenance cette semaine | 今週のメンテナンスのお知らせ
  contest | contests | Duel Season {season}: Final Standings | Duellsaison {season}: Endstand | Saison de duels {season} : classement final | 決闘シーズン {season} 最終結果
  access | accessibility | Larger Text, Calmer Colours | Größere Schrift, ruhigere Farben | Texte plus grand, couleurs plus calmes | 大きな文字、穏やかな色
`,
  ([tag = ""], key) => ({ tags: ["news", tag], paragraphs: paragraphs[key] ?? [] }),
  `
  What changed in {place}, who helped, and what opens next. | Was sich an diesem Ort geändert hat, wer geholfen hat und was als Nächstes öffnet: {place}. | Ce qui a changé, qui a aidé et ce qui ouvre bientôt : {place}. | {place}で変わったこと、助けてくれた人、これから始まること。
  Longbows, lifts and the long list of small repairs. | Langbögen, Aufzüge und die lange Liste kleiner Reparaturen. | Arcs longs, ascenseurs et une longue liste de petites réparations. | 長弓、昇降機、そして小さな修正の数々。
  Two weeks of lights, races and a market that only opens at night. | Zwei Wochen Lichter, Rennen und ein Markt, der nur nachts öffnet. | Deux semaines de lumières, de courses et un marché ouvert la nuit seulement. | 二週間の灯りと競走、そして夜だけ開く市。
  A map of {place}, drawn by hand, at full size. | Eine handgezeichnete Karte in voller Größe: {place}. | Une carte dessinée à la main, grandeur nature : {place}. | 手描きの大きな地図、{place}。
  Sketches, wrong turns, and why the tower leans. | Skizzen, Irrwege und warum der Turm schief steht. | Esquisses, fausses pistes, et pourquoi la tour penche. | 下書き、回り道、そして塔が傾いている理由。
  Three hours of work on the servers; progress is safe. | Drei Stunden Arbeit an den Servern; der Fortschritt ist sicher. | Trois heures de travaux sur les serveurs ; la progression est à l’abri. | サーバー作業は三時間。進行状況は守られます。
  Seven rungs, one fall, and a final that took four rounds. | Sieben Sprossen, ein Sturz und ein Finale über vier Runden. | Sept échelons, une chute et une finale en quatre manches. | 七つの段、一度の転落、四本に及んだ決勝。
  New reading options for menus, maps and subtitles. | Neue Leseoptionen für Menüs, Karten und Untertitel. | De nouvelles options de lecture pour les menus, les cartes et les sous-titres. | メニュー、地図、字幕の新しい表示設定。
`,
);

export const eventNames = translationsOf(`
  The Festival of Lanterns | Das Laternenfest | La fête des lanternes | 灯籠まつり
  The Long Night | Die lange Nacht | La longue nuit | 長き夜
  The Harvest Race | Das Ernterennen | La course des moissons | 収穫の競走
  The Meeting of Tides | Das Gezeitentreffen | La rencontre des marées | 潮の集い
  The Copper Fair | Die Kupfermesse | La foire du cuivre | 銅の市
`);

/** Last sentences of articles that aren't in English. */
export const closings = translationsOf(`
  Thank you for reading. | Wir danken allen, die berichtet, geprüft und geduldig gewartet haben. Eure Hinweise lesen wir im Forum. | Merci à celles et ceux qui ont signalé, testé et patienté. Nous lisons vos retours sur le forum. | ご報告やご協力をくださった皆さまに感謝します。ご意見はフォーラムで拝見しています。
  See you at the harbour. | Wir sehen uns am Hafen, spätestens nach dem wöchentlichen Wechsel. | Rendez-vous au port, au plus tard après la remise à zéro hebdomadaire. | 週の切り替わりの後、港でお会いしましょう。
`);
