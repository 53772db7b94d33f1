import { expect, it } from "vitest";

import { startExecutable } from "./support/program.ts";

it("npm start hands SIGTERM on to the bot, and leaves nothing running", async () => {
  const npm = startExecutable("npm", ["start"], { PLAYGROUND_PORT: "0" });
  await npm.line(/Ctrl\+C ends it/, 60_000);
  // Its output closes when every process that writes to it has ended.
  await npm.end("SIGTERM");
  expect(npm.output()).not.toContain("ERR!");
}, 90_000);
