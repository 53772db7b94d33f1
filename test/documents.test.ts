import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

import { describe, expect, it } from "vitest";

import { commands } from "../commands/index.ts";
import { runCli } from "../src/cli/main.ts";
import { listWords } from "../src/base/list-words.ts";
import { POSTING } from "../src/discord/rest/permissions.ts";
import { english } from "../src/messages/en.ts";
import { packageRoot } from "../src/base/package-root.ts";

const pages = globSync(["*.md", "{.github,src,commands,test}/**/*.md"], { cwd: packageRoot });
const read = (path: string) => readFileSync(join(packageRoot, path), "utf8");
const { scripts, dependencies, devDependencies } = JSON.parse(read("package.json")) as Readonly<
  Record<"scripts" | "dependencies" | "devDependencies", Readonly<Record<string, string>>>
>;

interface Named {
  readonly page: string;
  readonly text: string;
}

/** What documents name as a command: whole lines of shell examples, and code within a sentence. */
function namedIn(page: string): readonly Named[] {
  const text = read(page);
  const examples = [...text.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, body = ""]) =>
    body.replaceAll("\\\n", " ").split("\n"),
  );
  const inline = [...text.replaceAll(/```.*?```/gs, "").matchAll(/`([^`\n]+(?:\n[^`\n]+)?)`/g)];
  return [...examples, ...inline.map(([, code = ""]) => code.replaceAll(/\s+/g, " "))].map((one) => ({
    page,
    text: one.trim().replace(/^(?:[A-Z_]+=\S+ )+/, ""),
  }));
}

const named = pages.flatMap(namedIn);
/** Those that begin with these words: page, then the words that follow. */
const startingWith = (words: string) =>
  named
    .filter(({ text }) => text === words || text.startsWith(`${words} `))
    .map(({ page, text }) => ({
      page,
      text,
      rest: text.slice(words.length).trim().split(" ").filter(Boolean),
    }));

/** What a program of ours prints for `--help`. */
const usage = (script: string) =>
  execFileSync(process.execPath, [script, "--help"], { cwd: packageRoot }).toString();

/** What `milepost ARGS --help` prints. */
async function milepostHelp(...args: readonly string[]): Promise<string> {
  let said = "";
  const output = { write: (text: string) => (said += text) };
  await runCli([...args, "--help"], { stdout: output, stderr: output, env: {} });
  return said;
}

it("the README names the permissions posting takes as /setup does", () => {
  const names = listWords(
    POSTING.map((name) => english.permissions[name]),
    "en",
  );
  expect(read("README.md").replaceAll(/\s+/g, " ")).toContain(`To post, it needs ${names};`);
});

describe("a command named in a document", () => {
  it("is found: the search sees them", () => {
    expect(startingWith("npm run").length).toBeGreaterThan(5);
    expect(startingWith("npx --no-install milepost").length).toBeGreaterThan(5);
    expect(startingWith("npm test --").length).toBeGreaterThan(20);
  });

  it("is a script of package.json where npm runs it", () => {
    const missing = startingWith("npm run").filter(({ rest: [script = ""] }) => !(script in scripts));
    expect(missing).toEqual([]);
  });

  it("names tests that are there", () => {
    const missing = startingWith("npm test --").flatMap(({ page, rest }) =>
      rest
        .filter((word) => word.startsWith("test/"))
        .filter(
          (path) =>
            globSync([`${path}*/**/*.test.ts`, `${path}*.test.ts`], { cwd: packageRoot }).length === 0,
        )
        .map((path) => `${page}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it.each(["prove", "bench"])("names parts of npm run %s that are there", (script) => {
    const help = usage(`test/${script}/run.ts`);
    const missing = startingWith(`npm run ${script} --`).flatMap(({ page, rest }) =>
      rest
        .filter((word) => word !== "NAME" && !new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(help))
        .map((word) => `${page}: ${word}`),
    );
    expect(missing).toEqual([]);
  });

  it("is known to milepost, with its options", async () => {
    const all = await milepostHelp();
    const calls = [...startingWith("npx --no-install milepost"), ...startingWith("milepost")].filter(
      ({ rest: [first = "..."] }) => /^[a-z]/.test(first),
    );
    const faults: string[] = [];
    for (const { page, text, rest } of calls) {
      const path = [rest.slice(0, 2), rest.slice(0, 1)].find((words) =>
        all.includes(`milepost ${words.join(" ")}`),
      );
      const help = path === undefined ? "" : await milepostHelp(...path);
      const isKnown =
        path !== undefined && rest.every((word) => !word.startsWith("--") || help.includes(word));
      if (!isKnown) faults.push(`${page}: ${text}`);
    }
    expect(faults).toEqual([]);
  });

  it("is one of the bot's where it begins with a slash", () => {
    const known = new Set(
      commands.flatMap((command) => [
        `/${command.name}`,
        ...("subcommands" in command
          ? Object.keys(command.subcommands).map((sub) => `/${command.name} ${sub}`)
          : []),
      ]),
    );
    const unknown = named.filter(({ text }) => /^\/[a-z]+( [a-z]+)?$/.test(text) && !known.has(text));
    expect(
      unknown.filter(
        ({ text }) => !["/healthz", "/readyz", "/metrics", "/interactions", "/events"].includes(text),
      ),
    ).toEqual([]);
  });
});

describe("a document", () => {
  it("links to files and headings that are there", () => {
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:)([^)#]*)(#[^)]*)?\)/g)]
        .filter(
          ([, file = ""]) =>
            file !== "" && !existsSync(join(packageRoot, normalize(join(dirname(page), file)))),
        )
        .map(([link]) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it("names code by files that are there: by the whole path, the end of it, or from the page", () => {
    const code = globSync(["*.{ts,js}", "{src,commands,test}/**/*.{ts,js}"], { cwd: packageRoot });
    const missing = named
      .filter(
        ({ text }) => /^[\w./-]+\.[jt]s$/.test(text) && !(text in { ...dependencies, ...devDependencies }),
      )
      .filter(({ page, text }) => {
        const beside = normalize(join(dirname(page), text));
        return !code.some((path) => path === text || path === beside || path.endsWith(`/${text}`));
      });
    expect(missing).toEqual([]);
  });

  it("is short and narrow enough for a terminal where it is the first one read", () => {
    const page = read("README.md");
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(16 * 1024);
    expect(page.split("\n").filter((line) => line.length > 125)).toEqual([]);
  });
});
