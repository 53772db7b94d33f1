import { afterEach, describe, expect, it } from "vitest";

import { MovableClock } from "../../src/base/clock.ts";
import { english } from "../../src/messages/en.ts";
import { parseProfile } from "../../src/platform/profile/load.ts";
import { serve, type Served } from "../platform/support/served.ts";
import { seen } from "../support/run-command.ts";
import { openSessionTable, type SessionTable } from "./link-harness.ts";

const ANN = "900000000000000001";
const players = [{ membershipType: 1, id: "5", name: "Ann" }];
let served: Served;
let table: SessionTable;
/** What the service says of the accounts now. */
let said: Record<string, unknown>;

async function open(unread: object): Promise<void> {
  served = await serve(({ url, headers }, response) => {
    const isSignedIn = headers.cookie === "sid=ok";
    response.setHeader("content-type", "application/json");
    if (url.startsWith("/me") && isSignedIn) response.end('{"membershipId":"77","name":"Ann"}');
    else if (url.startsWith("/players/77")) response.end(JSON.stringify(isSignedIn ? said : { players: [] }));
    else if (url.startsWith("/vault") && isSignedIn) response.end('{"items":[]}');
    else response.writeHead(401).end("{}");
  });
  const { profile, faults } = parseProfile(
    JSON.stringify({
      id: "errors",
      name: "Harbour",
      hosts: { portal: served.origin, api: "{portal}" },
      locale: { default: "en" },
      envelope: { kind: "bare" },
      limits: { rate: 1_000 },
      cookies: { session: { name: "sid" } },
      operations: {
        "account.current": { path: "/me", class: "private" },
        "accounts.of": { path: "/players/{membershipId}", items: "players", ...unread },
        vault: { path: "/vault/{membershipType}", class: "private" },
      },
      features: { private: true },
    }),
  );
  if (profile === undefined) throw new Error(JSON.stringify(faults));
  table = await openSessionTable({ profile, clock: new MovableClock() });
}
afterEach(async () => {
  await table.close();
  await served[Symbol.asyncDispose]();
});

const paste = () => table.paste(ANN, "sid=ok");
const link = async () => table.press(ANN, await paste(), english.link.confirm.keep);
const accounts = async () => (await table.sessions.store.list(ANN)).map(({ account }) => account.accounts);
const withErrors = { players: [], playersWithErrors: players };

describe("an answer of success with every account under those with errors", () => {
  it("is an outage where the profile says where they stand: nothing is linked, unlinked or called empty", async () => {
    await open({ unread: "playersWithErrors" });
    said = withErrors;
    expect(seen(await paste())).not.toContain(english.link.confirm.noAccounts);
    expect(await accounts()).toEqual([]);
    said = { players, playersWithErrors: [] };
    await link();
    said = withErrors;
    expect(seen(await paste())).not.toContain(english.link.confirm.noAccounts);
    expect(seen(await table.run(ANN, "vault"))).toContain(english.vault.nothing.title);
    expect(await accounts()).toMatchObject([players]);
    expect(await table.sessions.store.list(ANN)).toMatchObject([{ state: "alive" }]);
  });

  it("takes no known account from a member who links again, where the profile doesn't say it", async () => {
    await open({});
    said = { players };
    await link();
    said = withErrors;
    await link();
    expect(await accounts()).toMatchObject([players]);
    expect(seen(await table.run(ANN, "vault"))).toContain(english.vault.nothing.title);
  });

  it("counts as any other where some were read", async () => {
    await open({ unread: "playersWithErrors" });
    said = { players, playersWithErrors: players };
    await link();
    expect(await accounts()).toMatchObject([players]);
  });
});

it("an account that the public doesn't see is found with the session", async () => {
  await open({});
  said = { players };
  await link();
  expect(await accounts()).toMatchObject([players]);
  expect(served.seen.filter(({ url }) => url.startsWith("/players"))).toMatchObject([
    { headers: { cookie: "sid=ok" } },
  ]);
});
