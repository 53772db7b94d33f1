import { Client } from "pg";
import { describe, expect, it } from "vitest";

import { Secret } from "../../src/base/secret.ts";
import { readLocation } from "../../src/cluster/postgres/location.ts";

const ADDRESS = "postgres://milepost@db.example:6432/bot";
const clientOf = (url: string, password?: string) =>
  new Client(readLocation(url, password === undefined ? undefined : new Secret(password)).config);

describe("an address of PostgreSQL", () => {
  it("is where the driver connects, as whom, and with which password", () => {
    const { host, port, database, user, password } = clientOf(ADDRESS, "p@ss/ wörd");
    expect({ host, port, database, user, password }).toEqual({
      host: "db.example",
      port: 6432,
      database: "bot",
      user: "milepost",
      password: "p@ss/ wörd",
    });
  });

  it("is named without its password", () => {
    expect(readLocation(ADDRESS, new Secret("canary")).name).toBe("db.example:6432/bot");
    expect(readLocation("postgres:///bot?host=/run/postgresql", undefined).name).toBe("/run/postgresql/bot");
    expect(readLocation("postgres://one:6432/bot?host=10.0.0.5", undefined).name).toBe("10.0.0.5:6432/bot");
  });

  it.each([
    ["postgres://milepost@one:6432,two/bot?sslmode=require", ["one 6432", "two 5432", "one 6432"]],
    ["postgres:///bot?host=/run/one,/run/two", ["/run/one 5432", "/run/two 5432", "/run/one 5432"]],
    ["postgres://milepost@one/bot", ["one 5432", "one 5432", "one 5432"]],
  ])("%s leads to one server after the other, each time the last one failed", (url, expected) => {
    const location = readLocation(url, undefined);
    const used = expected.map(() => {
      const { config } = location;
      const { host, port } = new Client(config);
      location.moveOn(config);
      // Others found so too.
      location.moveOn(config);
      return `${host} ${port}`;
    });
    expect(used).toEqual(expected);
  });

  it("names all of its servers, and is in the open where one of them is another machine", () => {
    const { name, warning } = readLocation("postgres://milepost@localhost,db.example:6432/bot", undefined);
    expect(name).toBe("localhost,db.example:6432/bot");
    expect(warning).toMatch(/not encrypted/);
  });

  it.each([
    ["", false, /not encrypted/],
    ["?sslmode=disable", false, /not encrypted/],
    ["?sslmode=require", { rejectUnauthorized: false }, /whoever answers/],
    ["?sslmode=verify-full", {}, /^$/],
    ["?sslmode=verify-full&sslmode=disable", {}, /^$/],
  ])(
    "with %j speaks TLS as PostgreSQL's own tools do, and says what that leaves open",
    (query, ssl, open) => {
      const { warning } = readLocation(ADDRESS + query, undefined);
      expect(warning ?? "").toMatch(open);
      const { ssl: used } = clientOf(ADDRESS + query) as unknown as { readonly ssl: unknown };
      expect(used).toEqual(ssl);
    },
  );

  it("is in the open where the host beside the name is another machine", () => {
    expect(readLocation("postgres://localhost/bot?host=10.0.0.5", undefined).warning).toBeDefined();
    expect(readLocation("postgres://localhost/bot", undefined).warning).toBeUndefined();
  });

  it.each([
    ["?sslmode=verify-ca", /verify-ca needs sslrootcert/],
    ["?sslmode=verify-full&sslrootcert=/nowhere.pem", /no file \/nowhere\.pem/],
  ])("with %j is refused in a sentence", (query, sentence) => {
    expect(() => readLocation(ADDRESS + query, undefined)).toThrow(sentence);
  });
});
