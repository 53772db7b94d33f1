import { art } from "./art.ts";
import { ARABIC, LONG, ODD } from "./words.ts";
import type { WeekCard, WeekRow } from "../../../src/pictures/card.ts";

const race: WeekRow = {
  name: "The Morning Race",
  icon: art.icon("star"),
  from: -0.4,
  to: 0.71,
  until: "until 17:00",
  isUrgent: true,
};
const market: WeekRow = {
  ...race,
  name: "The Night Market",
  icon: art.icon("crown"),
  to: 0.95,
  until: "until 23:00",
};
const vigil: WeekRow = {
  name: "The Weekly Vigil",
  icon: art.icon("star", 3),
  from: -3,
  to: 2.7,
  until: "until Tue 17:00",
};
const favour: WeekRow = {
  name: "A Favour for the Ferryman",
  icon: art.icon("crown", 3),
  from: 1.7,
  to: 5.5,
  until: "until Fri 12:00",
  untilTime: "until 12:00",
};
const descent: WeekRow = { name: "Deep Descent", icon: art.icon("star", 1), from: 2.7, to: 9 };
const season: WeekRow = { name: "Siege Season", icon: art.icon("crown", 1), from: -30, to: 30 };
/** Late in the week: no room behind it. */
const late: WeekRow = {
  name: "A single evening only, with quite a long name",
  from: 6.6,
  to: 6.9,
  until: "until 21:30",
};

export const weekCard: WeekCard = {
  card: "week",
  mode: "dark",
  hue: 240,
  locale: "en-GB",
  title: "This week",
  range: "22–28 November",
  zone: "UTC",
  days: ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"].map((weekday, index) => ({
    weekday,
    day: String(22 + index),
  })),
  now: 0.36,
  rows: [race, market, vigil, favour, descent, season],
};

/** Every edge of what a week may hold. */
export const weekSamples: Readonly<Record<string, WeekCard>> = {
  usual: weekCard,
  "the day of a reset": {
    ...weekCard,
    rows: [
      race,
      ...[vigil, favour].map((row) => ({
        ...row,
        from: -6.3,
        to: 0.71,
        until: "until 17:00",
        isUrgent: true,
        returns: true,
      })),
      season,
    ],
  },
  "what returns later": { ...weekCard, rows: [race, { ...vigil, returns: true }, descent] },
  one: { ...weekCard, rows: [vigil] },
  none: { ...weekCard, rows: [] },
  "seven: six are drawn": { ...weekCard, rows: [...weekCard.rows, late] },
  "late in the evening": { ...weekCard, now: 0.99, rows: [vigil, favour, season, late] },
  "just after midnight": { ...weekCard, now: 0, rows: [{ ...race, from: 0 }, vigil, season, late] },
  "late in the week": {
    ...weekCard,
    rows: [late, { ...late, from: 5.2, to: 6.1 }, { ...late, from: 6.9, to: 8, until: undefined }],
  },
  "long names": {
    ...weekCard,
    title: "Was diese Woche alles los ist",
    range: "Sonntag, 22. November – Samstag, 28. November",
    rows: weekCard.rows.map((row) => ({ ...row, name: LONG, until: row.until && "endet um 17:00 Uhr" })),
  },
  "German names": {
    ...weekCard,
    rows: [
      { ...race, name: "Das Morgenrennen", until: "bis 17:00" },
      { ...favour, name: "Ein Gefallen für den Fährmann von der Bernsteinküste", until: "bis 12:00" },
      { ...season, name: "Belagerungszeit" },
    ],
  },
  "two months in Spanish": {
    ...weekCard,
    locale: "es-419",
    title: "Esta semana",
    range: "28 de septiembre – 4 de octubre",
    zone: "Buenos Aires",
    rows: [
      { ...race, name: "La carrera de la mañana", until: "hasta 17:00" },
      { ...vigil, name: "La vigilia semanal de los guardianes", until: "hasta 17:00" },
      { ...descent, name: "Descenso profundo" },
    ],
  },
  "one character": {
    ...weekCard,
    rows: [
      { ...race, name: "A" },
      { ...season, name: "B" },
    ],
  },
  "all scripts": {
    ...weekCard,
    rows: [
      { ...race, name: ODD },
      { ...favour, name: ODD },
      { ...late, name: ARABIC },
    ],
  },
  Japanese: {
    ...weekCard,
    locale: "ja",
    title: "今週",
    range: "11月22日〜28日",
    days: ["日", "月", "火", "水", "木", "金", "土"].map((weekday, index) => ({
      weekday,
      day: String(22 + index),
    })),
    rows: [
      { ...race, name: "朝の競走", until: "17:00まで" },
      { ...favour, name: "金木犀の渡し守への頼みごと", until: "12:00まで" },
    ],
  },
  "without pictures": { ...weekCard, rows: weekCard.rows.map((row) => ({ ...row, icon: undefined })) },
  "pictures cut short": { ...weekCard, rows: weekCard.rows.map((row) => ({ ...row, icon: art.cut() })) },
  amber: { ...weekCard, hue: 75 },
  green: { ...weekCard, hue: 150 },
};
