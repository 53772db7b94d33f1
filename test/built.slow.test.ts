import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { Ids } from "../src/playground/discord/world/default-world.ts";
import { type BuiltCopy, builtCopy } from "./support/built-copy.ts";
import { filesBelow } from "./support/files-below.ts";
import type { Program } from "./support/program.ts";
import { type ProgramStage, stageProgram } from "./support/program-harness.ts";

/** Tells each module that is loaded, and what Node loaded of its own. */
const TRACER = `
  import { registerHooks } from "node:module";
  registerHooks({ load: (url, context, next) => {
    process.stdout.write("LOADED " + url + "\\n");
    return next(url, context);
  } });
  process.on("exit", () => process.stdout.write("NODE " + process.moduleLoadList.join("; ") + "\\n"));`;

let copy: BuiltCopy;
let project: string;
let stage: ProgramStage;
let bot: Program;

beforeAll(async () => {
  copy = builtCopy();
  project = copy.folder;
  writeFileSync(join(project, "tracer.mjs"), TRACER);
  stage = await stageProgram();
  bot = await startBuilt();
});

afterAll(async () => {
  await bot.end("SIGKILL");
  await stage.close();
  copy.remove();
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

/** What a start would run. */
function programThere(): string {
  const script = `import { builtProgram } from "./src/built.js"; process.stdout.write(String(builtProgram()));`;
  const args = ["--input-type=module", "--eval", script];
  return execFileSync(process.execPath, args, { cwd: project }).toString();
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
  expect(files).toContain("dist/1/main.js");
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

it("leaves all that a running bot may still read, while the next one is built", () => {
  const before = filesBelow(join(project, "dist")).filter(([name]) => name !== "made-from.json");
  appendFileSync(join(project, "src/pictures/drawer.ts"), "Reflect.set(globalThis, 'isChanged', true);\n");
  copy.build();
  const changed = before.filter(([name, bytes]) => {
    const path = join(project, "dist", name);
    return !existsSync(path) || !readFileSync(path).equals(bytes);
  });
  expect(changed.map(([name]) => name)).toEqual([]);
});

it("draws cards by the program that was built for it", async () => {
  const { id } = await trending();
  const message = async () => (await stage.local.message({ as: Ids.player, message: id })).message;
  await expect.poll(async () => (await message()).attachments).toHaveLength(1);
  const drawer = loaded().find((file) => file.startsWith("dist/1/drawer-")) ?? "";
  expect(readFileSync(join(project, drawer), "utf8")).toContain('"dist/1/draw.js"');
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

it.each(["", `{"program":"main.js","madeF`, "null", `{"src/main.ts":"1 2"}`])(
  "leaves the start to the sources where it can't be read of what it was built: %s",
  (text) => {
    const marks = join(project, "dist/made-from.json");
    const whole = readFileSync(marks);
    writeFileSync(marks, text);
    expect(programThere()).toBe("undefined");
    writeFileSync(marks, whole);
    expect(programThere()).toContain("/dist/");
  },
);

it.each([
  "rolldown.config.ts",
  "package.json",
  "package-lock.json",
  "src/main.ts",
  "src/storage/age-files.ts",
])("leaves the start to the sources once %s was changed", (file) => {
  const path = join(project, file);
  const { atime, mtime } = statSync(path);
  utimesSync(path, atime, new Date(mtime.getTime() + 5_000));
  expect(programThere()).toBe("undefined");
  utimesSync(path, atime, mtime);
  expect(programThere()).toContain("/dist/");
});

it("leaves the start to the sources once one of them was changed", async () => {
  await bot.end("SIGTERM");
  appendFileSync(join(project, "src/main.ts"), "\n");
  bot = await startBuilt();
  expect(loaded()).toContain("src/main.ts");
  expect(loaded().filter((file) => file.startsWith("dist/"))).toEqual([]);
});

it("leaves the start to the sources where one of them was changed while it was built", () => {
  const config = `
    import { appendFileSync } from "node:fs";
    import config from "./rolldown.config.ts";
    const edit = { name: "edit", renderStart: () => appendFileSync("src/base/text.ts", "\\n") };
    export default config.map((one) => ({ ...one, plugins: [...one.plugins, edit] }));`;
  writeFileSync(join(project, "edit.config.ts"), config);
  copy.build("edit.config.ts");
  expect(programThere()).toBe("undefined");
  copy.build();
  // This one, and the one before, which may be running.
  expect(readdirSync(join(project, "dist")).toSorted()).toEqual(["3", "4", "made-from.json"]);
  expect(programThere()).toContain("/dist/");
});
