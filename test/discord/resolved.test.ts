import { describe, expect, it } from "vitest";

import type { Incoming } from "../../src/discord/interaction/incoming.ts";
import { resolvedOf } from "../../src/discord/interaction/invocation.ts";

const user = { id: "1", username: "ann" };
const asked = (data: Incoming["data"] = {}): Incoming => ({
  id: "5",
  token: "t",
  type: 2,
  application_id: "6",
  guild_id: "10",
  channel: { id: "20", type: 0, name: "general" },
  member: { user, permissions: "3072", roles: ["30"] },
  data,
});

describe("what Discord resolves", () => {
  const resolved = resolvedOf(
    asked({
      resolved: {
        channels: {
          "21": { name: "news", type: 5, permissions: "18014398509481983", app_permissions: "1024" },
          "22": { name: "odd", type: 0 },
          "23": { name: "odder", type: 0, permissions: "-1" },
        },
        roles: {
          "30": { name: "Raiders", mentionable: true },
          "31": { name: "A bot's", managed: true },
        },
      },
    }),
  );

  it("tells what the member may do in a channel, in full", () => {
    expect(resolved.channel("21")).toEqual({
      id: "21",
      name: "news",
      type: 5,
      permissions: 18014398509481983n,
      appPermissions: 1024n,
    });
  });

  it("knows the channel it was asked in without its being named", () => {
    const here = { id: "20", name: "general", type: 0, permissions: 3072n };
    expect(resolved.channel("20")).toEqual(here);
    const told = resolvedOf({ ...asked(), app_permissions: "2048" });
    expect(told.channel("20")).toEqual({ ...here, appPermissions: 2048n });
  });

  it.each(["22", "23", "24", "constructor", undefined])("knows nothing of the channel %s", (id) => {
    expect(resolved.channel(id)).toBeUndefined();
  });

  it("tells of a role whether anybody may mention it, and whether it can be given", () => {
    expect(resolved.role("30")).toEqual({
      id: "30",
      name: "Raiders",
      isMentionable: true,
      isManaged: false,
    });
    expect(resolved.role("31")).toMatchObject({ isMentionable: false, isManaged: true });
    expect(resolved.role("20")).toBeUndefined();
    expect(resolvedOf(asked()).role("30")).toBeUndefined();
  });
});
