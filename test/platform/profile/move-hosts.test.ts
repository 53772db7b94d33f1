import { describe, expect, it } from "vitest";

import { parseProfile, resolveHosts } from "../../../src/platform/profile/load.ts";

const PROFILE = {
  id: "many",
  name: "Many",
  hosts: {
    portal: "https://many.example/site",
    api: "https://api.many.example/v2",
    content: "https://many.example/site/files",
    more: { realm: "https://{membershipType.name}.api.many.example/v4", shop: "https://shop.many.example" },
    allow: ["https://cdn.many.example", "https://login.many.example"],
  },
  images: { base: "https://cdn.many.example/img" },
  clientCredentials: { tokenUrl: "https://login.many.example/token?a=1", clientId: "x" },
  locale: { default: "en" },
  enums: { MembershipType: [{ value: 1, name: "north" }] },
  operations: { "trending.list": { path: "/news" } },
};

describe("PLATFORM_BASE_URL", () => {
  it("moves every host, so that nobody else is asked", () => {
    const { profile, faults } = parseProfile(JSON.stringify(PROFILE), { baseUrl: "http://127.0.0.1:8080" });
    expect(faults).toEqual([]);
    if (profile === undefined) return;
    const hosts = resolveHosts(profile);
    expect([...hosts.allowed]).toEqual(["http://127.0.0.1:8080"]);
    expect(hosts).toMatchObject({
      portal: "http://127.0.0.1:8080",
      api: "http://127.0.0.1:8080/v2",
      content: "http://127.0.0.1:8080/files",
      more: { realm: "http://127.0.0.1:8080/v4", shop: "http://127.0.0.1:8080" },
    });
    expect(profile.images.base).toBe("http://127.0.0.1:8080/img");
    expect(profile.clientCredentials?.tokenUrl).toBe("http://127.0.0.1:8080/token?a=1");
  });

  it("leaves what already follows the portal", () => {
    const hosts = { portal: "https://many.example", api: "{portal}/api", content: "{api}/files" };
    const { profile } = parseProfile(
      JSON.stringify({ ...PROFILE, hosts, images: undefined, clientCredentials: undefined }),
      {
        baseUrl: "https://other.example/x",
      },
    );
    expect(profile && resolveHosts(profile)).toMatchObject({ content: "https://other.example/x/api/files" });
  });
});
