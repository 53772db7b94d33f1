import path from "node:path";

import { afterEach, describe, expect, it } from "vitest";

import { MovableClock } from "../../../src/base/clock.ts";
import { Secret } from "../../../src/base/secret.ts";
import { link } from "../../../src/messages/en/link.ts";
import { openSessionTable } from "../../commands/link-harness.ts";
import {
  type AuthorizationServer,
  type Rotation,
  startAuthorizationServer,
} from "../../support/authorization-server.ts";
import { CLIENT_SECRET } from "../../support/token-platform.ts";
import { useFolder } from "../../support/databases.ts";
import { startProgram } from "../../support/program.ts";

const ANN = "900000000000000001";
const LOST = "sign-in-needed lost";
const program = new URL("renewer.ts", import.meta.url).pathname;
const folder = useFolder();

let server: AuthorizationServer;
afterEach(() => server.close());

const places = () => ({
  url: `file:${path.join(folder.path, "data", "milepost.db")}`,
  keyringFile: path.join(folder.path, "keys", "keyring"),
});

async function linkAnn(): Promise<void> {
  const { profile } = server;
  const clientSecret = new Secret(CLIENT_SECRET);
  const table = await openSessionTable({ profile, clock: new MovableClock(), clientSecret, ...places() });
  const begun = table.sessions.oauth?.begin();
  if (begun === undefined) throw new Error("no OAuth");
  await table.sessions.waiting.signIns.put(ANN, begun);
  const confirm = await table.paste(ANN, await server.signIn(begun.address));
  await table.press(ANN, confirm, link.confirm.keep);
  await table.close();
}

function start(step: string) {
  const { url, keyringFile } = places();
  return startProgram([program, server.url, url, keyringFile, step]);
}

/** By itself, or by us while the answer is on its way. */
async function killAt(step: string): Promise<void> {
  const withheld = new Promise<void>((done) => {
    server.front.onWithheld = done;
  });
  server.front.withhold = step === "sent" ? "all" : step === "headers" ? "body" : undefined;
  const killed = start(step);
  if (server.front.withhold !== undefined) {
    await Promise.race([withheld, killed.exited]);
    await killed.end("SIGKILL");
  }
  await killed.exited;
  expect(killed.output()).toBe("");
  server.front.withhold = undefined;
}

const steps = ["before", "attempted", "sent", "headers", "read", "kept"] as const;
const UNSAVEABLE: ReadonlySet<string> = new Set(["sent", "headers", "read"]);
const table = (["revokes", "grace", "none"] as const).flatMap((rotation) =>
  steps
    .filter((step) => rotation !== "none" || UNSAVEABLE.has(step))
    .map((step) => [rotation, step] as const),
);
describe("a bot that is killed while it renews tokens", () => {
  it.each(table)("(used refresh tokens: %s; step: %s)", async (rotation: Rotation, step) => {
    server = await startAuthorizationServer({ rotation });
    await linkAnn();
    await killAt(step);
    const next = start("");
    await next.exited;
    // The new token was in the lost answer alone, and the old one's return revokes it: known, and said in words.
    const isLost = rotation === "revokes" && UNSAVEABLE.has(step);
    expect(next.output().trim()).toBe(isLost ? LOST : "works");
  });
});
