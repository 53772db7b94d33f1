import { describe, expect, it } from "vitest";

import { unpackState, packState } from "../../src/discord/interaction/state-text.ts";
import { count, defineCalls, flag, oneOf, readState, text, whole } from "../../src/discord/reply/calls.ts";

const calls = defineCalls("list", {
  turn: { id: text(), page: count(), on: flag(), to: oneOf(["up", "down"]), rev: whole.optional() },
  show: {},
});

describe("a call", () => {
  it("carries the state it is made with, in the order it is given", () => {
    const call = calls.turn({ to: "up", id: "a", page: 2, on: true });
    expect(call).toEqual({
      command: "list",
      action: "turn",
      state: { to: "up", id: "a", page: 2, on: true },
    });
    expect(packState(call.state)).toBe("to=up;id=a;page#2;on+");
    expect(calls.show()).toEqual({ command: "list", action: "show" });
  });

  it("does not compile with a wrong name, a missing member or a wrong one", () => {
    // @ts-expect-error -- no such action
    expect(() => calls.gone()).toThrow(TypeError);
    // @ts-expect-error -- its id is missing
    calls.turn({ to: "up", page: 2, on: true });
    // @ts-expect-error -- a page is a number
    calls.turn({ to: "up", id: "a", page: "2", on: true });
    // @ts-expect-error -- neither up nor down
    calls.turn({ to: "left", id: "a", page: 2, on: true });
    // @ts-expect-error -- it takes no state
    calls.show({ page: 2 });
  });

  it("is read back as it was made", () => {
    const state = unpackState("to=up;id=a;page#2;on+;rev#7") ?? {};
    expect(readState(calls.turn.shape, state)).toEqual({ to: "up", id: "a", page: 2, on: true, rev: 7 });
  });
});

describe("a state", () => {
  const required = { id: "a", to: "down" };

  it.each([
    [{ to: "down" }],
    [{ id: 7, to: "down" }],
    [{ id: "a" }],
    [{ id: "a", to: "left" }],
    [{ id: "a", to: true }],
  ])("that lacks a member is stale: %j", (state) => {
    expect(() => readState(calls.turn.shape, state)).toThrow(
      expect.objectContaining({ code: "stale-control" }),
    );
  });

  it.each([
    [{}, { page: 0, on: false }],
    [
      { page: -3, on: "yes", rev: 1.5 },
      { page: 0, on: false },
    ],
    [
      { page: Number.NaN, rev: "2" },
      { page: 0, on: false },
    ],
    [
      { page: 4, on: false, more: "x" },
      { page: 4, on: false },
    ],
  ])("reads %j as what may be left out", (state, read) => {
    expect(readState(calls.turn.shape, { ...required, ...state })).toEqual({
      ...required,
      rev: undefined,
      ...read,
    });
  });
});
