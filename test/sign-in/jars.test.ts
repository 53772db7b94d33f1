import { describe, expect, test } from "vitest";

import { Jars } from "../../src/sign-in/jars.ts";

const portal = new URL("https://portal.play.example/en/User/SignIn/ProviderAid?code=1");

describe("the cookies of a visit", () => {
  test("a comma in Expires divides nothing", () => {
    const jars = new Jars();
    jars.take(portal, ["portalatk=a=b&c=d==; Expires=Sat, 21 Nov 2099 12:00:00 GMT; Path=/; HttpOnly"]);
    expect(jars.value(portal, "portalatk")).toBe("a=b&c=d==");
  });

  test("the host's own cookie goes before an old one of its parent domain", () => {
    const jars = new Jars();
    jars.take(portal, ["portalatk=old; Domain=play.example; Path=/", "portalatk=new; Path=/"]);
    expect(jars.value(portal, "portalatk")).toBe("new");
    jars.take(portal, ["portalatk=older; Domain=play.example; Path=/"]);
    expect(jars.value(portal, "portalatk")).toBe("new");
  });

  test("of two paths the newer cookie counts, and one without a path is found at all", () => {
    const jars = new Jars();
    jars.take(portal, ["portald=1; Path=/en/User"]);
    jars.take(portal, ["portald=2; Path=/"]);
    jars.take(portal, ["portaldid=3"]);
    expect([jars.value(portal, "portald"), jars.value(portal, "portaldid")]).toEqual(["2", "3"]);
  });

  test("a foreign, broken or oversized cookie is left out, and the others are kept", () => {
    const jars = new Jars();
    jars.take(portal, [
      "a=1; Domain=elsewhere.example",
      "b=2; Domain=example",
      "=; ;;;",
      `c=${"x".repeat(6_000)}`,
      "d=4; Path=/",
    ]);
    expect(jars.header(portal)).toBe("d=4");
  });

  test("ports are kept apart", () => {
    const jars = new Jars();
    jars.take(new URL("http://127.0.0.1:1000/"), ["a=1; Path=/"]);
    expect(jars.header(new URL("http://127.0.0.1:1000/"))).toBe("a=1");
    expect(jars.header(new URL("http://127.0.0.1:1001/"))).toBeUndefined();
  });

  test("there is an end to how many are kept", () => {
    const jars = new Jars();
    for (let turn = 0; turn < 50; turn += 1) {
      jars.take(
        portal,
        Array.from({ length: 500 }, (_, index) => `c${turn}-${index}=1; Path=/`),
      );
    }
    expect(jars.header(portal)?.split(";").length).toBeLessThanOrEqual(200);
  });

  test("a cookie that is renewed on every page has its last value after a hundred of them", () => {
    const jars = new Jars();
    for (let turn = 0; turn < 100; turn += 1) {
      jars.take(portal, [`a=${turn}; Path=/`, `b=${turn}; Path=/`, `c=${turn}; Path=/`]);
    }
    expect(jars.header(portal)).toBe("a=99; b=99; c=99");
  });
});
