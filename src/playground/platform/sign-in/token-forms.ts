import { escapeHtml } from "../../../base/html.ts";
import type { EdgeCases } from "./edge-cases.ts";

export interface TokenParts {
  readonly id: string;
  readonly field: string;
  readonly token: string;
  /** The script value that holds the post address. */
  readonly key: string;
  readonly postAddress: string;
}

/** Returns the hidden input and the script, in the form the edge cases choose. */
export function tokenForms(
  parts: TokenParts,
  edgeCases: EdgeCases,
): { hidden: string; before: string; script: string } {
  const { id, field, token } = parts;
  const plain = `<input type="hidden" name="${field}" id="${id}" value="${escapeHtml(token)}">`;
  const wrong = plain.replace(escapeHtml(token), "decoy");
  const isScripted =
    edgeCases.has("tokenInScript") || edgeCases.has("tokenInJson") || edgeCases.has("noToken");
  return {
    hidden: isScripted ? "" : spelt(parts, edgeCases, plain),
    before: before(edgeCases, { wrong, field }),
    script: script(parts, edgeCases, plain),
  };
}

function spelt({ id, field, token }: TokenParts, edgeCases: EdgeCases, plain: string): string {
  const value = escapeHtml(token);
  if (edgeCases.has("tokenAttributeOrder")) {
    return `<input value="${value}" data-note="a > b" id="${id}" name="${field}" type="hidden"/>`;
  }
  if (edgeCases.has("tokenSingleQuotes")) {
    return `<input type='hidden' name='${field}' id='${id}' value='${value}'/>`;
  }
  if (edgeCases.has("tokenUnquoted")) return `<input type=hidden name=${field} id=${id} value=${value}>`;
  if (edgeCases.has("tokenUpperCase")) {
    return `<INPUT TYPE="HIDDEN" NAME="${field}" ID="${id}" VALUE="${value}">`;
  }
  if (edgeCases.has("tokenManyLines")) {
    return `<input\n  type="hidden"\n  name="${field}"\n  id="${id}"\n  value="${value}"\n/>`;
  }
  if (edgeCases.has("tokenEntities")) {
    const spelled = token.replaceAll(/./gs, (letter) => `&#x${letter.charCodeAt(0).toString(16)};`);
    return `<input type="hidden" name="${field}" id="${id}" value="${spelled}">`;
  }
  return plain;
}

/** Returns a decoy to put before the form. */
function before(edgeCases: EdgeCases, { wrong, field }: { wrong: string; field: string }): string {
  if (edgeCases.has("tokenDecoyFirst")) return `<!-- ${wrong} -->\n<template>${wrong}</template>`;
  if (!edgeCases.has("tokenTwice")) return "";
  return `<form action="/forgotten" method="post"><input type="hidden" name="${field}" value="decoy"><button>Forgot the password?</button></form>`;
}

function script({ key, postAddress }: TokenParts, edgeCases: EdgeCases, plain: string): string {
  if (edgeCases.has("tokenInJson")) {
    const config = JSON.stringify({ sFTTag: plain.replace(/>$/, "/>"), [key]: postAddress, sCtx: "{}" });
    const escaped = config
      .replaceAll("&", String.raw`\u0026`)
      .replaceAll("<", String.raw`\u003c`)
      .replaceAll(">", String.raw`\u003e`)
      .replaceAll("/", String.raw`\/`);
    return `<script>var ServerData = ${escaped};</script>`;
  }
  const tag = edgeCases.has("tokenInScript") ? `sFTTag:'${plain.replace(/>$/, "/>")}',` : "";
  if (edgeCases.has("noPostAddress")) return `<script>var ServerData = {${tag}sCtx:'x'};</script>`;
  const address = edgeCases.has("tokenEntities") ? postAddress.replaceAll("&", "&amp;") : postAddress;
  return `<script>var ServerData = {${tag}sCtx:'x',${key}:'${address}',iWait:10};</script>`;
}
