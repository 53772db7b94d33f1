import { describe, expect, it } from "vitest";

import { MilepostError } from "../../../../src/base/errors.ts";
import {
  checkRule,
  lastSlot,
  nextSlot,
  preview,
  type Rule,
} from "../../../../src/features/shared/schedule/next-slot.ts";
import { transitions, wrongSlots } from "./wall-clock.ts";
import { HOUR } from "../../../support/time.ts";

const berlin = (time: string, days: Extract<Rule, { kind: "weekly" }>["days"] = []): Rule => ({
  kind: "weekly",
  zone: "Europe/Berlin",
  time,
  days,
});
const datedBy = (edge: "start" | "end", leadMs = 0): Rule => ({ kind: "dated", thing: "t", edge, leadMs });
const iso = (instants: readonly number[]) => instants.map((at) => new Date(at).toISOString());
const utc = (text: string) => Date.parse(text);

describe("a rule on the wall", () => {
  it("previews the next five across a clock change", () => {
    expect(iso(preview(berlin("09:00"), utc("2026-03-27T12:00Z")))).toEqual([
      "2026-03-28T08:00:00.000Z",
      "2026-03-29T07:00:00.000Z",
      "2026-03-30T07:00:00.000Z",
      "2026-03-31T07:00:00.000Z",
      "2026-04-01T07:00:00.000Z",
    ]);
  });

  it("is due at the next valid minute when its hour is skipped", () => {
    expect(iso(preview(berlin("02:30"), utc("2026-03-28T12:00Z"), { count: 2 }))).toEqual([
      "2026-03-29T01:00:00.000Z",
      "2026-03-30T00:30:00.000Z",
    ]);
  });

  it("is due once, the first time, when its hour is repeated", () => {
    expect(iso(preview(berlin("02:30"), utc("2026-10-24T12:00Z"), { count: 2 }))).toEqual([
      "2026-10-25T00:30:00.000Z",
      "2026-10-26T01:30:00.000Z",
    ]);
  });

  it("is not lost when the skipped hour ends at midnight", () => {
    const rule: Rule = { kind: "weekly", zone: "America/Nuuk", time: "23:10", days: [6] };
    expect(nextSlot(rule, utc("2026-03-28T12:00Z"))?.at).toBe(utc("2026-03-29T01:00Z"));
    expect(lastSlot(rule, utc("2026-03-29T01:00Z"))?.at).toBe(utc("2026-03-29T01:00Z"));
  });

  it("keeps to its days of the week", () => {
    expect(iso(preview(berlin("18:00", [2, 5]), utc("2026-11-21T00:00Z"), { count: 3 }))).toEqual([
      "2026-11-24T17:00:00.000Z",
      "2026-11-27T17:00:00.000Z",
      "2026-12-01T17:00:00.000Z",
    ]);
  });

  it("knows its last slot as well as its next", () => {
    const rule = berlin("18:00", [2]);
    const next = nextSlot(rule, utc("2026-11-21T00:00Z"));
    expect(lastSlot(rule, next?.at ?? 0)).toEqual(next);
    expect(lastSlot(rule, (next?.at ?? 0) - 1)?.at).toBe(utc("2026-11-17T17:00Z"));
  });

  it("follows the written rule in a taste of zones", () => {
    const zones = [
      "Europe/Berlin",
      "America/Santiago",
      "Australia/Lord_Howe",
      "Africa/Cairo",
      "America/Nuuk",
    ];
    const found = [...transitions(zones)].slice(0, 120).map(wrongSlots);
    expect(found.length).toBeGreaterThan(60);
    expect(found.filter(({ wrong }) => wrong > 0)).toEqual([]);
  });
});

describe("a rule for something dated", () => {
  const dates = { startAt: utc("2026-12-01T17:00Z"), endAt: utc("2026-12-08T17:00Z") };

  it("is due its lead before the edge, and useful until the end", () => {
    expect(nextSlot(datedBy("end", 24 * HOUR), 0, dates)).toEqual({
      at: dates.endAt - 24 * HOUR,
      usefulUntil: dates.endAt,
    });
    expect(nextSlot(datedBy("start"), 0, dates)).toEqual({ at: dates.startAt, usefulUntil: dates.endAt });
  });

  it("has no slot while the platform gives no date, nor after it", () => {
    expect(nextSlot(datedBy("end"), 0)).toBeUndefined();
    expect(nextSlot(datedBy("end"), 0, {})).toBeUndefined();
    expect(nextSlot(datedBy("end"), dates.endAt, dates)).toBeUndefined();
  });
});

describe("checking a rule", () => {
  it.each<[string, Rule]>([
    ["zone", { kind: "weekly", zone: "Mars/Base", time: "10:00", days: [] }],
    ["time", { kind: "weekly", zone: "UTC", time: "24:00", days: [] }],
    ["date", { kind: "once", zone: "UTC", time: "10:00", date: "2026-02-30" }],
    ["lead", { kind: "dated", thing: "t", edge: "end", leadMs: -1 }],
  ])("refuses what can't be followed, naming it: %s", (word, rule) => {
    const check = () => checkRule(rule);
    expect(check).toThrow(MilepostError);
    expect(check).toThrow(word);
  });
});
