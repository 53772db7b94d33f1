import { compareCard } from "./compare.ts";
import { eventCard } from "./event.ts";
import { profileCard } from "./profile.ts";
import { progressCard } from "./progress.ts";
import { statsCard } from "./stats.ts";
import { trendingCard } from "./trending.ts";
import { vaultCard } from "./vault.ts";
import { weekCard } from "./week.ts";
import type { Card } from "../../../src/pictures/card.ts";

/** What a game says in one script, and how long it may be. */
interface Said {
  readonly locale: string;
  readonly name: string;
  readonly words: string;
  readonly title: string;
  readonly long: string;
}

const SCRIPTS: Readonly<Record<string, Said>> = {
  Greek: {
    locale: "el",
    name: "Αλέξανδρος Β΄",
    words: "Πολεμιστές",
    title: "Η νυχτερινή αγορά",
    long: "Οι πάγκοι ανοίγουν όταν ανάβουν τα φανάρια, για λίγες μόνο ώρες.",
  },
  Cyrillic: {
    locale: "ru",
    name: "Александр Дождевой",
    words: "Побеждённые противники",
    title: "Ночной рынок на Соляной дороге",
    long: "Прилавки открываются, когда зажигают фонари, всего на несколько часов.",
  },
  Japanese: {
    locale: "ja",
    name: "金木犀の渡し守",
    words: "倒した敵",
    title: "灯籠の夜市・琥珀海岸",
    long: "提灯に火が灯ると、数時間だけ屋台が開きます。お見逃しなく。",
  },
  Korean: {
    locale: "ko",
    name: "등불지기 하늘",
    words: "처치한 상대",
    title: "소금길의 밤 시장",
    long: "등불이 켜지면 몇 시간 동안만 노점이 열립니다. 놓치지 마세요.",
  },
  "Chinese simplified": {
    locale: "zh-CN",
    name: "桂花渡口的守灯人",
    words: "击败的对手",
    title: "盐路夜市：琥珀海岸",
    long: "灯笼点亮时，摊位只开放几个小时，切勿错过。",
  },
  "Chinese traditional": {
    locale: "zh-TW",
    name: "桂花渡口的守燈人",
    words: "擊敗的對手",
    title: "鹽路夜市：琥珀海岸",
    long: "燈籠點亮時，攤位只開放幾個小時，切勿錯過。",
  },
  Arabic: {
    locale: "ar",
    name: "محمد العربي 12",
    words: "الخصوم المهزومون",
    title: "سوق الليل على طريق الملح",
    long: "تفتح الأكشاك عندما تُضاء الفوانيس، لبضع ساعات فقط.",
  },
  Hebrew: {
    locale: "he",
    name: "שומר הפנסים 7",
    words: "יריבים שהובסו",
    title: "שוק הלילה בדרך המלח",
    long: "הדוכנים נפתחים כשמדליקים את הפנסים, לכמה שעות בלבד.",
  },
  Thai: {
    locale: "th",
    name: "ผู้เฝ้าโคมไฟ",
    words: "คู่ต่อสู้ที่พ่ายแพ้",
    title: "ตลาดกลางคืนบนถนนเกลือ",
    long: "แผงร้านจะเปิดเมื่อจุดโคมไฟ เพียงไม่กี่ชั่วโมงเท่านั้น",
  },
  Devanagari: {
    locale: "hi",
    name: "लालटेन का रखवाला",
    words: "पराजित विरोधी",
    title: "नमक की राह का रात्रि बाज़ार",
    long: "लालटेन जलते ही दुकानें खुलती हैं, बस कुछ घंटों के लिए।",
  },
};

/** Returns every kind of card as it is for somebody whose game speaks a script. */
function cardsIn({ locale, name, words, title, long }: Said): readonly Card[] {
  const [first, ...others] = trendingCard.entries;
  const tile = { kind: words, title, tagline: long };
  return [
    {
      ...progressCard,
      locale,
      name,
      detail: words,
      tracks: progressCard.tracks.map((track) => ({ ...track, name: title })),
      waiting: { ...progressCard.waiting, label: words },
    },
    { ...statsCard, locale, name, detail: title, label: words },
    { ...weekCard, locale, title, rows: weekCard.rows.map((row) => ({ ...row, name: title })) },
    { ...profileCard, locale, name, title: words, status: long },
    {
      ...compareCard,
      locale,
      sides: compareCard.sides.map((side) => ({ ...side, name })),
      rows: compareCard.rows.map((row) => ({ ...row, label: words })),
    },
    {
      ...trendingCard,
      locale,
      title,
      entries: [{ ...first, ...tile }, ...others.map((one) => ({ ...one, ...tile }))],
    },
    { ...eventCard, locale, kind: words, title, tagline: long },
    {
      ...vaultCard,
      locale,
      title,
      detail: name,
      sections: vaultCard.sections.map(({ things }) => ({
        name: words,
        things: things.map((thing) => ({ ...thing, name: title })),
      })),
    },
  ];
}

/** Every card in every script the fonts have, by the script's name. */
export const scriptSamples: Readonly<Record<string, readonly Card[]>> = Object.fromEntries(
  Object.entries(SCRIPTS).map(([script, said]) => [script, cardsIn(said)]),
);
