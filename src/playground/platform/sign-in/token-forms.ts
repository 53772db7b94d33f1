import type { Edges } from "./edges.ts";
import { escapeHtml } from "./pages.ts";

export interface TokenParts {
  readonly id: string;
  readonly field: string;
  readonly token: string;
  /** The script value's name, and the address in it. */
  readonly key: string;
  readonly postAddress: string;
}

/** The hidden input, and the script, in each of the spellings that were met. */
export function tokenForms(
  parts: TokenParts,
  edges: Edges,
): { hidden: string; before: string; script: string } {
  const { id, field, token } = parts;
  const plain = `<input type="hidden" name="${field}" id="${id}" value="${escapeHtml(token)}">`;
  const wrong = plain.replace(escapeHtml(token), "decoy");
  const isScripted = edges.has("tokenInScript") || edges.has("tokenInJson") || edges.has("noToken");
  return {
    hidden: isScripted ? "" : spelt(parts, edges, plain),
    before: before(edges, { wrong, field }),
    script: script(parts, edges, plain),
  };
}

function spelt({ id, field, token }: TokenParts, edges: Edges, plain: string): string {
  const value = escapeHtml(token);
  if (edges.has("tokenAttributeOrder")) {
    return `<input value="${value}" data-note="a > b" id="${id}" name="${field}" type="hidden"/>`;
  }
  if (edges.has("tokenSingleQuotes")) {
    return `<input type='hidden' name='${field}' id='${id}' value='${value}'/>`;
  }
  if (edges.has("tokenUnquoted")) return `<input type=hidden name=${field} id=${id} value=${value}>`;
  if (edges.has("tokenUpperCase")) {
    return `<INPUT TYPE="HIDDEN" NAME="${field}" ID="${id}" VALUE="${value}">`;
  }
  if (edges.has("tokenManyLines")) {
    return `<input\n  type="hidden"\n  name="${field}"\n  id="${id}"\n  value="${value}"\n/>`;
  }
  if (edges.has("tokenEntities")) {
    const spelled = token.replaceAll(/./gs, (letter) => `&#x${letter.charCodeAt(0).toString(16)};`);
    return `<input type="hidden" name="${field}" id="${id}" value="${spelled}">`;
  }
  return plain;
}

/** What stands in front of the form to be taken for it. */
function before(edges: Edges, { wrong, field }: { wrong: string; field: string }): string {
  if (edges.has("tokenDecoyFirst")) return `<!-- ${wrong} -->\n<template>${wrong}</template>`;
  if (!edges.has("tokenTwice")) return "";
  return `<form action="/forgotten" method="post"><input type="hidden" name="${field}" value="decoy"><button>Forgot the password?</button></form>`;
}

function script({ key, postAddress }: TokenParts, edges: Edges, plain: string): string {
  if (edges.has("tokenInJson")) {
    const config = JSON.stringify({ sFTTag: plain.replace(/>$/, "/>"), [key]: postAddress, sCtx: "{}" });
    const escaped = config
      .replaceAll("&", String.raw`\u0026`)
      .replaceAll("<", String.raw`\u003c`)
      .replaceAll(">", String.raw`\u003e`)
      .replaceAll("/", String.raw`\/`);
    return `<script>var ServerData = ${escaped};</script>`;
  }
  const tag = edges.has("tokenInScript") ? `sFTTag:'${plain.replace(/>$/, "/>")}',` : "";
  if (edges.has("noPostAddress")) return `<script>var ServerData = {${tag}sCtx:'x'};</script>`;
  const address = edges.has("tokenEntities") ? postAddress.replaceAll("&", "&amp;") : postAddress;
  return `<script>var ServerData = {${tag}sCtx:'x',${key}:'${address}',iWait:10};</script>`;
}
