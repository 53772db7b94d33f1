import { readFileSync } from "node:fs";
import path from "node:path";

import { describe, expect, it } from "vitest";

import { rules } from "../../src/config/rules.ts";
import { packageRoot } from "../../src/base/package-root.ts";

const read = (name: string) => readFileSync(path.join(packageRoot, name), "utf8");
const { scripts } = JSON.parse(read("package.json")) as { readonly scripts: { readonly start: string } };

describe("the systemd unit", () => {
  const unit = read("deploy/milepost.service");

  it("starts the bot with what npm start starts it with", () => {
    const command = /^ExecStart=\/opt\/milepost\/node_modules\/\.bin\/(.*)$/m.exec(unit)?.[1];
    expect(command).toBe(scripts.start);
  });

  it("does not start again what has to be fixed first, and gives the bot its ten seconds", () => {
    expect(unit).toContain("RestartPreventExitStatus=78\nTimeoutStopSec=15\n");
  });
});

const composed = ["deploy/compose.yaml", "deploy/compose.sqlite.yaml"];
/** Of the load balancer, and of PostgreSQL's own image. */
const OTHERS = ["PUBLIC_HOST", "POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD_FILE"];

it.each([...composed, "deploy/kubernetes.yaml", "deploy/milepost.service"])(
  "%s sets only settings there are",
  (name) => {
    const set = [...read(name).matchAll(/(?:^\s+|name: |Environment=)([A-Z]+_[A-Z_]+)\b/gm)].map(
      ([, one = ""]) => one,
    );
    expect(set.length).toBeGreaterThan(1);
    const known = new Set([...Object.keys(rules), "NODE_COMPILE_CACHE", ...OTHERS]);
    expect(set.filter((one) => !known.has(one))).toEqual([]);
  },
);

it.each([...composed, "deploy/kubernetes.yaml"])("%s runs with as little as the bot needs", (name) => {
  const text = read(name);
  expect(text).toMatch(/read_only: true|readOnlyRootFilesystem: true/);
  expect(text).toMatch(/no-new-privileges:true|allowPrivilegeEscalation: false/);
  expect(text).toMatch(/\/healthz/);
});

it("the image is run by a user with a number, which Kubernetes can tell from root", () => {
  expect(read("Dockerfile")).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
});
