import { art } from "./art.ts";
import type { ProgressCard } from "../../../src/pictures/card.ts";

/** A card as most are: some done, something to collect. */
export const progressCard: ProgressCard = {
  card: "progress",
  mode: "dark",
  hue: 240,
  locale: "en-GB",
  name: "Ashbridge",
  detail: "Warden · Desktop account",
  avatar: art.avatar(),
  banner: art.banner(),
  ring: { share: 7 / 12, done: "7", total: "12", label: "Milestones", sub: "this week" },
  tracks: [
    {
      name: "Season rank",
      value: "42",
      unit: "Level",
      share: 0.825,
      detail: "8,250 / 10,000",
      icon: art.icon("star"),
    },
    {
      name: "Lantern Keepers",
      value: "11",
      unit: "Level",
      share: 0.3,
      detail: "1,200 / 4,000",
      icon: art.icon("crown"),
    },
    {
      name: "Forging",
      value: "20",
      unit: "Level",
      share: 1,
      isHighest: true,
      detail: "Highest level",
      icon: art.icon("star", 3),
    },
  ],
  waiting: { value: "2", label: "to collect", isUrgent: true },
  open: { value: "3", label: "open" },
  done: { value: "7", label: "done" },
};

const [first, second] = progressCard.tracks;
const nothing = {
  waiting: { value: "0", label: "to collect", isUrgent: false },
  open: { value: "0", label: "open" },
  done: { value: "0", label: "done" },
};

/** Every edge of what a member's progress may be. */
export const progressSamples: Readonly<Record<string, ProgressCard>> = {
  usual: progressCard,
  "without pictures": {
    ...progressCard,
    avatar: undefined,
    banner: undefined,
    tracks: progressCard.tracks.map((track) => ({ ...track, icon: undefined })),
  },
  empty: { ...progressCard, ...nothing, avatar: undefined, banner: undefined, ring: undefined, tracks: [] },
  "0 %": {
    ...progressCard,
    ...nothing,
    ring: { share: 0, done: "0", total: "12", label: "Milestones", sub: "this week" },
    tracks: progressCard.tracks.map((track) => ({
      ...track,
      value: "0",
      share: 0,
      detail: "0 / 10,000",
      isHighest: false,
    })),
  },
  "100 %": {
    ...progressCard,
    waiting: nothing.waiting,
    open: nothing.open,
    done: { value: "12", label: "done" },
    ring: { share: 1, done: "12", total: "12", label: "Milestones", sub: "this week" },
    tracks: progressCard.tracks.map((track) => ({
      ...track,
      value: "20",
      isHighest: true,
      detail: "Highest level",
    })),
  },
  "nearly, and over the cap": {
    ...progressCard,
    ring: { share: 0.999, done: "1,203", total: "1,204", label: "Milestones", sub: "this week" },
    tracks: [
      {
        ...first,
        name: "Season rank",
        value: "1,203,456",
        unit: "Level",
        share: 0.9999,
        detail: "3,999,999 / 4,000,000",
      },
      { ...second, name: "Lantern Keepers", value: "11", unit: "Level", share: 1.7, detail: "6,800 / 4,000" },
    ],
    waiting: { value: "1,234,567", label: "to collect", isUrgent: true },
  },
  "long names": {
    ...progressCard,
    name: "Willow 🔥 the Extraordinarily Long-Named Lantern Keeper of the North",
    detail: "Wardeness of the Seven Bridges · Desktop account number two · Shared",
    tracks: [
      {
        name: "The Ancient and Honourable Guild of Lantern Keepers",
        value: "42",
        unit: "Reputation level",
        share: 0.5,
        detail: "8,250,000 / 10,000,000",
      },
      {
        name: "Donaudampfschifffahrtsgesellschaft",
        value: "11",
        unit: "Stufe",
        share: 0.2,
        detail: "1.200 / 4.000",
      },
      {
        name: "Forging",
        value: "20",
        unit: "Level",
        share: 1,
        isHighest: true,
        detail: "The highest level there is in this season",
      },
    ],
    waiting: { value: "2", label: "Belohnungen zum Abholen", isUrgent: true },
    open: { value: "3", label: "noch nicht erledigt" },
  },
  "three long names": {
    ...progressCard,
    tracks: progressCard.tracks.map((track, index) => ({
      ...track,
      name:
        [
          "Reputation with the Lantern Keepers",
          "Vanguard of the Salt Road: ranks",
          "Die Gilde der Laternenträger von Hafen",
        ][index] ?? "",
      ...(index === 1 && { value: "1,203" }),
    })),
  },
  "one character": {
    ...progressCard,
    name: "A",
    detail: "1",
    tracks: [{ name: "B", value: "1", unit: "C", share: 0.01, detail: "1 / 99" }],
  },
  "all scripts in a name": {
    ...progressCard,
    avatar: undefined,
    name: "xX_Ж日本_Łukasz_العربية_Xx",
    detail: "สวัสดี नमस्ते Καλημέρα 안녕",
  },
  "right to left": {
    ...progressCard,
    avatar: undefined,
    name: "محمد العربي 123",
    detail: "שלום 7/12 עולם",
    tracks: [{ name: "حراس الفوانيس", value: "42", unit: "Level", share: 0.4, detail: "8,250 / 10,000" }],
  },
  Japanese: {
    ...progressCard,
    locale: "ja",
    name: "金木犀の渡し守",
    detail: "守り人・デスクトップ",
    ring: { share: 7 / 12, done: "7", total: "12", label: "マイルストーン", sub: "今週" },
    tracks: [
      {
        name: "シーズンランク",
        value: "42",
        unit: "レベル",
        share: 0.825,
        detail: "8,250 / 10,000",
        icon: art.icon("star"),
      },
    ],
    waiting: { value: "2", label: "受け取り待ち", isUrgent: true },
    open: { value: "3", label: "未完了" },
    done: { value: "7", label: "完了" },
  },
  "only signs no font has": { ...progressCard, avatar: undefined, name: "𒀀𒀀𒀀", detail: "ሰላም" },
  "a ring alone": { ...progressCard, tracks: [] },
  "tracks alone": { ...progressCard, ring: undefined },
  "a white picture": { ...progressCard, banner: art.white() },
  "a black picture": { ...progressCard, banner: art.black() },
  "pictures cut short": { ...progressCard, avatar: art.cut(), banner: art.cut() },
  amber: { ...progressCard, hue: 75 },
  green: { ...progressCard, hue: 150 },
  rose: { ...progressCard, hue: 10 },
};
