import { namedTable } from "./translations.ts";

export const destinations = namedTable(`
  amber-coast | Amber Coast | Bernsteinküste | Côte d’Ambre | 琥珀海岸
  cinder-peak | Cinder Peak | Aschegipfel | Pic des Cendres | 燼の峰
  glass-orchard | Glass Orchard | Glasgarten | Verger de Verre | 硝子の果樹園
  sunken-city | Sunken City | Versunkene Stadt | Cité Engloutie | 沈んだ都
  thorn-gate | Thorn Gate | Dornentor | Porte des Ronces | 茨の門
  salt-road | Salt Road | Salzstraße | Route du Sel | 塩の道
  winter-court | Winter Court | Winterhof | Cour d’Hiver | 冬の宮廷
  tidal-library | Tidal Library | Gezeitenbibliothek | Bibliothèque des Marées | 潮の図書館
  high-meadow | High Meadow | Hochwiese | Haute Prairie | 高原
  iron-garden | Iron Garden | Eisengarten | Jardin de Fer | 鉄の庭
  singing-caves | Singing Caves | Singende Höhlen | Grottes Chantantes | 歌う洞窟
  far-harbour | Far Harbour | Ferner Hafen | Port Lointain | 遠い港
  moth-court | Moth Court | Mottenhof | Cour des Phalènes | 蛾の宮廷
  silver-delta | Silver Delta | Silberdelta | Delta d’Argent | 銀の三角州
`);

export const activityKinds = namedTable(`
  patrol | Patrol | Patrouille | Patrouille | 巡回
  siege | Siege | Belagerung | Siège | 攻城戦
  descent | Descent | Abstieg | Descente | 降下行
  trial | Trial | Prüfung | Épreuve | 試練
  vigil | Vigil | Nachtwache | Veillée | 夜番
  race | Race | Rennen | Course | 競走
  control | Control | Kontrolle | Contrôle | 制圧
  duel | Duel | Duell | Duel | 決闘
  expedition | Expedition | Expedition | Expédition | 遠征
`);

export const tiers = namedTable(`
  normal |  |  |  |
  heroic | Heroic | Heroisch | Héroïque | 英雄級
  master | Master | Meister | Maître | 達人級
`);

export const vendors = namedTable(`
  mira | Mira, Keeper of Lanterns | Mira, Hüterin der Laternen | Mira, gardienne des lanternes | 灯守りのミラ
  osric | Osric the Ferryman | Osric der Fährmann | Osric le passeur | 渡し守オズリック
  tamsin | Tamsin Quill | Tamsin Federkiel | Tamsin Plume | 羽筆のタムシン
  juno | Juno Saltmarsh | Juno Salzmoor | Juno Pré-Salé | 塩沼のジュノ
  hollis | Old Hollis | Der alte Hollis | Le vieux Hollis | 老ホリス
  ines | Ines of the Archive | Ines vom Archiv | Inès des Archives | 書庫のイネス
  bram | Bram Ironwright | Bram Eisenschmied | Bram Forgefer | 鉄工ブラム
  sabe | Sabe, Reader of Tides | Sabe, Leserin der Gezeiten | Sabe, lectrice des marées | 潮読みのサベ
`);

export const modifiers = namedTable(
  `
  headwind | Headwind | Gegenwind | Vent contraire | 向かい風
  long-shadows | Long Shadows | Lange Schatten | Ombres longues | 長い影
  kindled | Kindled | Entfacht | Embrasé | 灯火
  still-water | Still Water | Stilles Wasser | Eau dormante | 静水
  thin-air | Thin Air | Dünne Luft | Air raréfié | 薄い空気
  good-company | Good Company | Gute Gesellschaft | Bonne compagnie | 良き仲間
  restless | Restless | Ruhelos | Agité | 落ち着かぬ者
  windfall | Windfall | Glücksfall | Aubaine | 思わぬ収穫
`,
  undefined,
  `
  Sprinting costs more stamina. | Rennen kostet mehr Ausdauer. | Courir coûte plus d’endurance. | 走るとより多くの体力を使う。
  Opponents are harder to see from afar. | Gegner sind von weitem schwerer zu sehen. | Les adversaires se voient moins de loin. | 遠くの敵が見えにくくなる。
  Fire deals more damage to everyone. | Feuer schadet allen mehr. | Le feu blesse davantage tout le monde. | 炎のダメージが誰に対しても増える。
  Abilities recharge faster while you stand still. | Fähigkeiten laden im Stehen schneller. | Les capacités se rechargent plus vite à l’arrêt. | 立ち止まると能力が早く回復する。
  Health returns slowly. | Gesundheit kehrt langsam zurück. | La santé revient lentement. | 体力の回復が遅くなる。
  Standing near allies makes you stronger. | Nahe Verbündeten bist du stärker. | La proximité des alliés vous renforce. | 仲間の近くで強くなる。
  Opponents roam more widely. | Gegner streifen weiter umher. | Les adversaires rôdent plus loin. | 敵の巡回範囲が広がる。
  Chests hold a little more. | Truhen enthalten etwas mehr. | Les coffres sont un peu plus garnis. | 宝箱の中身が少し増える。
`,
);
