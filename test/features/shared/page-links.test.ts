import { describe, expect, it } from "vitest";

import { createPageLinks } from "../../../src/features/shared/page-links.ts";
import { loadProfile } from "../../../src/platform/profile/load.ts";

const neutral = loadProfile("neutral");
const links = createPageLinks({ ...neutral, hosts: { ...neutral.hosts, links: ["https://music.example"] } });

describe("pages for people", () => {
  it("are in the reader's language, and ids can't add to a path", () => {
    expect(links.profile("42", "de")).toBe("https://portal.example/de/Profile/42");
    expect(links.article("../x?y", "xx")).toBe("https://portal.example/en/News/..%2Fx%3Fy");
  });

  it.each([
    ["/News/1", "https://portal.example/News/1"],
    ["https://music.example/x", "https://music.example/x"],
    ["http://music.example/x", undefined],
    ["javascript:alert(1)", undefined],
    ["//other.example/x", undefined],
    ["https://other.example/x", undefined],
    ["https://portal.example.other.example/x", undefined],
    ["https://music.example:444/x", undefined],
    ["https://a:b@portal.example/x", undefined],
    ["https://portal\u2024example/x", undefined],
    ["http://[", undefined],
    [undefined, undefined],
  ])("of a record's link %s: %s", (link, page) => {
    expect(links.of(link)).toBe(page);
  });
});
