import { z } from "zod";

/** The types of a profile's values. */

export const text = z.string();
export const texts = z.array(text).default([]);
export const textsByName = z.record(text, text).default({});
export const flag = z.boolean();
/** Text with parameters in braces. */
export const template = z.string().min(1);
/** Dotted field names: `displayProperties.name`. An empty path is the value itself. */
export const memberPath = z
  .string()
  .regex(/^(?:[^.*]+(?:\.[^.*]+)*)?$/, "not a path: names joined by dots, such as inner.name");
/**
 * A member path, a text of several (`{name}#{tag}`), or a list of such, of which the first that holds something counts.
 */
const placeText = z
  .string()
  .max(500, { abort: true })
  .regex(
    /^(?:[^.*{}]+(?:\.[^.*{}]+)*|(?:[^{}]|\{\{|\}\})*\{[A-Za-z_$@][\w$@.-]*\}(?:[^{}]|\{\{|\}\}|\{[A-Za-z_$@][\w$@.-]*\})*)?$/,
    "not a path: names joined by dots, such as inner.name, or a text of such in braces, such as {name}#{tag}",
  );
export const place = z.union([placeText, z.array(placeText).min(1).max(10)]);
export const listPath = z
  .string()
  .regex(/^(?:[^.]+(?:\.[^.]+)*)?$/, "not a path: names or * joined by dots, such as groups.*.entries");
export const headerName = z
  .string()
  .regex(
    /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/,
    "not a header name: letters, digits and hyphens, such as X-API-Key",
  );
export const cookieName = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, "not a cookie name: letters, digits, hyphens and underscores");
export const headerValue = z
  .string()
  .regex(
    /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/,
    "not a header value: plain characters on one line, no space at the ends",
  );
export const count = z.int().positive();
export const positive = z.number().positive();
