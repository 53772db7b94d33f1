import { art } from "./art.ts";
import { LONG, ODD } from "./words.ts";
import type { ProfileCard, ProfileFact } from "../../../src/pictures/card.ts";

const since: ProfileFact = { icon: "calendar-days", label: "Here since", value: "March 2024" };
const theme: ProfileFact = { icon: "palette", label: "Theme", value: "Winter Court" };
const also: ProfileFact = { icon: "at-sign", label: "Also", value: "Ashbridge B" };

const figures: readonly ProfileFact[] = [
  { icon: "clock", label: "Time played", value: "702 h" },
  { label: "Matches", value: "3,234" },
  { label: "Opponents defeated", value: "1,204,310" },
];

export const profileCard: ProfileCard = {
  card: "profile",
  mode: "dark",
  hue: 210,
  locale: "en-GB",
  name: "Ashbridge",
  title: "Tide Reader",
  status: "Looking for two more for Deep Descent, evenings CET. 🔥",
  avatar: art.avatar(),
  banner: art.wide(),
  facts: figures,
};

const bare = { avatar: undefined, banner: undefined, title: undefined, status: undefined };

/** Every edge of what a player's profile may hold. */
export const profileSamples: Readonly<Record<string, ProfileCard>> = {
  usual: profileCard,
  "figures kept private": { ...profileCard, facts: [since, theme, also] },
  "a landscape": { ...profileCard, banner: art.banner() },
  "a wide picture alone": { ...profileCard, avatar: undefined, banner: art.banner() },
  "one fact": { ...profileCard, ...bare, name: ODD, facts: [since] },
  "two facts": { ...profileCard, facts: [since, theme] },
  "no facts": { ...profileCard, facts: [] },
  "nothing but a name": { ...profileCard, ...bare, facts: [] },
  "without pictures": { ...profileCard, avatar: undefined, banner: undefined },
  "without a status": { ...profileCard, status: undefined },
  "long names": {
    ...profileCard,
    name: "Willow 🔥 the Extraordinarily Long-Named Lantern Keeper of the North",
    title: "Grand Exalted Tide Reader of the Northern Harbours",
    status: `${LONG}. ${LONG}.`,
    facts: [
      since,
      { ...theme, label: LONG, value: LONG },
      { ...also, value: "Donaudampfschifffahrtsgesellschaft" },
    ],
  },
  "one long fact": { ...profileCard, status: undefined, facts: [{ ...theme, label: LONG, value: LONG }] },
  "one character": {
    ...profileCard,
    name: "A",
    title: "B",
    status: "C",
    facts: [{ ...also, label: "D", value: "1" }],
  },
  "right to left": {
    ...profileCard,
    avatar: undefined,
    name: "محمد العربي 123",
    title: "قارئ المد",
    status: "שלום לכולם, עוד 12 יומיים",
  },
  Japanese: {
    ...profileCard,
    locale: "ja",
    name: "金木犀の渡し守",
    title: "潮読み",
    status: "深き降下行のメンバー、あと二人募集中。夜に活動しています。🔥",
    facts: [
      { ...since, label: "参加", value: "2024年3月" },
      { ...theme, label: "テーマ", value: "冬の宮廷" },
      { ...also, label: "別名" },
    ],
  },
  "only signs no font has": { ...profileCard, avatar: undefined, name: "𒀀𒀀𒀀", status: "ሰላም" },
  "a white banner": { ...profileCard, banner: art.white() },
  "a black banner": { ...profileCard, banner: art.black() },
  "pictures cut short": { ...profileCard, avatar: art.cut(), banner: art.cut() },
  amber: { ...profileCard, hue: 75, banner: undefined },
};
