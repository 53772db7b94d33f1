import { art } from "./art.ts";
import { ARABIC, LONG } from "./words.ts";
import type { EventCard } from "../../../src/pictures/card.ts";

export const eventCard: EventCard = {
  card: "event",
  mode: "dark",
  hue: 300,
  locale: "en-GB",
  kind: "Event",
  icon: "calendar-days",
  title: "The Night Market",
  tagline: "Stalls open when the lanterns are lit, for a few hours only.",
  picture: art.banner("market"),
  when: "Sun 22 – Tue 24 Nov",
  whenDetail: "17:00 UTC",
  rewards: [art.icon("crown"), art.icon("star"), art.icon("crown", 3)],
  moreRewards: "+3",
};

/** Every edge of what an opened entry may be. */
export const eventSamples: Readonly<Record<string, EventCard>> = {
  usual: eventCard,
  "without pictures": { ...eventCard, picture: undefined, rewards: [undefined, art.icon("star")] },
  "an article": {
    ...eventCard,
    hue: 210,
    kind: "News",
    icon: "newspaper",
    title: "This Week at the Harbour: Amber Coast",
    tagline: "What changed in Amber Coast, who helped, and what comes next.",
    when: "20 November 2026",
    whenDetail: "by Corvin",
    rewards: [],
    moreRewards: undefined,
  },
  "a long date": { ...eventCard, when: "Tue, Sep 29 – Wed, Sep 30" },
  "an icon": { ...eventCard, picture: art.icon("crown"), isIcon: true },
  "an icon and long names": {
    ...eventCard,
    picture: art.icon("star"),
    isIcon: true,
    title: LONG,
    tagline: LONG,
  },
  "a white icon": { ...eventCard, picture: art.white(), isIcon: true },
  "nothing but a title": {
    ...eventCard,
    tagline: undefined,
    when: undefined,
    rewards: [],
    moreRewards: undefined,
  },
  "rewards alone": { ...eventCard, when: undefined },
  "long names": {
    ...eventCard,
    kind: LONG,
    title: LONG,
    tagline: LONG,
    when: LONG,
    whenDetail: LONG,
    moreRewards: "+97",
  },
  "right to left": { ...eventCard, title: ARABIC, tagline: "من 12 إلى 15 نوفمبر", kind: "حدث" },
  Japanese: {
    ...eventCard,
    locale: "ja",
    kind: "イベント",
    title: "灯籠の夜市・金木犀の渡し守",
    tagline: "提灯に火が灯ると、数時間だけ屋台が開きます。",
    when: "11月22日(日)〜24日(火)",
  },
  "a white picture": { ...eventCard, picture: art.white(), title: LONG },
  "a black picture": { ...eventCard, picture: art.black() },
  "pictures cut short": { ...eventCard, picture: art.cut(), rewards: [art.cut()] },
};
