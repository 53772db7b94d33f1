import { namedTable } from "./translations.ts";
import tables from "./tables.json" with { type: "json" };

const steps: Readonly<Record<string, readonly string[]>> = tables.steps;

export const topics = namedTable("topics", (_, key) => ({ steps: steps[key] ?? [] }));
