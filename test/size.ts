// `node test/size.ts`: how much there is to read, in lines that hold code, a comment alone, or nothing.
import { globSync, readFileSync } from "node:fs";

import { parseSync } from "rolldown/experimental";

import { packageRoot } from "../src/base/package-root.ts";

const PLAYGROUND = "src/playground/";
const PLACES = {
  "src without the playground": (path: string) => path.startsWith("src/") && !path.startsWith(PLAYGROUND),
  playground: (path: string) => path.startsWith(PLAYGROUND),
  commands: (path: string) => path.startsWith("commands/"),
  tests: (path: string) => path.startsWith("test/"),
};

/** Returns the file's lines: all, those with nothing but a comment, and the empty ones. */
function linesOf(path: string) {
  const text = readFileSync(packageRoot + path, "utf8");
  const { comments } = parseSync(path, text);
  const bare = comments.toReversed().reduce((left, { start, end }) => {
    // What a comment spans stays as many lines, each with a mark.
    const marks = left.slice(start, end).replaceAll(/[^\n]+/g, "\0");
    return left.slice(0, start) + marks + left.slice(end);
  }, text);
  const lines = bare.replace(/\n$/, "").split("\n");
  return {
    all: lines.length,
    comment: lines.filter((line) => line.includes("\0") && line.replaceAll(/[\0\s]/g, "") === "").length,
    blank: lines.filter((line) => line.trim() === "").length,
  };
}

const files = globSync(["src/**/*.{ts,js}", "commands/**/*.ts", "test/**/*.{ts,js}"], { cwd: packageRoot });
for (const [name, isIn] of Object.entries(PLACES)) {
  const counted = files.filter(isIn).map(linesOf);
  const sum = (of: "all" | "comment" | "blank") => counted.reduce((total, lines) => total + lines[of], 0);
  const code = sum("all") - sum("comment") - sum("blank");
  process.stdout.write(
    `${name}: ${counted.length} files, ${sum("all")} lines: ${code} code, ${sum("comment")} comment, ${sum("blank")} blank\n`,
  );
}
