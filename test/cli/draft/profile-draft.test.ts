import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { runCli } from "../../../src/cli/main.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "profile-draft-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(content: unknown): string {
  const file = join(folder, "given.json");
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

async function draft(...args: readonly string[]) {
  let [output, errors] = ["", ""];
  const code = await runCli(["profile", "draft", ...args], {
    stdout: { write: (text) => (output += text) },
    stderr: { write: (text) => (errors += text) },
    env: {},
  });
  return { code, output, errors };
}

const renamesIn = (output: string) => (JSON.parse(output) as { renames: unknown }).renames;

const USERS = {
  result: "OK",
  payload: {
    total: 2,
    people: [
      {
        user_id: "4611686018429000001",
        nickname: "Ann",
        avatar_url: "/p/1.png",
        about: null,
        locale: "en",
        is_deleted: false,
        profile: { biography: "Plays at night" },
        created_at: "2024-02-01T10:00:00Z",
        shoe: 41,
      },
      { user_id: "4611686018429000002", nickname: "Bob", avatar_url: "/p/2.png", about: null },
    ],
  },
};

describe("milepost profile draft ANSWER --record", () => {
  it("finds the record's place and proposes renames by names, kinds and values", async () => {
    const { code, output, errors } = await draft(write(USERS), "--record", "GeneralUser");
    expect(code).toBe(0);
    expect(errors).toContain("payload.people, a list of 2 entries");
    expect(renamesIn(output)).toMatchObject({
      GeneralUser: {
        membershipId: "user_id",
        displayName: "nickname",
        profilePicturePath: "avatar_url",
        isDeleted: "is_deleted",
      },
    });
    expect(errors).toMatch(/locale +locale \(same name/);
    expect(errors).toContain('such as "4611686018429000001"');
  });

  it("proposes renames of the records inside too", async () => {
    const activities = [{ activity_hash: 5, modifiers: [1] }];
    const answer = { "7": { milestone_hash: 7, ends_at: "2026-11-24T17:00:00Z", activities } };
    const { output, errors } = await draft(write(answer), "--record", "GamePublicMilestone");
    expect(renamesIn(output)).toMatchObject({
      GamePublicMilestone: { milestoneHash: "milestone_hash", endDate: "ends_at" },
      PublicMilestoneOpenActivity: { activityHash: "activity_hash" },
    });
    expect(errors).toContain("PublicMilestoneOpenActivity, inside of it:");
  });

  it("never takes a member of another kind, nor one that nothing points to", async () => {
    const answer = { id: 7, name: "a", startDate: "soon", endDate: 5, shoe: 41 };
    const { output, errors } = await draft(write(answer), "--record", "TrendingStub");
    expect(output).not.toContain("shoe");
    expect(errors).not.toMatch(/^ +(?:startDate|endDate) {2}/m);
    expect(errors).toMatch(/entityType +NOT FOUND, and needed \(enum\): by kind it could be .*shoe/);
  });

  it("is no more than unsure of what is null everywhere, and of what could be two", async () => {
    const unsure = { membershipId: "1", bio: null, description: "x", biography: "y" };
    const { output, errors } = await draft(write(unsure), "--record", "GeneralUser");
    expect(errors).toMatch(/about +\w+ \(maybe/);
    expect(renamesIn(output)).toEqual({ GeneralUser: {} });
  });

  it("reads a dictionary by id as many of one record, and integers beyond 2^53", async () => {
    const text = '{"data":{"1":{"id":4611686018429000001,"played":"2024-02-01T10:00:00Z"},"2":{"id":2}}}';
    const { output, errors } = await draft(write(text), "--record", "Character");
    expect(errors).toContain("data, a dictionary of 2 entries");
    expect(renamesIn(output)).toEqual({ Character: { lastPlayed: "played" } });
  });

  it.each([
    ["no such record", { a: 1 }, "GeneralUsr", "did you mean GeneralUser?"],
    ["nothing alike", { shoe: 1 }, "GeneralUser", "Nothing in it looks like"],
    ["no JSON, nor YAML", "only words", "GeneralUser", "neither JSON nor YAML"],
    ["a list of nothing", [], "GeneralUser", "Nothing in it looks like"],
  ])("says so where there is %s", async (_, content, record, words) => {
    const { code, output, errors } = await draft(write(content), "--record", record);
    expect(code).toBeGreaterThan(0);
    expect(output).toBe("");
    expect(errors).toContain(words);
  });

  it("says how to call it, and that a file can't be read", async () => {
    expect(await draft()).toMatchObject({ code: 2, errors: expect.stringContaining("profile draft ANSWER") });
    const nowhere = await draft(join(folder, "nowhere.json"), "--record", "GeneralUser");
    expect(nowhere).toMatchObject({ code: 1, errors: expect.stringContaining("ENOENT") });
  });
});

describe("milepost profile draft --answer", () => {
  it("drafts a profile from two or three answers with their addresses", async () => {
    const news = join(folder, "news.json");
    const user = join(folder, "user.json");
    const article = {
      id: 7,
      title: "Patch",
      url: "https://api.example/p",
      published: "2026-11-01T10:00:00Z",
    };
    writeFileSync(news, JSON.stringify({ items: [article, article] }));
    writeFileSync(user, JSON.stringify({ username: "ann", avatar: "/a.png" }));
    const { code, output } = await draft(
      "--answer",
      `https://api.example/v1/news?limit=20=${news}`,
      "--answer",
      `https://api.example/v1/users/ann=${user}`,
    );
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      hosts: { portal: "https://api.example" },
      operations: {
        "trending.list": { path: "/v1/news", items: "items", type: "News" },
        "user.byId": { path: "/v1/users/{membershipId}" },
      },
      renames: { TrendingStub: { identifier: "id", displayName: "title", startDate: "published" } },
    });
  });

  it("says what it takes", async () => {
    const { code, errors } = await draft("--answer", join(folder, "given.json"));
    expect(code).toBe(1);
    expect(errors).toContain("--answer takes an address and a file");
  });
});
