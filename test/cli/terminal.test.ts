import { describe, expect, test } from "vitest";

import { openTerminal } from "../../src/cli/terminal.ts";
import { Keyboard } from "./keyboard.ts";

function sit() {
  const keyboard = new Keyboard();
  let shown = "";
  const terminal = openTerminal(keyboard, { write: (text: string) => (shown += text) });
  if (terminal === undefined) throw new Error("not a terminal");
  return { keyboard, terminal, shown: () => shown };
}

describe("a password", () => {
  test("is read and never shown", async () => {
    const { keyboard, terminal, shown } = sit();
    const asked = terminal.askSecret("Password: ");
    keyboard.type("canary", "-secret", "\r");
    expect((await asked)?.reveal()).toBe("canary-secret");
    expect(shown()).toBe("Password: \n");
  });

  test("is asked for once the terminal shows nothing by itself", async () => {
    const keyboard = new Keyboard();
    const wasRaw: boolean[] = [];
    const terminal = openTerminal(keyboard, { write: () => wasRaw.push(keyboard.isRaw) });
    const asked = terminal?.askSecret("Password: ");
    keyboard.type("canary", "\r");
    await asked;
    expect(wasRaw[0]).toBe(true);
  });

  test.each([
    ["backspace", "canarx\u007fy\r", "canary"],
    ["the old backspace", "x\b\b\bcanary\n", "canary"],
    ["Ctrl+U", "wrong\u0015canary\r", "canary"],
    ["arrow keys", "can\u001b[D\u001b[1;5Cary\r", "canary"],
    ["a paste's brackets", "\u001b[200~canary\u001b[201~\r", "canary"],
    ["letters of any script", "пароль🔑é\r", "пароль🔑é"],
    ["a space at each end", " canary \r", " canary "],
  ])("may be edited: %s", async (_key, keys, expected) => {
    const { keyboard, terminal } = sit();
    const asked = terminal.askSecret("? ");
    keyboard.type(...Array.from(keys));
    expect((await asked)?.reveal()).toBe(expected);
  });

  test.each([
    ["Ctrl+C", "half\u0003"],
    ["Ctrl+D at the start", "\u0004"],
  ])("is given up with %s", async (_key, keys) => {
    const { keyboard, terminal, shown } = sit();
    const asked = terminal.askSecret("? ");
    keyboard.type(keys);
    expect(await asked).toBeUndefined();
    expect(shown()).not.toContain("half");
  });

  test("that never comes is given up when the input ends", async () => {
    const { keyboard, terminal } = sit();
    const asked = terminal.askSecret("? ");
    keyboard.end();
    expect(await asked).toBeUndefined();
  });

  test("has a bound", async () => {
    const { keyboard, terminal } = sit();
    const asked = terminal.askSecret("? ");
    keyboard.type("x".repeat(100_000), "\r");
    expect((await asked)?.reveal().length).toBe(4_096);
  });
});

test("two lines pasted at once answer two questions, and the terminal is as before", async () => {
  const { keyboard, terminal, shown } = sit();
  const name = terminal.ask("Name: ");
  keyboard.type("mira\ncanary\n");
  expect(await name).toBe("mira");
  expect(keyboard.isRaw).toBe(false);
  expect((await terminal.askSecret("Password: "))?.reveal()).toBe("canary");
  expect(keyboard.isRaw).toBe(false);
  expect(shown()).toBe("Name: mira\nPassword: \n");
});

test("what is not a terminal is not asked", () => {
  const keyboard = new Keyboard();
  keyboard.isTTY = false;
  expect(openTerminal(keyboard, { write() {} })).toBeUndefined();
  expect(openTerminal(undefined, { write() {} })).toBeUndefined();
});
