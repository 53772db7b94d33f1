import type { WallRule, When, WhenRefusal } from "../../src/schedule/when.ts";
import { MINUTE } from "../support/time.ts";

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** What was read, short enough for a table: `Fri 2026-12-04 20:00`, `1h before end`; `|` between what it may be. */
export function inShort(when: When | WhenRefusal): string {
  if (typeof when === "string") return `no: ${when}`;
  switch (when.kind) {
    case "either":
      return when.of.map(inShort).join(" | ");
    case "wall":
      return when.rules
        .map((rule) => ruleInShort(rule) + (when.untilEnd === true ? " until it ends" : ""))
        .join(" | ");
    case "edge":
      return when.leadMs === 0 ? when.edge : `${length(when.leadMs)} before ${when.edge}`;
    case "reset": {
      const reset = `${when.every ?? "any"} reset`;
      if (when.leadMs === 0) return reset;
      return `${length(Math.abs(when.leadMs))} ${when.leadMs < 0 ? "after" : "before"} ${reset}`;
    }
    case "in":
      return `in ${length(when.ms)}`;
    case "bare":
      return length(when.ms);
    case "news":
      return "news";
  }
}

function ruleInShort(rule: WallRule): string {
  const zone = rule.zone === "UTC" ? "" : ` ${rule.zone}`;
  const until =
    "until" in rule && rule.until !== undefined
      ? ` until ${new Date(rule.until).toISOString().slice(0, 16)}`
      : "";
  const end = `${rule.time}${zone}${until}`;
  switch (rule.kind) {
    case "once":
      return `${dateInShort(rule.date)} ${end}`;
    case "weekly":
      return `every ${rule.days.length === 0 ? "day" : rule.days.map((day) => DAYS[day]).join(",")} ${end}`;
    case "monthly":
      return "day" in rule.on
        ? `every month on ${rule.on.day} ${end}`
        : `every month on ${DAYS[rule.on.weekday]} no. ${rule.on.nth} ${end}`;
    case "interval":
      return `every ${rule.count} ${rule.unit} from ${dateInShort(rule.from)} ${end}`;
  }
}

function dateInShort(date: string): string {
  return `${DAYS[new Date(date).getUTCDay()]} ${date}`;
}

function length(ms: number): string {
  const minutes = ms / MINUTE;
  const parts = [`${Math.floor(minutes / 1440)}d`, `${Math.floor(minutes / 60) % 24}h`, `${minutes % 60}m`];
  return parts.filter((part) => !/^0\D/.test(part)).join("");
}
