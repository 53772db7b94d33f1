import { describe, expect, it } from "vitest";

import { readEnd } from "../../../src/sessions/paste/candidate.ts";
import { readPaste } from "../../../src/sessions/paste/read-paste.ts";
import { forms, values, wanted } from "./forms.ts";

const AT = Date.UTC(2037, 0, 1);

const record = (value: string, expirationDate: number) =>
  ["portald", "portalatk", "portaldid"].map((name) => ({
    domain: "portal.test",
    name,
    value: `${name}-${value}`,
    expirationDate,
  }));

describe("the end of a cookie", () => {
  it.each([
    ["2114380800", AT],
    ["2114380800.25", AT + 250],
    ["2114380800000", AT],
    ["253402300799", Date.UTC(9999, 11, 31, 23, 59, 59)],
    ["2037-01-01 00:00:00", AT],
    ["2037-01-01T01:00:00+0100", AT],
    ["Thu Jan 01 2037 00:00:00 GMT+0000 (Coordinated Universal Time)", AT],
    ["2037-01-01T00:00:00.000Z", AT],
    ["Thu, 01 Jan 2037 00:00:00 GMT", AT],
    ["Thu, 01-Jan-2037 00:00:00 GMT", AT],
  ])("is read from %s", (text, end) => {
    expect(readEnd(text)).toBe(end);
  });

  it.each([
    "Session",
    "session",
    "-1",
    "0",
    "",
    "12",
    "1.5e12",
    "2037",
    "Infinity",
    "9".repeat(50),
    "1/1/2037",
  ])("is not read from %s", (text) => {
    expect(readEnd(text)).toBeUndefined();
  });

  it.each([
    [
      "Set-Cookie lines",
      (name: string) => `Set-Cookie: ${name}=v1; Expires=Thu, 01 Jan 2037 00:00:00 GMT; Path=/`,
    ],
    [
      "rows of Chromium's table",
      (name: string) => `${name}\tv1\tportal.test\t/\t2037-01-01T00:00:00.000Z\t20\t✓`,
    ],
    [
      "rows of Firefox's table, which also say when a cookie was last used",
      (name: string) =>
        `${name}\tv1\tportal.test\t/\tThu, 01 Jan 2037 00:00:00 GMT\t9\ttrue\ttrue\tNone\tSat, 01 Jan 2022 00:00:00 GMT`,
    ],
    [
      "rows whose columns were moved",
      (name: string) => `Value\tName\tExpires\nv1\t${name}\t2037-01-01T00:00:00.000Z\t20\t✓`,
    ],
    ["cookies.txt", (name: string) => `#HttpOnly_portal.test\tFALSE\t/\tTRUE\t2114380800\t${name}\tv1`],
    [
      "an extension's JSON",
      (name: string) =>
        JSON.stringify([{ domain: "portal.test", expirationDate: 2_114_380_800, name, value: "v1" }]),
    ],
    [
      "a storage state",
      (name: string) =>
        JSON.stringify({
          cookies: [{ name, value: "v1", domain: "portal.test", expires: 2_114_380_800 }],
          origins: [],
        }),
    ],
  ])("comes with %s", (_name, write) => {
    const reading = readPaste(write("portalatk"), wanted, { cutAt: 4_000 });
    expect(reading.kind === "cookies" && [...reading.ends]).toEqual([["portalatk", AT]]);
  });

  it.each(Object.entries(forms))("takes nothing away from what is read: %s", (_name, [form, write]) => {
    const reading = readPaste(write(values), wanted, { cutAt: 4_000 });
    expect(reading).toMatchObject({ kind: "cookies", form, isComplete: true });
  });

  it("in the year 9999, as extensions write one that never comes, is no past one", () => {
    const text = JSON.stringify([...record("old", 1_900_000_000), ...record("new", 253_402_300_799)]);
    const reading = readPaste(text, wanted, { now: Date.UTC(2026, 10, 21) });
    const read = reading.kind === "cookies" ? [...reading.cookies.values()] : [];
    expect(read.map((value) => value.reveal())).toEqual(["portald-new", "portalatk-new", "portaldid-new"]);
  });

  it("is no end where the date was received is unknown", () => {
    const reading = readPaste(
      "Set-Cookie: portalatk=v1; Max-Age=60; Expires=Thu, 01 Jan 2037 00:00:00 GMT",
      wanted,
    );
    expect(reading.kind === "cookies" && reading.ends.size).toBe(0);
  });
});
