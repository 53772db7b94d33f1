import { fill, freshId, h } from "../dom.js";

/** @import { Block } from "../../browser/view.ts" */
/** @typedef {Extract<Block, {kind: "form"}>} SiteForm */
/**
 * @typedef {object} SiteHow
 * @property {(address: string) => void} open
 * @property {(form: number, fields: Record<string, string | boolean>) => void} submit
 * @property {readonly import("./client.js").Login[]} logins
 */

/**
 * A site's page, drawn from what was read of it: its texts, links and fields, nothing of its markup.
 * @param {import("./client.js").BrowserView} view
 * @param {SiteHow} how
 */
export function sitePage(view, how) {
  if (view.address === "") return startPage(view, how);
  return view.blocks.map((block) => (block.kind === "form" ? siteForm(block, how) : siteText(block, how)));
}

/**
 * @param {import("./client.js").BrowserView} view
 * @param {SiteHow} how
 */
function startPage(view, how) {
  return [
    h("h3.site-heading", { tabindex: "-1" }, "New private window"),
    h(
      "p",
      {},
      `This is a browser for trying things out. It opens ${view.site} and its two login providers, all of them pretended and on this machine.`,
    ),
    h(
      "ul.bookmarks",
      {},
      view.bookmarks.map(({ title, address }) =>
        h(
          "li",
          {},
          h("button.button.button-primary", { type: "button", onclick: () => how.open(address) }, title),
        ),
      ),
    ),
    h(
      "p.site-hint",
      {},
      "Sign in, open the developer tools, copy the cookies, and paste them into /link. Then close this window, without signing out: signing out would end the session.",
    ),
  ];
}

/**
 * @param {Exclude<Block, SiteForm>} block
 * @param {SiteHow} how
 */
function siteText({ kind, inlines }, how) {
  const parts = inlines.map(({ text, address }) =>
    address === undefined
      ? text
      : h("button.link", { type: "button", onclick: () => how.open(address) }, text),
  );
  if (kind === "heading") return h("h3.site-heading", { tabindex: "-1" }, parts);
  return kind === "problem" ? h("p.site-problem", { role: "alert" }, parts) : h("p", {}, parts);
}

/**
 * @param {SiteForm} block
 * @param {SiteHow} how
 */
function siteForm(block, how) {
  const inputs = block.fields.map((field) => ({ field, input: inputFor(field) }));
  const send = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const values = inputs.map(({ field, input }) => [
      field.name,
      field.type === "checkbox" ? input.checked : input.value,
    ]);
    how.submit(block.form, Object.fromEntries(values));
  };
  const hasPassword = block.fields.some(({ type }) => type === "password");
  return h(
    "form.site-form",
    { onsubmit: send },
    hasPassword && how.logins.length > 0 && savedLogin(how.logins, inputs),
    inputs.map(({ field, input }) =>
      field.type === "checkbox"
        ? h("label.site-check", {}, input, field.label)
        : h("label", {}, h("span", {}, field.label), input),
    ),
    h("button.button.button-primary", { type: "submit" }, block.button),
  );
}

/** @param {SiteForm["fields"][number]} field */
function inputFor({ name, type, autocomplete, isRequired }) {
  return h("input", {
    type,
    name,
    // The person's own browser shall neither offer nor keep what belongs to a pretended site.
    autocomplete: autocomplete === "one-time-code" ? "one-time-code" : "off",
    required: isRequired,
    "data-1p-ignore": true,
  });
}

/**
 * @param {SiteHow["logins"]} logins
 * @param {readonly {field: SiteForm["fields"][number], input: HTMLInputElement}[]} inputs
 */
function savedLogin(logins, inputs) {
  const id = freshId("logins");
  const choose = () => {
    const login = logins[Number(field.value)];
    if (field.value === "" || login === undefined) return;
    for (const { field: each, input } of inputs) {
      if (each.type === "password") input.value = login.password;
      else if (each.type !== "checkbox") input.value = login.login;
    }
  };
  const field = h("select", { id, onchange: choose });
  fill(
    field,
    h("option", { value: "" }, "Choose one to fill it in"),
    logins.map(({ login, about }, at) => h("option", { value: String(at) }, `${login}: ${about}`)),
  );
  return h("label.saved-logins", { for: id }, h("span", {}, "Saved logins"), field);
}
