import { inspect } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { Secret } from "../../src/base/secret.ts";
import {
  createCookieCredential,
  restoreCookieCredential,
  type SessionScope,
} from "../../src/platform/cookies.ts";
import { wantedCookies } from "../../src/platform/cookie-rules.ts";
import { resolveHosts } from "../../src/platform/profile/hosts.ts";
import { loadProfile } from "../../src/platform/profile/load.ts";
import { anyText } from "../support/any-text.ts";
import { HOUR } from "../support/time.ts";
import { ManualClock } from "../support/manual-clock.ts";

const NOW = 1_800_000_000_000;
const clock = new ManualClock(NOW);

function placeOf(baseUrl?: string): SessionScope {
  clock.at = NOW;
  const profile = loadProfile("neutral", { baseUrl });
  const hosts = resolveHosts(profile);
  const wanted = wantedCookies(profile, hosts);
  if (wanted === undefined) throw new Error("the neutral profile names cookies");
  return { wanted, hosts, clock };
}

const pasted = new Map(
  Object.entries({ portaldid: "d=1", portald: "123", portalatk: "CANARY=&x", portalme: "9" }).map(
    ([name, value]) => [name, new Secret(value)],
  ),
);
const open = (place = placeOf()) => createCookieCredential(pasted, place);
const api = new URL("https://portal.example/Platform/Game/1/");
const portal = new URL("https://portal.example/en/User/SignIn/ProviderAid");

describe("a session's cookies", () => {
  it("go out in the profile's order, to the portal and the API", () => {
    const jar = open();
    expect(jar.cookie(api)).toBe("portald=123; portalatk=CANARY=&x; portaldid=d=1; portalme=9");
    expect(jar.cookie(portal)).toBe(jar.cookie(api));
    expect(jar.csrf()).toBe("123");
    expect(jar.missing()).toEqual([]);
    expect(jar.isChanged).toBe(false);
  });

  it.each([
    "https://portal.example:8443/Platform/",
    "http://portal.example/Platform/",
    "https://www.portal.example/Platform/",
    "https://provider-a.example/",
    "https://evil.example/Platform/",
    "https://portal.example.evil.example/",
  ])("never go to %s", (address) => {
    expect(open().cookie(new URL(address))).toBeUndefined();
  });

  it("go over plain http on loopback, Secure ones too", () => {
    const place = placeOf("http://127.0.0.1:8787");
    const jar = open(place);
    const address = new URL("http://127.0.0.1:8787/Platform/x");
    expect(jar.take(address, ["portald=77; Path=/; Secure; HttpOnly"]).changed).toEqual(["portald"]);
    expect(jar.cookie(address)).toContain("portald=77;");
    expect(restoreCookieCredential(jar.serialise(), place).cookie(address)).toBe(jar.cookie(address));
    expect(jar.cookie(new URL("http://127.0.0.1:8788/Platform/x"))).toBeUndefined();
  });

  it("reach an API on a host of its own", () => {
    const hosts = { portal: "https://www.portal.example", api: "https://api.portal.example/v1" };
    const profile = loadProfile("neutral");
    const wanted = wantedCookies(profile, hosts);
    const jar = createCookieCredential(pasted, { ...placeOf(), hosts, wanted: wanted ?? placeOf().wanted });
    expect(jar.cookie(new URL("https://api.portal.example/v1/x"))).toContain("portald=123");
    expect(jar.cookie(new URL("https://api.portal.example/v2/x"))).toBeUndefined();
    jar.take(new URL("https://www.portal.example/en/"), ["portald=5; Domain=.portal.example; Path=/"]);
    expect(jar.csrf()).toBe("5");
  });

  it("may have names that browsers take over https alone", () => {
    const neutral = loadProfile("neutral");
    const cookies = {
      csrf: { name: "__Host-proof" },
      session: { name: "__Secure-session" },
    };
    const hosts = resolveHosts(neutral);
    const wanted = wantedCookies({ ...neutral, cookies }, hosts) ?? placeOf().wanted;
    const given = new Map(["__Host-proof", "__Secure-session"].map((name) => [name, new Secret("v1")]));
    const jar = createCookieCredential(given, { ...placeOf(), wanted });
    expect([jar.missing(), jar.cookie(api)]).toEqual([[], "__Host-proof=v1; __Secure-session=v1"]);
    jar.take(portal, ["__Host-proof=v2; Secure; Path=/"]);
    const restored = restoreCookieCredential(jar.serialise(), { ...placeOf(), wanted });
    expect([restored.csrf(), restored.missing()]).toEqual(["v2", []]);
  });

  it("are not shown when a jar is printed", () => {
    const jar = open();
    expect(inspect(jar, { depth: 9 }) + JSON.stringify(jar)).not.toContain("CANARY");
  });
});

const take = (...lines: readonly string[]) => {
  const jar = open();
  return { jar, report: jar.take(portal, lines) };
};

describe("Set-Cookie", () => {
  it("renews a cookie and says so", () => {
    const { jar, report } = take(
      "portalatk=NEW; Path=/; Secure; HttpOnly; Expires=Fri, 01 Jan 2100 00:00:00 GMT",
    );
    expect(report).toEqual({ changed: ["portalatk"], removed: [], refused: 0 });
    expect(jar.isChanged).toBe(true);
    expect(jar.cookie(api)).toContain("portalatk=NEW;");
    expect(jar.expiresAt).toBe(Date.UTC(2100, 0, 1));
  });

  it("with a value in quotes sends it back in quotes, and its token without", () => {
    const { jar } = take('portald="77"; Path=/');
    expect(jar.cookie(api)).toContain('portald="77";');
    expect(jar.csrf()).toBe("77");
  });

  it("that sends what is known changes nothing", () => {
    const { jar, report } = take("portald=123; Path=/", "lang=en; Path=/");
    expect(report).toEqual({ changed: [], removed: [], refused: 1 });
    expect(jar.isChanged).toBe(false);
  });

  it("without a Path reaches the API all the same", () => {
    expect(take("portald=5; Secure").jar.csrf()).toBe("5");
    expect(take("portald=5; Path=/en/User").jar.csrf()).toBe("5");
  });

  it("leaves one cookie of a name: the newest, and of two as new the host's own", () => {
    const old = "portald=old; Domain=.portal.example; Path=/";
    expect(take(old, "portald=new; Path=/").jar.csrf()).toBe("new");
    expect(take("portald=new; Path=/", old).jar.csrf()).toBe("new");
    const jar = open();
    jar.take(portal, ["portald=first; Path=/"]);
    jar.take(portal, ["portald=second; Domain=portal.example; Path=/"]);
    expect(jar.cookie(api)?.match(/portald=/g)).toHaveLength(1);
    expect(jar.csrf()).toBe("second");
    expect(restoreCookieCredential(jar.serialise(), placeOf()).csrf()).toBe("second");
  });

  it("may take an old one of the parent domain away without the new one", () => {
    const gone = "portald=; Domain=.portal.example; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT";
    expect(take("portald=new; Path=/", gone).jar.csrf()).toBe("new");
  });

  it.each([
    ["Max-Age=0", "portalatk=x; Path=/; Max-Age=0"],
    ["a date gone by", "portalatk=x; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT"],
    ["no value", "portalatk=; Path=/"],
  ])("with %s takes a cookie away, and the jar says what it lacks", (_name, line) => {
    const { jar, report } = take(line);
    expect(report.removed).toEqual(["portalatk"]);
    expect(jar.missing()).toEqual(["portalatk"]);
  });

  it("ends by our own clock", () => {
    const { jar } = take("portalatk=x; Path=/; Max-Age=3600");
    expect(jar.expiresAt).toBe(NOW + HOUR);
    clock.at = NOW + HOUR - 1;
    expect(jar.missing()).toEqual([]);
    clock.at = NOW + HOUR;
    expect(jar.missing()).toEqual(["portalatk"]);
    expect(jar.cookie(api)).not.toContain("portalatk");
  });

  it.each([
    ["a foreign domain", "portald=5; Domain=evil.example; Path=/"],
    ["a host below", "portald=5; Domain=www.portal.example; Path=/"],
    ["a public suffix", "portald=5; Domain=com; Path=/"],
    ["another name", "other=5; Path=/"],
    ["another case", "PortalD=5; Path=/"],
    ["too much", `portald=${"x".repeat(4_097)}; Path=/`],
    ["a huge attribute", `portald=5; Path=/${"x".repeat(9_000)}`],
    ["a line end", "portald=5\r\nX-Evil: 1; Path=/"],
    ["a quote inside", 'portald=5"6; Path=/'],
    ["a space inside", "portald=5 6; Path=/"],
    ["a comma inside", "portald=5,6; Path=/"],
    ["letters outside ASCII", "portald=f\u00FCnf; Path=/"],
    ["nothing", ""],
  ])("with %s is refused, and the next one counts", (_name, line) => {
    const { jar, report } = take(line, "portalme=77; Path=/");
    expect(report).toEqual({ changed: ["portalme"], removed: [], refused: 1 });
    expect(jar.csrf()).toBe("123");
  });

  it("of another origin changes nothing", () => {
    const jar = open();
    expect(jar.take(new URL("https://provider-a.example/"), ["portald=5; Path=/"])).toEqual({
      changed: [],
      removed: [],
      refused: 1,
    });
    expect(jar.csrf()).toBe("123");
  });

  it("in thousands is looked at up to a cap", () => {
    const jar = open();
    const lines = Array.from({ length: 5_000 }, () => "x=1").concat("portald=5; Path=/");
    expect(jar.take(portal, lines)).toMatchObject({ changed: [], refused: 5_001 });
  });

  it("never puts anything into a header but pairs of wanted names and safe values", () => {
    const bytes = anyText({ maxLength: 60 });
    const line = fc.oneof(
      bytes,
      fc.tuple(fc.constantFrom("portald", "portalatk"), bytes).map(([n, v]) => `${n}=${v}`),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
        const { jar } = take(...lines);
        const header = jar.cookie(api) ?? "";
        expect(header).toMatch(
          /^(?:portal(?:d|atk|did|me)="?[\x21\x23-\x2B\x2D-\x3A\x3C-\x5B\x5D-\x7E]+"?(?:; |$)){0,4}$/,
        );
      }),
    );
  });
});

describe("a serialised jar", () => {
  it("comes back whole", () => {
    const jar = open();
    jar.take(portal, ["portalatk=NEW; Path=/; Domain=portal.example; Max-Age=86400", "portald=5; Path=/"]);
    const restored = restoreCookieCredential(jar.serialise(), placeOf());
    expect(restored.cookie(api)).toBe(jar.cookie(api));
    expect(restored.expiresAt).toBe(jar.expiresAt);
    expect(restored.isChanged).toBe(false);
    expect(restored.serialise()).toBe(jar.serialise());
  });

  it("gives nothing to another platform, and nothing of a text nobody wrote", () => {
    const text = open().serialise();
    const elsewhere = restoreCookieCredential(text, placeOf("https://elsewhere.example"));
    expect(elsewhere.cookie(new URL("https://elsewhere.example/Platform/"))).toBeUndefined();
    for (const broken of ["", "{", "[]", '{"v":2,"cookies":[]}', text.replace('"h":true', '"h":1')]) {
      expect(restoreCookieCredential(broken, placeOf()).missing()).toEqual([
        "portald",
        "portalatk",
        "portaldid",
      ]);
    }
  });

  it("is checked like an answer when it comes back", () => {
    const text = open().serialise().replaceAll("CANARY=&x", "a; b").replaceAll("portaldid", "other");
    expect(restoreCookieCredential(text, placeOf()).cookie(api)).toBe("portald=123; portalme=9");
  });

  it("takes over what another use of the session received later, and keeps its own newer ones", () => {
    const [one, two] = [open(), open()];
    clock.at = NOW + 10;
    one.take(portal, ["portalatk=fromOne; Path=/"]);
    clock.at = NOW + 20;
    two.take(portal, ["portald=55; Path=/"]);
    two.adopt(one.serialise());
    expect(two.cookie(api)).toBe("portald=55; portalatk=fromOne; portaldid=d=1; portalme=9");
  });
});
