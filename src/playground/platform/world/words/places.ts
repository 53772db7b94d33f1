import type { Row } from "./languages.ts";

export interface Named {
  readonly key: string;
  readonly name: Row;
  readonly about?: Row;
}

export const destinations: readonly Named[] = [
  { key: "amber-coast", name: ["Amber Coast", "Bernsteinküste", "Côte d’Ambre", "琥珀海岸"] },
  { key: "cinder-peak", name: ["Cinder Peak", "Aschegipfel", "Pic des Cendres", "燼の峰"] },
  { key: "glass-orchard", name: ["Glass Orchard", "Glasgarten", "Verger de Verre", "硝子の果樹園"] },
  { key: "sunken-city", name: ["Sunken City", "Versunkene Stadt", "Cité Engloutie", "沈んだ都"] },
  { key: "thorn-gate", name: ["Thorn Gate", "Dornentor", "Porte des Ronces", "茨の門"] },
  { key: "salt-road", name: ["Salt Road", "Salzstraße", "Route du Sel", "塩の道"] },
  { key: "winter-court", name: ["Winter Court", "Winterhof", "Cour d’Hiver", "冬の宮廷"] },
  {
    key: "tidal-library",
    name: ["Tidal Library", "Gezeitenbibliothek", "Bibliothèque des Marées", "潮の図書館"],
  },
  { key: "high-meadow", name: ["High Meadow", "Hochwiese", "Haute Prairie", "高原"] },
  { key: "iron-garden", name: ["Iron Garden", "Eisengarten", "Jardin de Fer", "鉄の庭"] },
  { key: "singing-caves", name: ["Singing Caves", "Singende Höhlen", "Grottes Chantantes", "歌う洞窟"] },
  { key: "far-harbour", name: ["Far Harbour", "Ferner Hafen", "Port Lointain", "遠い港"] },
  { key: "moth-court", name: ["Moth Court", "Mottenhof", "Cour des Phalènes", "蛾の宮廷"] },
  { key: "silver-delta", name: ["Silver Delta", "Silberdelta", "Delta d’Argent", "銀の三角州"] },
];

export const ventures: readonly Named[] = [
  { key: "patrol", name: ["Patrol", "Patrouille", "Patrouille", "巡回"] },
  { key: "siege", name: ["Siege", "Belagerung", "Siège", "攻城戦"] },
  { key: "descent", name: ["Descent", "Abstieg", "Descente", "降下行"] },
  { key: "trial", name: ["Trial", "Prüfung", "Épreuve", "試練"] },
  { key: "vigil", name: ["Vigil", "Nachtwache", "Veillée", "夜番"] },
  { key: "race", name: ["Race", "Rennen", "Course", "競走"] },
  { key: "control", name: ["Control", "Kontrolle", "Contrôle", "制圧"] },
  { key: "duel", name: ["Duel", "Duell", "Duel", "決闘"] },
  { key: "expedition", name: ["Expedition", "Expedition", "Expédition", "遠征"] },
];

export const tiers: readonly Named[] = [
  { key: "normal", name: ["", "", "", ""] },
  { key: "heroic", name: ["Heroic", "Heroisch", "Héroïque", "英雄級"] },
  { key: "master", name: ["Master", "Meister", "Maître", "達人級"] },
];

export const vendors: readonly Named[] = [
  {
    key: "mira",
    name: [
      "Mira, Keeper of Lanterns",
      "Mira, Hüterin der Laternen",
      "Mira, gardienne des lanternes",
      "灯守りのミラ",
    ],
  },
  {
    key: "osric",
    name: ["Osric the Ferryman", "Osric der Fährmann", "Osric le passeur", "渡し守オズリック"],
  },
  { key: "tamsin", name: ["Tamsin Quill", "Tamsin Federkiel", "Tamsin Plume", "羽筆のタムシン"] },
  { key: "juno", name: ["Juno Saltmarsh", "Juno Salzmoor", "Juno Pré-Salé", "塩沼のジュノ"] },
  { key: "hollis", name: ["Old Hollis", "Der alte Hollis", "Le vieux Hollis", "老ホリス"] },
  { key: "ines", name: ["Ines of the Archive", "Ines vom Archiv", "Inès des Archives", "書庫のイネス"] },
  { key: "bram", name: ["Bram Ironwright", "Bram Eisenschmied", "Bram Forgefer", "鉄工ブラム"] },
  {
    key: "sabe",
    name: [
      "Sabe, Reader of Tides",
      "Sabe, Leserin der Gezeiten",
      "Sabe, lectrice des marées",
      "潮読みのサベ",
    ],
  },
];

export const modifiers: readonly Named[] = [
  {
    key: "headwind",
    name: ["Headwind", "Gegenwind", "Vent contraire", "向かい風"],
    about: [
      "Sprinting costs more stamina.",
      "Rennen kostet mehr Ausdauer.",
      "Courir coûte plus d’endurance.",
      "走るとより多くの体力を使う。",
    ],
  },
  {
    key: "long-shadows",
    name: ["Long Shadows", "Lange Schatten", "Ombres longues", "長い影"],
    about: [
      "Opponents are harder to see from afar.",
      "Gegner sind von weitem schwerer zu sehen.",
      "Les adversaires se voient moins de loin.",
      "遠くの敵が見えにくくなる。",
    ],
  },
  {
    key: "kindled",
    name: ["Kindled", "Entfacht", "Embrasé", "灯火"],
    about: [
      "Fire deals more damage to everyone.",
      "Feuer schadet allen mehr.",
      "Le feu blesse davantage tout le monde.",
      "炎のダメージが誰に対しても増える。",
    ],
  },
  {
    key: "still-water",
    name: ["Still Water", "Stilles Wasser", "Eau dormante", "静水"],
    about: [
      "Abilities recharge faster while you stand still.",
      "Fähigkeiten laden im Stehen schneller.",
      "Les capacités se rechargent plus vite à l’arrêt.",
      "立ち止まると能力が早く回復する。",
    ],
  },
  {
    key: "thin-air",
    name: ["Thin Air", "Dünne Luft", "Air raréfié", "薄い空気"],
    about: [
      "Health returns slowly.",
      "Gesundheit kehrt langsam zurück.",
      "La santé revient lentement.",
      "体力の回復が遅くなる。",
    ],
  },
  {
    key: "good-company",
    name: ["Good Company", "Gute Gesellschaft", "Bonne compagnie", "良き仲間"],
    about: [
      "Standing near allies makes you stronger.",
      "Nahe Verbündeten bist du stärker.",
      "La proximité des alliés vous renforce.",
      "仲間の近くで強くなる。",
    ],
  },
  {
    key: "restless",
    name: ["Restless", "Ruhelos", "Agité", "落ち着かぬ者"],
    about: [
      "Opponents roam more widely.",
      "Gegner streifen weiter umher.",
      "Les adversaires rôdent plus loin.",
      "敵の巡回範囲が広がる。",
    ],
  },
  {
    key: "windfall",
    name: ["Windfall", "Glücksfall", "Aubaine", "思わぬ収穫"],
    about: [
      "Chests hold a little more.",
      "Truhen enthalten etwas mehr.",
      "Les coffres sont un peu plus garnis.",
      "宝箱の中身が少し増える。",
    ],
  },
];
