import { tableOf } from "./translations.ts";

/** Beginnings of players' names, in several scripts and styles. */
export const firstParts = tableOf(`
  Maple | Rook | Juniper | Ash | Wren | Sable | Orla | Tully | Basil | Nova | Finch | Hazel | Corvin
  Ember | Linden | Marlow | Pip | Quill | Rowan | Sorrel | Teasel | Umber | Vesper | Willow | Yarrow
  Bramble | Cedar | Dusk | Elm | Fable | Gale | Heron | Indigo | Jasper | Kestrel | Larch | Moss
`).flat();
export const secondParts = tableOf(`
  field | wright | song | lark | stone | bridge | walker | keeper | wood | moor | hollow | light
  tide | thorn | brook | fall | ward | smith | fox | whistle | lantern | crow | drift | mill
`).flat();
export const wholeNames = tableOf(`
  Zoë van Dijk | Łukasz Wrona | Søren Aagaard | İpek Yıldız | Ngọc Ánh | Añoranza | Çağla | Þórunn
  春風ひなた | 夜鷹 | 星野みずき | 朝霧 | 金木犀 | 月見うどん | カワセミ | しろくま大佐 | 김하늘 | 달빛여우 | 바람의노래 | 박서준호 | 林小鹿 | 青石巷 | 雲中鶴
  晚风与鲸 | Снежинка | Вольный Ветер | Кедр | Полярная Сова | Лисичка-сестричка | Ярослав Тихий
  Ελένη Θάλασσα | Άρης ο Βοριάς | Νύχτα | ليلى النجار | نجمة الشمال | سامي البحر | נועם כוכבי | רוח ים
  चाँदनी | अर्जुन पर्वत | นกเค้าแมว | สายลมเหนือ | ლევანი | Արամ Լեռ | የኔ ኮከብ | Nguyễn Trăng
`).flat();
export const titles = tableOf(`
  Newcomer | Wayfarer | Lantern Bearer | Cartographer | Tide Reader | Warden of the Gate | Storyteller
  Harbour Master | Keeper of Small Things
`).flat();
export const themes = tableOf(`
  Amber Coast | Winter Court | Tidal Library | Moth Court | Cinder Peak | High Meadow
`).flat();
export const statuses: readonly string[] = [
  "Looking for two more for Deep Descent, evenings CET.",
  "Fishing. Do not disturb the fish.",
  "Back from a long break, be kind.",
  "Teaching newcomers on Saturdays.",
  "今週は夜番を手伝います。気軽に声をかけてください。",
  "Suche Gruppe für die Belagerung, ruhig und ohne Eile.",
  "Cherche une carte complète de la Route du Sel.",
  "Maps for embers, embers for maps.",
  "*not* here for the loot, honest",
  "",
];
export const abouts: readonly string[] = [
  "I draw maps of every place I have been to and most of the places I have not. Ask for a copy.",
  "Playing since the first winter. Slow, careful, usually lost.\n\nGroup: the Common Hearth. We meet on Sundays.",
  "Collector of bells. If you hear one, tell me where.",
  "Zwei Katzen, ein Controller. Spielt meistens Unterstützung.",
  "Je joue le soir, après les enfants. Patience demandée, patience offerte.",
  "釣りと地図づくりが好き。のんびり遊んでいます。",
  "Ищу тихую компанию для вечерних вахт.",
  "Rule one: nobody goes down alone. Rule two: whoever finds the key carries the lantern.",
  "",
];
export const classes: readonly string[] = ["Warden", "Strider", "Weaver"];
