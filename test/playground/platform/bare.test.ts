import { expect, test } from "vitest";

import { loadProfile } from "../../../src/platform/profile/load.ts";
import { type Running, somebody, start } from "./support.ts";

/** The neutral profile with other choices: no envelope, integers as they come, a prefix, names elsewhere. */
function otherwise(): Promise<Running> {
  const profile = loadProfile("neutral");
  return start("neutral", {
    profile: {
      ...profile,
      hosts: { ...profile.hosts, portal: "https://portal.example/community" },
      envelope: { ...profile.envelope, kind: "bare" },
      wire: { ...profile.wire, int64: "either" },
      definitions: {
        tables: profile.definitions?.tables ?? {},
        paths: { name: "title", description: "text", icon: "art.small", goal: "needed" },
      },
    },
  });
}

test("a service without an envelope answers with the record itself, below its prefix", async () => {
  const platform = await otherwise();
  const { member, name } = somebody(platform);
  const got = await platform.get(`/community/Platform/User/GetUserById/${member}/`);
  expect(got.at("displayName")).toBe(name);
  expect([got.at("membershipId"), got.at("successMessageFlags")]).toEqual([member, 0]);
  await platform.close();
});

test("it refuses in the other form errors come in, with a status that says the same", async () => {
  const platform = await otherwise();
  const missing = await platform.get("/community/Platform/User/GetUserById/1/");
  expect([missing.status, missing.at("error")]).toEqual([404, "NotFound"]);
  const closed = await platform.get("/community/Platform/User/GetCurrentUser/");
  expect([closed.status, closed.at("error")]).toEqual([401, "invalid_token"]);
  await platform.close();
});

test("definitions have their name, icon and goal where the profile says", async () => {
  const platform = await otherwise();
  const [hash] = platform.world.lexicon.table("objective").keys();
  const got = await platform.get(`/community/Platform/Game/Manifest/Objective/${String(hash)}/?lc=fr`);
  expect([got.at("title"), got.at("needed")]).toEqual(["Veillées terminées", 3]);
  expect((await platform.get(`/community${String(got.at("art", "small"))}`)).status).toBe(200);
  await platform.close();
});
