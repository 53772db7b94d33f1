import { expect, it } from "vitest";

import { labelsOf } from "../../../src/platform/profile/labels.ts";

const label = labelsOf({
  enums: {
    ActivityMode: [
      { value: 7, name: "AllPvE", label: "Everything with monsters" },
      { value: 5, name: "AllPvP" },
    ],
  },
  labels: {
    consoleADisplayName: "Lighthouse Network",
    AllPvP: "Arena",
    wins: { en: "Won", de: "Siege" },
    score: { de: "Punkte" },
  },
});

it.each([
  ["allPvE", "Everything with monsters"],
  ["allPvP", "Arena"],
  ["consoleADisplayName", "Lighthouse Network"],
  ["pcDisplayName", undefined],
  ["__proto__", undefined],
])("%s is called %s", (name, expected) => {
  expect(label(name, "de")).toBe(expected);
});

it.each([
  ["wins", "de", "Siege"],
  ["wins", "ja", "Won"],
  ["score", "ja", undefined],
  ["wins", "__proto__", "Won"],
])("%s is called in %s %s", (name, language, expected) => {
  expect(label(name, language)).toBe(expected);
});
