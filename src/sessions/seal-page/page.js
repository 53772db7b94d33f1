import { makeBundle } from "../bundle/make-bundle.ts";
import { readPaste } from "../paste/read-paste.ts";

/** Reads at most this often while somebody types. */
const AFTER_MS = 120;

/** What the page was made with: `SealPageData` of seal-page.ts. */
const given = JSON.parse(document.getElementById("given")?.textContent ?? "{}");
const { texts } = given;

/**
 * Some phones open a saved page where browsers offer no WebCrypto. The age library falls back to its own code when
 * it is told so by this error.
 */
if (crypto.subtle === undefined) {
  Object.defineProperty(crypto, "subtle", {
    get() {
      throw new ReferenceError("no WebCrypto here");
    },
  });
}

const main = document.querySelector("main");
const input = field({ label: texts.inputLabel, placeholder: texts.inputHint });
const output = field({ label: texts.outputLabel, isReadOnly: true });
const state = make("ul", { className: "state" });
const copyButton = make("button", { className: "primary", textContent: texts.copy, type: "button" });
const clearButton = make("button", { textContent: texts.clear, type: "button" });
const said = make("p", { className: "quiet" });
const result = make("section", { hidden: true });
let turn = 0;
let timer = 0;

state.setAttribute("role", "status");
said.setAttribute("role", "status");
result.append(output.label, output.area, row(copyButton), said);
main?.replaceChildren(
  make("h1", { textContent: texts.title }),
  make("p", { textContent: texts.intro }),
  make("p", { className: "quiet", textContent: texts.forWhom }),
  list(texts.steps),
  make("p", { className: "quiet", textContent: texts.phone }),
  input.label,
  input.area,
  state,
  row(clearButton),
  result,
);

input.area.addEventListener("input", () => {
  clearTimeout(timer);
  timer = window.setTimeout(() => void read(), AFTER_MS);
});
copyButton.addEventListener("click", () => void copy());
clearButton.addEventListener("click", clear);
/** A page kept for the Back button keeps no cookies. */
window.addEventListener("pagehide", clear);
show([["plain", texts.waiting]]);

async function read() {
  turn += 1;
  const own = turn;
  const reading = readPaste(input.area.value, given.wanted, { now: Date.now() });
  result.hidden = true;
  said.textContent = "";
  output.area.value = "";
  show(linesOf(reading));
  if (reading.kind !== "cookies" || !reading.isComplete) return;
  try {
    const sealed = await makeBundle(contentsOf(reading.cookies), given.recipient);
    if (own !== turn) return;
    output.area.value = sealed;
    result.hidden = false;
  } catch {
    if (own === turn) show([["bad", texts.failed]]);
  }
}

function contentsOf(cookies) {
  return {
    cookies: Object.fromEntries([...cookies].map(([name, value]) => [name, value.reveal()])),
    discordId: given.discordId,
    origin: given.origin,
    expiresAt: new Date(Date.now() + given.lifeMs).toISOString(),
  };
}

/** What was found and what is missing, in words. */
function linesOf(reading) {
  switch (reading.kind) {
    case "bundle":
      return [["plain", texts.already]];
    case "refused":
      return [
        ["bad", texts.refusedAs[reading.why]],
        ["plain", texts.refused],
      ];
    case "unreadable":
      return [["plain", texts.unreadable[reading.why]]];
    default: {
      const lines = [["plain", texts.recognised.replace("{form}", texts.forms[reading.form])]];
      for (const name of reading.found) lines.push(["good", texts.found.replace("{name}", name)]);
      for (const one of reading.missing) lines.push(missingLine(one));
      if (reading.otherHost !== undefined)
        lines.push(["bad", texts.otherHost.replace("{host}", reading.otherHost)]);
      if (reading.isComplete) lines.push(["good", texts.ready]);
      return lines;
    }
  }
}

function missingLine({ name, why, placeholder = "", isRequired }) {
  if (!isRequired && why === "absent") return ["plain", texts.optional.replace("{name}", name)];
  return ["bad", texts.missing[why].replace("{name}", name).replace("{word}", placeholder)];
}

function show(lines) {
  state.replaceChildren(...lines.map(([className, textContent]) => make("li", { className, textContent })));
}

async function copy() {
  try {
    await navigator.clipboard.writeText(output.area.value);
    said.textContent = texts.copied;
  } catch {
    output.area.focus();
    output.area.select();
    said.textContent = document.execCommand("copy") ? texts.copied : texts.copyByHand;
  }
}

function clear() {
  turn += 1;
  input.area.value = "";
  output.area.value = "";
  said.textContent = "";
  result.hidden = true;
  show([["plain", texts.waiting]]);
}

function field({ label, placeholder = "", isReadOnly = false }) {
  const id = isReadOnly ? "bundle" : "cookies";
  const area = make("textarea", { id, placeholder, readOnly: isReadOnly, spellcheck: false });
  area.setAttribute("autocomplete", "off");
  area.setAttribute("autocapitalize", "off");
  return { area, label: make("label", { htmlFor: id, textContent: label }) };
}

function list(steps) {
  const made = make("ol", {});
  made.append(...steps.map((textContent) => make("li", { textContent })));
  return made;
}

function row(...buttons) {
  const made = make("div", { className: "buttons" });
  made.append(...buttons);
  return made;
}

function make(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}
