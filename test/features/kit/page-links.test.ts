import { describe, expect, it } from "vitest";

import { createPageLinks } from "../../../src/features/kit/command/services.ts";
import { loadProfile } from "../../../src/platform/profile/load.ts";
import type { Profile } from "../../../src/platform/profile/schema.ts";

const neutral = loadProfile("neutral");
const links = createPageLinks({ ...neutral, hosts: { ...neutral.hosts, links: ["https://music.example"] } });
const withLinks = (named: Pick<Profile["links"], "article">, link?: string) =>
  createPageLinks({ ...neutral, links: named, article: { ...neutral.article, link } });

describe("pages for people", () => {
  it("are in the reader's language, and ids can't add to a path", () => {
    expect(links.profile("42", "de")).toBe("https://portal.example/de/Profile/42");
    expect(links.article("../x?y", "xx")).toBe("https://portal.example/en/News/..%2Fx%3Fy");
  });

  it("are the profile's own, else its articles' address, else none", () => {
    const own = withLinks({ article: "{portal}/own/{id}" }, "{portal}/other/{id}");
    expect(own.article("7", "en")).toBe("https://portal.example/own/7");
    expect(own.profile("7", "en")).toBeUndefined();
    expect(withLinks({}, "{portal}/other/{id}").article("7", "en")).toBe("https://portal.example/other/7");
    expect(withLinks({}).article("7", "en")).toBeUndefined();
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
