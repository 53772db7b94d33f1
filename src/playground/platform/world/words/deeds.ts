import type { Named } from "./places.ts";

export const milestones: readonly Named[] = [
  {
    key: "weekly-vigil",
    name: ["The Weekly Vigil", "Die Wochenwache", "La veillée hebdomadaire", "週ごとの夜番"],
    about: [
      "Keep watch in three vigils before the week turns.",
      "Halte drei Nachtwachen, bevor die Woche wechselt.",
      "Tenez trois veillées avant la fin de la semaine.",
      "週が変わる前に夜番を三度務めよう。",
    ],
  },
  {
    key: "deep-descent",
    name: ["Deep Descent", "Tiefer Abstieg", "Descente profonde", "深き降下行"],
    about: [
      "Reach the bottom of the Singing Caves with five companions.",
      "Erreiche mit fünf Gefährten den Grund der Singenden Höhlen.",
      "Atteignez le fond des Grottes Chantantes à six.",
      "五人の仲間と歌う洞窟の底を目指そう。",
    ],
  },
  {
    key: "control-calling",
    name: ["Call to Control", "Ruf zur Kontrolle", "Appel au contrôle", "制圧の召集"],
    about: [
      "Hold ground in matches against other players.",
      "Halte Stellungen in Partien gegen andere.",
      "Tenez le terrain face à d’autres joueurs.",
      "対戦で拠点を守り抜こう。",
    ],
  },
  {
    key: "ferry-favour",
    name: [
      "A Favour for the Ferryman",
      "Ein Gefallen für den Fährmann",
      "Une faveur pour le passeur",
      "渡し守の頼み事",
    ],
    about: [
      "Osric needs rope, tar and good news.",
      "Osric braucht Tau, Teer und gute Nachrichten.",
      "Osric a besoin de corde, de goudron et de bonnes nouvelles.",
      "オズリックは縄と樹脂と良い知らせを求めている。",
    ],
  },
  {
    key: "siege-season",
    name: ["Siege Season", "Belagerungszeit", "Saison des sièges", "攻城の季節"],
    about: [
      "Break three gates during the season.",
      "Durchbrich drei Tore in dieser Saison.",
      "Forcez trois portes pendant la saison.",
      "今季のうちに三つの門を破ろう。",
    ],
  },
  {
    key: "archive-pages",
    name: ["Pages of the Archive", "Seiten des Archivs", "Pages des archives", "書庫の頁"],
    about: [
      "Bring back what the tide took.",
      "Bring zurück, was die Flut nahm.",
      "Rapportez ce que la marée a pris.",
      "潮がさらったものを取り戻そう。",
    ],
  },
  {
    key: "morning-race",
    name: ["The Morning Race", "Das Morgenrennen", "La course du matin", "朝の競走"],
    about: [
      "One course a day, one fair start.",
      "Eine Strecke am Tag, ein fairer Start.",
      "Un parcours par jour, un départ équitable.",
      "一日一度、公平な勝負。",
    ],
  },
  {
    key: "clan-hearth",
    name: ["The Common Hearth", "Der gemeinsame Herd", "Le foyer commun", "共同の炉"],
    about: [
      "Earn warmth together with your group.",
      "Verdient gemeinsam Wärme mit eurer Gruppe.",
      "Gagnez de la chaleur avec votre groupe.",
      "仲間とともに炉を温めよう。",
    ],
  },
  {
    key: "first-steps",
    name: ["First Steps", "Erste Schritte", "Premiers pas", "最初の一歩"],
    about: [
      "For those who have just arrived at the harbour.",
      "Für alle, die gerade im Hafen angekommen sind.",
      "Pour qui vient d’arriver au port.",
      "港に着いたばかりの人へ。",
    ],
  },
  {
    key: "duel-ladder",
    name: ["Ladder of Duels", "Leiter der Duelle", "Échelle des duels", "決闘の階梯"],
    about: [
      "Climb seven rungs without a fall.",
      "Erklimme sieben Sprossen ohne Sturz.",
      "Gravissez sept échelons sans tomber.",
      "七つの段を落ちずに登ろう。",
    ],
  },
  {
    key: "night-market",
    name: ["The Night Market", "Der Nachtmarkt", "Le marché de nuit", "夜市"],
    about: [
      "Stalls open when the lanterns are lit, for a few hours only.",
      "Die Stände öffnen mit den Laternen, nur für wenige Stunden.",
      "Les étals ouvrent à la lueur des lanternes, pour quelques heures.",
      "灯がともる数時間だけ、店が開く。",
    ],
  },
  {
    key: "expedition-north",
    name: ["Expedition North", "Expedition nach Norden", "Expédition au nord", "北への遠征"],
    about: [
      "The pass opens soon. Pack for snow.",
      "Der Pass öffnet bald. Denk an den Schnee.",
      "Le col ouvre bientôt. Prévoyez la neige.",
      "峠はまもなく開く。雪に備えよう。",
    ],
  },
];

export const objectives: readonly (Named & { readonly goal: number })[] = [
  {
    key: "vigils",
    goal: 3,
    name: ["Vigils completed", "Nachtwachen abgeschlossen", "Veillées terminées", "完了した夜番"],
  },
  {
    key: "raiders",
    goal: 100,
    name: ["Raiders defeated", "Plünderer besiegt", "Pillards vaincus", "倒した略奪者"],
  },
  {
    key: "moths",
    goal: 60,
    name: ["Moth knights defeated", "Mottenritter besiegt", "Chevaliers phalènes vaincus", "倒した蛾の騎士"],
  },
  { key: "gates", goal: 3, name: ["Gates broken", "Tore durchbrochen", "Portes forcées", "破った門"] },
  { key: "pages", goal: 12, name: ["Pages recovered", "Seiten geborgen", "Pages retrouvées", "回収した頁"] },
  { key: "zones", goal: 25, name: ["Zones held", "Zonen gehalten", "Zones tenues", "守った拠点"] },
  { key: "duels", goal: 7, name: ["Duels won", "Duelle gewonnen", "Duels gagnés", "勝利した決闘"] },
  { key: "race", goal: 1, name: ["Race finished", "Rennen beendet", "Course terminée", "完走"] },
  { key: "rope", goal: 20, name: ["Coils of rope", "Taurollen", "Rouleaux de corde", "縄の束"] },
  { key: "tar", goal: 8, name: ["Barrels of tar", "Fässer Teer", "Tonneaux de goudron", "樹脂の樽"] },
  { key: "warmth", goal: 5000, name: ["Warmth earned", "Verdiente Wärme", "Chaleur gagnée", "集めた温もり"] },
  {
    key: "lanterns",
    goal: 10,
    name: ["Lanterns lit", "Laternen entzündet", "Lanternes allumées", "灯した灯籠"],
  },
  {
    key: "depth",
    goal: 900,
    name: ["Fathoms descended", "Faden abgestiegen", "Brasses descendues", "降りた尋"],
  },
  { key: "maps", goal: 4, name: ["Maps drawn", "Karten gezeichnet", "Cartes tracées", "描いた地図"] },
  {
    key: "trials",
    goal: 5,
    name: ["Trials passed", "Prüfungen bestanden", "Épreuves réussies", "越えた試練"],
  },
  { key: "fish", goal: 30, name: ["Fish caught", "Fische gefangen", "Poissons pêchés", "釣った魚"] },
];

export const progressions: readonly (Named & { readonly step: number; readonly cap: number })[] = [
  {
    key: "character-level",
    step: 4000,
    cap: 60,
    name: ["Character level", "Charakterstufe", "Niveau du personnage", "キャラクターレベル"],
  },
  {
    key: "season-rank",
    step: 10000,
    cap: 100,
    name: ["Season rank", "Saisonrang", "Rang de saison", "シーズンランク"],
  },
  {
    key: "contest-rank",
    step: 600,
    cap: 16,
    name: ["Contest rank", "Wettkampfrang", "Rang de compétition", "対戦ランク"],
  },
  { key: "vigil-rank", step: 500, cap: 16, name: ["Vigil rank", "Wachrang", "Rang de veille", "夜番ランク"] },
  { key: "cartography", step: 250, cap: 20, name: ["Cartography", "Kartografie", "Cartographie", "地図術"] },
  { key: "angling", step: 120, cap: 25, name: ["Angling", "Angeln", "Pêche", "釣り"] },
  { key: "forging", step: 300, cap: 30, name: ["Forging", "Schmieden", "Forge", "鍛冶"] },
  { key: "lore", step: 150, cap: 40, name: ["Lore", "Kunde", "Savoir", "伝承"] },
  {
    key: "weekly-embers",
    step: 1000,
    cap: 10,
    name: ["Weekly embers", "Wöchentliche Glut", "Braises de la semaine", "週の残り火"],
  },
  {
    key: "daily-favour",
    step: 100,
    cap: 5,
    name: ["Daily favour", "Tägliche Gunst", "Faveur du jour", "日々の恩寵"],
  },
];

export const factions: readonly (Named & { readonly step: number })[] = [
  {
    key: "lantern-keepers",
    step: 2000,
    name: ["Lantern Keepers", "Laternenwächter", "Gardiens de lanternes", "灯守り"],
  },
  {
    key: "tide-readers",
    step: 1500,
    name: ["Tide Readers", "Gezeitenleser", "Lecteurs des marées", "潮読み"],
  },
  {
    key: "iron-garden",
    step: 2500,
    name: ["The Iron Garden", "Der Eisengarten", "Le Jardin de Fer", "鉄の庭"],
  },
  { key: "salt-traders", step: 1000, name: ["Salt Traders", "Salzhändler", "Marchands de sel", "塩商人"] },
  {
    key: "archive",
    step: 3000,
    name: ["The Deep Archive", "Das Tiefe Archiv", "Les Archives Profondes", "深き書庫"],
  },
  {
    key: "moth-court",
    step: 4000,
    name: ["The Moth Court", "Der Mottenhof", "La Cour des Phalènes", "蛾の宮廷"],
  },
];

/** Reward categories and entries of milestones; looked up inside a milestone's definition. */
export const rewards: readonly Named[] = [
  { key: "gear", name: ["Powerful gear", "Mächtige Ausrüstung", "Équipement puissant", "強力な装備"] },
  { key: "embers", name: ["A purse of embers", "Ein Beutel Glut", "Une bourse de braises", "残り火の袋"] },
  {
    key: "banner",
    name: ["A banner of the week", "Ein Banner der Woche", "Une bannière de la semaine", "今週の旗印"],
  },
];

/** Quest lines. Their steps are items as well. */
export const quests: readonly Named[] = [
  {
    key: "ferry",
    name: [
      "Rope, Tar and Good News",
      "Tau, Teer und gute Nachrichten",
      "Corde, goudron et bonnes nouvelles",
      "縄と樹脂と良い知らせ",
    ],
  },
  {
    key: "archive",
    name: ["What the Tide Took", "Was die Flut nahm", "Ce que la marée a pris", "潮がさらったもの"],
  },
  { key: "crown", name: ["The Copper Crown", "Die Kupferkrone", "La couronne de cuivre", "銅の冠"] },
  {
    key: "lighthouse",
    name: [
      "A Light for the Old Tower",
      "Ein Licht für den alten Turm",
      "Une lumière pour la vieille tour",
      "古塔に灯を",
    ],
  },
  {
    key: "maps",
    name: ["The Unfinished Map", "Die unfertige Karte", "La carte inachevée", "描きかけの地図"],
  },
  { key: "choir", name: ["Voices Below", "Stimmen in der Tiefe", "Voix d’en bas", "地の底の声"] },
];
