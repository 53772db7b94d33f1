import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { z } from "zod";

import { startExecutable } from "../../support/program.ts";
import { type BidiConnection, connectBidi } from "./bidi.ts";
import type { BrowserDriver, Key, PageDriver, Point, TouchStep } from "./driver.ts";
import { findBrowser } from "./find-browser.ts";

/** Returns the path of this machine's Firefox, as `findBrowser`. */
export const findFirefox = () => findBrowser(["firefox-esr", "firefox"]);

/** Its own errands on the net; what else would disturb a test its remote agent turns off. */
const PREFERENCES = {
  "app.normandy.enabled": false,
  "app.update.auto": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,#no-remote-settings",
};
/** Keys without a letter of their own (w3c.github.io/webdriver, keyboard actions). */
const KEYS: Readonly<Partial<Record<Key, string>>> = {
  Enter: "\uE007",
  Escape: "\uE00C",
  F10: "\uE03A",
  Shift: "\uE008",
};
const BUTTONS = { left: 0, right: 2 };

const created = z.object({ context: z.string() });
const evaluated = z.discriminatedUnion("type", [
  z.object({ type: z.literal("success"), result: z.object({ value: z.string().optional() }) }),
  z.object({ type: z.literal("exception"), exceptionDetails: z.object({ text: z.string() }) }),
]);

/** Starts Firefox with a profile of its own, without a window, and drives it by WebDriver BiDi. */
export async function driveFirefox(path: string): Promise<BrowserDriver> {
  const profile = mkdtempSync(join(tmpdir(), "milepost-firefox-"));
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, "user.js"), lines.join("\n"));
  const args = ["--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", profile];
  const program = startExecutable(path, args, { HOME: profile, TMPDIR: profile });
  const end = async () => {
    await program.end();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const [, url = ""] = await program.line(/WebDriver BiDi listening on (ws:\S+)/);
    const connection = await connectBidi(url);
    return { open: (...given) => openTab(connection, ...given), close: end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function openTab(
  connection: BidiConnection,
  ...[url, { size, memory }]: Parameters<BrowserDriver["open"]>
): Promise<PageDriver> {
  await connection.send("script.addPreloadScript", { functionDeclaration: `() => { ${memory} }` });
  const { context } = created.parse(await connection.send("browsingContext.create", { type: "tab" }));
  await connection.send("browsingContext.setViewport", { context, viewport: size });
  await connection.send("browsingContext.navigate", { context, url, wait: "complete" });
  return drive(connection, context);
}

function drive(connection: BidiConnection, context: string): PageDriver {
  const perform = async (actions: object) => {
    await connection.send("input.performActions", { context, actions: [actions] });
  };
  const point = (pointerType: "mouse" | "touch", actions: readonly object[]) =>
    perform({ type: "pointer", id: pointerType, parameters: { pointerType }, actions });
  return {
    evaluate: async (expression) => {
      const asked = {
        expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value))`,
        target: { context },
        awaitPromise: true,
      };
      const found = evaluated.parse(await connection.send("script.evaluate", asked));
      if (found.type === "exception") throw new Error(`${expression}: ${found.exceptionDetails.text}`);
      const { value } = found.result;
      return value === undefined ? undefined : (JSON.parse(value) as unknown);
    },
    press: (at, name) => {
      const button = BUTTONS[name];
      return point("mouse", [moveTo(at), { type: "pointerDown", button }, { type: "pointerUp", button }]);
    },
    keys: (...keys) => {
      const values = keys.map(keyValue);
      const downs = values.map((value) => ({ type: "keyDown", value }));
      const ups = values.toReversed().map((value) => ({ type: "keyUp", value }));
      return perform({ type: "key", id: "keys", actions: [...downs, ...ups] });
    },
    touch: (...steps) => point("touch", steps.flatMap(touchActions)),
  };
}

function touchActions(step: TouchStep): readonly object[] {
  if (step.type === "lift") return [{ type: "pointerUp", button: 0 }];
  return [moveTo(step.at), ...(step.type === "put" ? [{ type: "pointerDown", button: 0 }] : [])];
}

function moveTo({ x, y }: Point) {
  return { type: "pointerMove", x: Math.round(x), y: Math.round(y) };
}

function keyValue(key: Key): string {
  const value = KEYS[key];
  if (value === undefined) throw new Error(`WebDriver has no key ${key}`);
  return value;
}
