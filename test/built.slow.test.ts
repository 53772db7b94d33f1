import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { packageRoot } from "../src/base/package-root.ts";
import { Ids } from "../src/playground/discord/world/default-world.ts";
import type { Program } from "./support/program.ts";
import { type ProgramStage, stageProgram } from "./support/program-harness.ts";

/** What `npm run build` reads, and what runs then. */
const COPIED = ["src", "commands", "package.json", "package-lock.json", "rolldown.config.ts"];

/** Tells each module that is loaded, and what Node loaded of its own. */
const TRACER = `
  import { registerHooks } from "node:module";
  registerHooks({ load: (url, context, next) => {
    process.stdout.write("LOADED " + url + "\\n");
    return next(url, context);
  } });
  process.on("exit", () => process.stdout.write("NODE " + process.moduleLoadList.join("; ") + "\\n"));`;

let project: string;
let stage: ProgramStage;
let bot: Program;

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), "milepost-built-"));
  for (const name of COPIED) {
    cpSync(join(packageRoot, name), join(project, name), { recursive: true, preserveTimestamps: true });
  }
  symlinkSync(join(packageRoot, "node_modules"), join(project, "node_modules"));
  writeFileSync(join(project, "tracer.mjs"), TRACER);
  execFileSync(join(project, "node_modules/.bin/rolldown"), ["-c"], { cwd: project, stdio: "pipe" });
  stage = await stageProgram();
  bot = await startBuilt();
}, 60_000);

afterAll(async () => {
  await bot.end("SIGKILL");
  await stage.close();
  rmSync(project, { recursive: true, force: true });
});

const startBuilt = (more: Readonly<Record<string, string>> = {}) =>
  stage.startMilepost({
    MILEPOST_TEST_CWD: project,
    NODE_OPTIONS: `--import=${join(project, "tracer.mjs")}`,
    ...more,
  });

const loaded = () =>
  [...bot.output().matchAll(/^LOADED (.*)$/gm)].map(([, url = ""]) => url.replace(`file://${project}/`, ""));

/** Of one that was made of files; a few hold nothing but what the bundler adds. */
function sourcesOf(file: string): readonly string[] {
  const map = join(project, `${file}.map`);
  if (!existsSync(map)) return [];
  return (JSON.parse(readFileSync(map, "utf8")) as { readonly sources: readonly string[] }).sources;
}

async function ask() {
  const { interaction } = await stage.local.runCommand({
    as: Ids.player,
    channel: Ids.general,
    command: "trending",
  });
  return stage.local.answer({ as: Ids.player, interaction });
}

async function trending() {
  const answer = await ask();
  if (answer.kind !== "message") throw new Error(`answered with ${JSON.stringify(answer)}`);
  return answer.seen;
}

it("answers as what was built, with nothing of the sources or the playground", async () => {
  const seen = await trending();
  expect(JSON.stringify(seen.message.components).length).toBeGreaterThan(500);
  const files = loaded();
  expect(files).toContain("dist/main.js");
  expect(files.filter((file) => /^(src|commands)\//.test(file))).toEqual([
    "src/start.js",
    "src/built.js",
    "src/node-version.js",
  ]);
  const made = files.filter((file) => file.startsWith("dist/"));
  expect(
    made.filter((file) => sourcesOf(file).some((source) => source.includes("/src/playground/"))),
  ).toEqual([]);
});

it("draws cards by the program that was built for it", async () => {
  const { id } = await trending();
  const message = async () => (await stage.local.message({ as: Ids.player, message: id })).message;
  await expect.poll(async () => (await message()).attachments, { timeout: 30_000 }).toHaveLength(1);
  const drawer = loaded().find((file) => file.startsWith("dist/drawer-")) ?? "";
  expect(readFileSync(join(project, drawer), "utf8")).toContain('"dist/draw.js"');
});

it("says in its log which line of the sources failed, and never loads the undici of Node", async () => {
  await bot.end("SIGTERM");
  expect(bot.output()).toMatch(/^NODE .*; NativeModule http;/m);
  expect(bot.output()).not.toContain("NativeModule internal/deps/undici/undici");
  bot = await startBuilt({ PLATFORM_BASE_URL: "http://127.0.0.1:9" });
  await ask();
  const [, place = "", line = ""] = await bot.line(
    /transportError \((src\/platform\/http\/[\w-]+\.ts):(\d+)\)/,
  );
  const source = readFileSync(join(project, place), "utf8").split("\n");
  expect(source[Number(line) - 1]).toContain("new MilepostError(");
});

it("leaves the start to the sources once one of them was changed", async () => {
  await bot.end("SIGTERM");
  appendFileSync(join(project, "src/main.ts"), "\n");
  bot = await startBuilt();
  expect(loaded()).toContain("src/main.ts");
  expect(loaded().filter((file) => file.startsWith("dist/"))).toEqual([]);
});
