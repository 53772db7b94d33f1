import { namedTable, translationsOf } from "./translations.ts";

export type Slot = "weapon" | "armour" | "keepsake" | "material";

/** Columns: key, sign of the icon, slot, name. */
export const itemKinds = namedTable(
  `
  longbow | bow | weapon | Longbow | Langbogen | Arc long | 長弓
  blade | sword | weapon | Blade | Klinge | Lame | 刃
  spear | spear | weapon | Spear | Speer | Lance | 槍
  hammer | hammer | weapon | Hammer | Hammer | Marteau | 戦槌
  staff | spear | weapon | Staff | Stab | Bâton | 杖
  dagger | sword | weapon | Dagger | Dolch | Dague | 短剣
  axe | hammer | weapon | Axe | Axt | Hache | 斧
  crossbow | bow | weapon | Crossbow | Armbrust | Arbalète | 弩
  sabre | sword | weapon | Sabre | Säbel | Sabre | 曲刀
  sling | ring | weapon | Sling | Schleuder | Fronde | 投石器
  helm | shield | armour | Helm | Helm | Heaume | 兜
  mantle | wing | armour | Mantle | Umhang | Manteau | 外套
  gauntlets | shield | armour | Gauntlets | Panzerhandschuhe | Gantelets | 籠手
  greaves | shield | armour | Greaves | Beinschienen | Jambières | すね当て
  shield | shield | armour | Shield | Schild | Bouclier | 盾
  cuirass | shield | armour | Cuirass | Kürass | Cuirasse | 胸甲
  boots | wing | armour | Boots | Stiefel | Bottes | 長靴
  hood | moon | armour | Hood | Kapuze | Capuchon | 頭巾
  lantern | flame | keepsake | Lantern | Laterne | Lanterne | 灯籠
  compass | star | keepsake | Compass | Kompass | Boussole | 羅針盤
  crown | crown | keepsake | Crown | Krone | Couronne | 冠
  ring | ring | keepsake | Ring | Ring | Anneau | 指輪
  mask | eye | keepsake | Mask | Maske | Masque | 仮面
  banner | tower | keepsake | Banner | Banner | Bannière | 旗印
  bell | drop | keepsake | Bell | Glocke | Cloche | 鐘
  chalice | drop | keepsake | Chalice | Kelch | Calice | 聖杯
  key | key | keepsake | Key | Schlüssel | Clé | 鍵
  mirror | eye | keepsake | Mirror | Spiegel | Miroir | 鏡
  feather | leaf | keepsake | Feather | Feder | Plume | 羽根
  hourglass | gem | keepsake | Hourglass | Sanduhr | Sablier | 砂時計
  map | tower | keepsake | Map | Karte | Carte | 地図
  horn | moon | keepsake | Horn | Horn | Cor | 角笛
  ember | flame | material | Ember | Glut | Braise | 残り火
  shard | gem | material | Shard | Splitter | Éclat | 欠片
  seed | leaf | material | Seed | Samen | Graine | 種
  pearl | drop | material | Pearl | Perle | Perle | 真珠
  thread | ring | material | Thread | Faden | Fil | 糸
  ink | drop | material | Ink | Tinte | Encre | 墨
  glass | gem | material | Glass | Glas | Verre | 硝子
  salt | star | material | Salt | Salz | Sel | 塩
`,
  ([sign = "", slot]) => ({ sign, slot: slot as Slot }),
);

/** Origins of items: phrases that fit every kind of item in every language. */
export const origins = translationsOf(`
  of the North Wind | des Nordwinds | du vent du nord | 北風の
  of the First Frost | des ersten Frosts | des premières gelées | 初霜の
  of the Amber Coast | der Bernsteinküste | de la côte d’Ambre | 琥珀海岸の
  of the Quiet Hour | der stillen Stunde | de l’heure paisible | 静かな刻の
  of the Last Ferry | der letzten Fähre | du dernier bac | 最後の渡し舟の
  of the Hollow Moon | des hohlen Mondes | de la lune creuse | 虚ろな月の
  of the Glass Orchard | des Glasgartens | du verger de verre | 硝子の果樹園の
  of the Lost Choir | des verlorenen Chors | du chœur perdu | 失われた聖歌隊の
  of the Seven Bridges | der sieben Brücken | des sept ponts | 七つ橋の
  of the Salt Road | der Salzstraße | de la route du sel | 塩の道の
  of the Red Heron | des roten Reihers | du héron rouge | 赤鷺の
  of the Deep Archive | des tiefen Archivs | des archives profondes | 深き書庫の
  of the Morning Tide | der Morgenflut | de la marée du matin | 朝潮の
  of the Old Lighthouse | des alten Leuchtturms | du vieux phare | 古灯台の
  of the Wandering Star | des Wandelsterns | de l’étoile errante | さまよう星の
  of the Thorn Gate | des Dornentors | de la porte des ronces | 茨の門の
  of the Copper King | des Kupferkönigs | du roi de cuivre | 銅王の
  of the Sleeping Giant | des schlafenden Riesen | du géant endormi | 眠れる巨人の
  of the White Stag | des weißen Hirschs | du cerf blanc | 白鹿の
  of the Long Winter | des langen Winters | du long hiver | 長い冬の
  of the Moth Court | des Mottenhofs | de la cour des phalènes | 蛾の宮廷の
  of the Storm Weaver | der Sturmweberin | de la tisseuse d’orages | 嵐織りの
  of the Sunken City | der versunkenen Stadt | de la cité engloutie | 沈んだ都の
  of the Iron Garden | des Eisengartens | du jardin de fer | 鉄の庭の
  of the Lantern Keepers | der Laternenwächter | des gardiens de lanternes | 灯守りの
  of the Second Dawn | der zweiten Dämmerung | de la seconde aube | 二度目の夜明けの
  of the Cinder Peak | des Aschegipfels | du pic des cendres | 燼の峰の
  of the Green Silence | der grünen Stille | du silence vert | 緑の静寂の
  of the Broken Wheel | des zerbrochenen Rads | de la roue brisée | 壊れた車輪の
  of the Tidal Library | der Gezeitenbibliothek | de la bibliothèque des marées | 潮の図書館の
  of the Ninth Door | der neunten Tür | de la neuvième porte | 九番目の扉の
  of the Falling Leaves | der fallenden Blätter | des feuilles mortes | 落葉の
  of the Singing Caves | der singenden Höhlen | des grottes chantantes | 歌う洞窟の
  of the Pale Cartographer | des bleichen Kartografen | du cartographe pâle | 蒼白の地図師の
  of the Evening Market | des Abendmarkts | du marché du soir | 夕市の
  of the Drowned Bell | der ertrunkenen Glocke | de la cloche noyée | 水底の鐘の
  of the High Meadow | der Hochwiese | de la haute prairie | 高原の
  of the Winter Court | des Winterhofs | de la cour d’hiver | 冬の宮廷の
  of the Silver Delta | des Silberdeltas | du delta d’argent | 銀の三角州の
  of the Gentle Rain | des sanften Regens | de la pluie douce | 慈雨の
  of the Clockmaker | des Uhrmachers | de l’horloger | 時計師の
  of the Night Orchard | des Nachtgartens | du verger nocturne | 夜の果樹園の
  of the Stone Choir | des Steinchors | du chœur de pierre | 石の聖歌隊の
  of the Far Harbour | des fernen Hafens | du port lointain | 遠い港の
  of the Burning Page | der brennenden Seite | de la page ardente | 燃える頁の
  of the Silent Mill | der stillen Mühle | du moulin muet | 沈黙の水車の
  of the Kestrel | des Turmfalken | du faucon crécerelle | 長元坊の
  of the Twin Rivers | der Zwillingsflüsse | des fleuves jumeaux | 双子川の
  of the Open Sky | des offenen Himmels | du ciel ouvert | 青空の
  of the Hidden Spring | der verborgenen Quelle | de la source cachée | 隠れ泉の
`);

export const rarities = translationsOf(`
  Common | Gewöhnlich | Courant | 一般
  Fine | Edel | Raffiné | 上質
  Rare | Selten | Rare | 希少
  Storied | Sagenhaft | Légendaire | 伝説
`);

export const flavourTexts = translationsOf(`
  Its last owner left only a name and a debt. | Sein letzter Besitz hinterließ nur einen Namen und eine Schuld. | On n’en connaît qu’un nom et une dette. | 前の持ち主が残したのは、名と借りだけ。
  Warm to the touch, even in snow. | Fühlt sich warm an, selbst im Schnee. | Tiède au toucher, même sous la neige. | 雪の中でも、ほのかに温かい。
  Made by three hands, none of them alike. | Von drei Händen gemacht, keine wie die andere. | Œuvre de trois mains, toutes différentes. | 三つの手が作った。どれも似ていない。
  Those who carry it walk a little lighter. | Wer es trägt, geht etwas leichter. | Qui le porte marche d’un pas plus léger. | 持つ者の足取りは、少し軽くなる。
  It hums when the tide turns. | Es summt, wenn die Flut kippt. | Un murmure s’en échappe quand la marée tourne. | 潮が変わるとき、かすかに鳴る。
  Found twice, lost three times. | Zweimal gefunden, dreimal verloren. | Deux fois trouvé, trois fois perdu. | 二度見つかり、三度失われた。
`);
