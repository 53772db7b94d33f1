import { readFileSync } from "node:fs";
import path from "node:path";

import { beforeAll, describe, expect, it } from "vitest";

import { packageRoot } from "../../src/base/package-root.ts";
import { createMetrics } from "../../src/observability/metrics.ts";

const read = (name: string) => readFileSync(path.join(packageRoot, "deploy", name), "utf8");
const alerts = [...read("alerts.yaml").matchAll(/- alert: (\w+)\n {8}expr: (.+)\n/g)].map(
  ([, name = "", expr = ""]) => ({ name, expr }),
);

/** The names of a `/metrics` answer, the series of histograms among them. */
let names: ReadonlySet<string>;
beforeAll(async () => {
  const registry = await createMetrics();
  registry.metrics.observe("interaction_seconds", 1, { kind: "command", name: "x" });
  registry.metrics.observe("platform_request_seconds", 1, { operation: "x" });
  const series = (await registry.text()).matchAll(/^(?:# TYPE )?(milepost_\w+)/gm);
  names = new Set([...series].map(([, name = ""]) => name));
});

const unknownIn = (expr: string) =>
  [...expr.matchAll(/milepost_\w+/g)].map(([name]) => name).filter((name) => !names.has(name));

describe("the alerts", () => {
  it("are ten, each of metrics there are", () => {
    expect(alerts).toHaveLength(10);
    expect(alerts.flatMap(({ expr }) => unknownIn(expr))).toEqual([]);
  });

  it("each have their lines in the runbook, and lead there", () => {
    const runbook = read("RUNBOOK.md");
    const said = [...runbook.matchAll(/^## (Milepost\w+)\n\n\S/gm)].map(([, name]) => name);
    expect(said).toEqual(alerts.map(({ name }) => name));
    for (const { name } of alerts)
      expect(read("alerts.yaml")).toContain(`runbook: RUNBOOK.md#${name.toLowerCase()}\n`);
  });
});

describe("the dashboard", () => {
  it("shows metrics there are", () => {
    const { panels } = JSON.parse(read("grafana.json")) as {
      readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
    };
    const all = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    expect(all.length).toBeGreaterThanOrEqual(10);
    expect(all.flatMap(unknownIn)).toEqual([]);
  });
});
