import { expect, it } from "vitest";

import { type Subject, subjectKey, subjectOfKey, watchOf } from "../../src/schedule/subject.ts";

it.each<[string, Subject]>([
  ["milestone:5", { kind: "milestone", hash: 5 }],
  ["ritual:3:a:b", { kind: "ritual", type: "3", id: "a:b" }],
  ["reset:week", { kind: "reset", every: "week" }],
])("is found again by its key: %s", (key, subject) => {
  expect(subjectKey(subject)).toBe(key);
  expect(subjectOfKey(key)).toEqual(subject);
});

it.each([
  "",
  "milestone",
  "milestone:-1",
  "milestone:05",
  "reset:month",
  "note:a",
  "own:caps",
  "constructor:1",
])("is none by another text: %j", (key) => {
  expect(subjectOfKey(key)).toBeUndefined();
});

it("is watched for only where it has no times of its own", () => {
  expect(watchOf({ kind: "new-entries", of: "news" })).toBe("entries:news");
  expect(watchOf({ kind: "own", matter: "session" })).toBe("session");
  expect(watchOf({ kind: "own", matter: "caps" })).toBeUndefined();
  expect(watchOf({ kind: "reset", every: "day" })).toBeUndefined();
});
