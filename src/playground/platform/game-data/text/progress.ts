import { namedTable } from "./translations.ts";

export const milestones = namedTable(
  `
  weekly-vigil | The Weekly Vigil | Die Wochenwache | La veillée hebdomadaire | 週ごとの夜番
  deep-descent | Deep Descent | Tiefer Abstieg | Descente profonde | 深き降下行
  control-calling | Call to Control | Ruf zur Kontrolle | Appel au contrôle | 制圧の召集
  ferry-favour | A Favour for the Ferryman | Ein Gefallen für den Fährmann | Une faveur pour le passeur | 渡し守の頼み事
  siege-season | Siege Season | Belagerungszeit | Saison des sièges | 攻城の季節
  archive-pages | Pages of the Archive | Seiten des Archivs | Pages des archives | 書庫の頁
  morning-race | The Morning Race | Das Morgenrennen | La course du matin | 朝の競走
  clan-hearth | The Common Hearth | Der gemeinsame Herd | Le foyer commun | 共同の炉
  first-steps | First Steps | Erste Schritte | Premiers pas | 最初の一歩
  duel-ladder | Ladder of Duels | Leiter der Duelle | Échelle des duels | 決闘の階梯
  night-market | The Night Market | Der Nachtmarkt | Le marché de nuit | 夜市
  expedition-north | Expedition North | Expedition nach Norden | Expédition au nord | 北への遠征
`,
  undefined,
  `
  Keep watch in three vigils before the week turns. | Halte drei Nachtwachen, bevor die Woche wechselt. | Tenez trois veillées avant la fin de la semaine. | 週が変わる前に夜番を三度務めよう。
  Reach the bottom of the Singing Caves with five companions. | Erreiche mit fünf Gefährten den Grund der Singenden Höhlen. | Atteignez le fond des Grottes Chantantes à six. | 五人の仲間と歌う洞窟の底を目指そう。
  Hold ground in matches against other players. | Halte Stellungen in Partien gegen andere. | Tenez le terrain face à d’autres joueurs. | 対戦で拠点を守り抜こう。
  Osric needs rope, tar and good news. | Osric braucht Tau, Teer und gute Nachrichten. | Osric a besoin de corde, de goudron et de bonnes nouvelles. | オズリックは縄と樹脂と良い知らせを求めている。
  Break three gates during the season. | Durchbrich drei Tore in dieser Saison. | Forcez trois portes pendant la saison. | 今季のうちに三つの門を破ろう。
  Bring back what the tide took. | Bring zurück, was die Flut nahm. | Rapportez ce que la marée a pris. | 潮がさらったものを取り戻そう。
  One course a day, one fair start. | Eine Strecke am Tag, ein fairer Start. | Un parcours par jour, un départ équitable. | 一日一度、公平な勝負。
  Earn warmth together with your group. | Verdient gemeinsam Wärme mit eurer Gruppe. | Gagnez de la chaleur avec votre groupe. | 仲間とともに炉を温めよう。
  For those who have just arrived at the harbour. | Für alle, die gerade im Hafen angekommen sind. | Pour qui vient d’arriver au port. | 港に着いたばかりの人へ。
  Climb seven rungs without a fall. | Erklimme sieben Sprossen ohne Sturz. | Gravissez sept échelons sans tomber. | 七つの段を落ちずに登ろう。
  Stalls open when the lanterns are lit, for a few hours only. | Die Stände öffnen mit den Laternen, nur für wenige Stunden. | Les étals ouvrent à la lueur des lanternes, pour quelques heures. | 灯がともる数時間だけ、店が開く。
  The pass opens soon. Pack for snow. | Der Pass öffnet bald. Denk an den Schnee. | Le col ouvre bientôt. Prévoyez la neige. | 峠はまもなく開く。雪に備えよう。
`,
);

/** Columns: key, goal, name. */
export const objectives = namedTable(
  `
  vigils | 3 | Vigils completed | Nachtwachen abgeschlossen | Veillées terminées | 完了した夜番
  raiders | 100 | Raiders defeated | Plünderer besiegt | Pillards vaincus | 倒した略奪者
  moths | 60 | Moth knights defeated | Mottenritter besiegt | Chevaliers phalènes vaincus | 倒した蛾の騎士
  gates | 3 | Gates broken | Tore durchbrochen | Portes forcées | 破った門
  pages | 12 | Pages recovered | Seiten geborgen | Pages retrouvées | 回収した頁
  zones | 25 | Zones held | Zonen gehalten | Zones tenues | 守った拠点
  duels | 7 | Duels won | Duelle gewonnen | Duels gagnés | 勝利した決闘
  race | 1 | Race finished | Rennen beendet | Course terminée | 完走
  rope | 20 | Coils of rope | Taurollen | Rouleaux de corde | 縄の束
  tar | 8 | Barrels of tar | Fässer Teer | Tonneaux de goudron | 樹脂の樽
  warmth | 5000 | Warmth earned | Verdiente Wärme | Chaleur gagnée | 集めた温もり
  lanterns | 10 | Lanterns lit | Laternen entzündet | Lanternes allumées | 灯した灯籠
  depth | 900 | Fathoms descended | Faden abgestiegen | Brasses descendues | 降りた尋
  maps | 4 | Maps drawn | Karten gezeichnet | Cartes tracées | 描いた地図
  trials | 5 | Trials passed | Prüfungen bestanden | Épreuves réussies | 越えた試練
  fish | 30 | Fish caught | Fische gefangen | Poissons pêchés | 釣った魚
`,
  ([goal]) => ({ goal: Number(goal) }),
);

/** Columns: key, points a step, last step, name. */
export const progressions = namedTable(
  `
  character-level | 4000 | 60 | Character level | Charakterstufe | Niveau du personnage | キャラクターレベル
  season-rank | 10000 | 100 | Season rank | Saisonrang | Rang de saison | シーズンランク
  contest-rank | 600 | 16 | Contest rank | Wettkampfrang | Rang de compétition | 対戦ランク
  vigil-rank | 500 | 16 | Vigil rank | Wachrang | Rang de veille | 夜番ランク
  cartography | 250 | 20 | Cartography | Kartografie | Cartographie | 地図術
  angling | 120 | 25 | Angling | Angeln | Pêche | 釣り
  forging | 300 | 30 | Forging | Schmieden | Forge | 鍛冶
  lore | 150 | 40 | Lore | Kunde | Savoir | 伝承
  weekly-embers | 1000 | 10 | Weekly embers | Wöchentliche Glut | Braises de la semaine | 週の残り火
  daily-favour | 100 | 5 | Daily favour | Tägliche Gunst | Faveur du jour | 日々の恩寵
`,
  ([step, cap]) => ({ step: Number(step), cap: Number(cap) }),
);

/** Columns: key, points a step, name. */
export const factions = namedTable(
  `
  lantern-keepers | 2000 | Lantern Keepers | Laternenwächter | Gardiens de lanternes | 灯守り
  tide-readers | 1500 | Tide Readers | Gezeitenleser | Lecteurs des marées | 潮読み
  iron-garden | 2500 | The Iron Garden | Der Eisengarten | Le Jardin de Fer | 鉄の庭
  salt-traders | 1000 | Salt Traders | Salzhändler | Marchands de sel | 塩商人
  archive | 3000 | The Deep Archive | Das Tiefe Archiv | Les Archives Profondes | 深き書庫
  moth-court | 4000 | The Moth Court | Der Mottenhof | La Cour des Phalènes | 蛾の宮廷
`,
  ([step]) => ({ step: Number(step) }),
);

/** Milestones' rewards, found inside a milestone's definition. */
export const rewards = namedTable(`
  gear | Powerful gear | Mächtige Ausrüstung | Équipement puissant | 強力な装備
  embers | A purse of embers | Ein Beutel Glut | Une bourse de braises | 残り火の袋
  banner | A banner of the week | Ein Banner der Woche | Une bannière de la semaine | 今週の旗印
`);

/** Quests; each step is an item too. */
export const quests = namedTable(`
  ferry | Rope, Tar and Good News | Tau, Teer und gute Nachrichten | Corde, goudron et bonnes nouvelles | 縄と樹脂と良い知らせ
  archive | What the Tide Took | Was die Flut nahm | Ce que la marée a pris | 潮がさらったもの
  crown | The Copper Crown | Die Kupferkrone | La couronne de cuivre | 銅の冠
  lighthouse | A Light for the Old Tower | Ein Licht für den alten Turm | Une lumière pour la vieille tour | 古塔に灯を
  maps | The Unfinished Map | Die unfertige Karte | La carte inachevée | 描きかけの地図
  choir | Voices Below | Stimmen in der Tiefe | Voix d’en bas | 地の底の声
`);
