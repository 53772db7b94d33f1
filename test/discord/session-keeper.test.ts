import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { type GatewaySession, SessionKeeper } from "../../src/discord/gateway/session-keeper.ts";
import { recordingLog } from "./support.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const session = (shardId: number, sequence: number): GatewaySession => ({
  shardId,
  shardCount: 2,
  sessionId: "s",
  sequence,
  resumeURL: "wss://gateway.example",
});

function keeping() {
  const saved: (readonly string[])[] = [];
  const state = { isBroken: false };
  const log = recordingLog();
  const store = {
    load: async () => {
      if (state.isBroken) throw new Error("no database");
      return [session(1, 4)];
    },
    save: async (sessions: readonly GatewaySession[]) => {
      if (state.isBroken) throw new Error("no database");
      saved.push(sessions.map(({ shardId, sequence }) => `${shardId}:${sequence}`));
    },
  };
  return { saved, state, log, keeper: new SessionKeeper(store, log) };
}

describe("what is kept of sessions", () => {
  it("is saved once a second, and only what changed", async () => {
    const { keeper, saved } = keeping();
    for (const [shard, sequence] of [
      [0, 1],
      [1, 1],
      [0, 2],
    ] as const)
      keeper.note(session(shard, sequence));
    await vi.advanceTimersByTimeAsync(1_000);
    keeper.note(session(1, 2));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(saved).toEqual([["0:2", "1:1"], ["1:2"]]);
  });

  it("is saved now and then where nothing comes, as long as the shard is this process's", async () => {
    const { keeper, saved } = keeping();
    keeper.note(session(0, 1));
    await vi.advanceTimersByTimeAsync(31_000);
    expect(saved).toEqual([["0:1"], ["0:1"]]);
    keeper.note(session(0, 2));
    keeper.drop(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(saved).toHaveLength(2);
  });

  it("is saved at once at the end, and never after it", async () => {
    const { keeper, saved } = keeping();
    keeper.note(session(0, 1));
    await keeper.keep(session(0, 2));
    keeper.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(saved).toEqual([["0:2"]]);
  });

  it("is unknown where it can't be read, and a failure is said once", async () => {
    const { keeper, state, log } = keeping();
    expect((await keeper.load(2))?.get(1)?.sequence).toBe(4);
    state.isBroken = true;
    expect(await keeper.load(2)).toBeUndefined();
    await keeper.keep(session(0, 1));
    await keeper.keep(session(0, 2));
    expect(log.lines.map(({ message }) => message)).toEqual([
      "The gateway's sessions could not be read",
      "How far the gateway was read could not be saved",
    ]);
  });
});
