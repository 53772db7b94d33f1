import { fill, freshId, h } from "../dom.ts";
import type { BrowserView, Block } from "../../browser/view.ts";

/** An account at the simulated providers, as a browser's saved logins would offer it. */
export type Login = { login: string; about: string; password: string };
type SiteForm = Extract<Block, { kind: "form" }>;
interface SiteHow {
  open: (address: string) => void;
  submit: (form: number, fields: Record<string, string | boolean>) => void;
  logins: readonly Login[];
}

/** Returns a site's page, built from its texts, links and fields, not from its markup. */
export function sitePage(view: BrowserView, how: SiteHow) {
  if (view.address === "") return startPage(view, how);
  return view.blocks.map((block) => (block.kind === "form" ? siteForm(block, how) : siteText(block, how)));
}

function startPage(view: BrowserView, how: SiteHow) {
  return [
    h("h3.site-heading", { tabindex: "-1" }, "New private window"),
    h("p", `A demo browser. It opens ${view.site} and its two login providers: demos too, on this machine.`),
    h(
      "ul.bookmarks",
      view.bookmarks.map(({ title, address }) =>
        h("li", h("button.button.button-primary", { onclick: () => how.open(address) }, title)),
      ),
    ),
    h(
      "p.site-hint",
      "Sign in, open the developer tools, copy the cookies and paste them into /link. Then just close this window: signing out ends the session.",
    ),
  ];
}

function siteText({ kind, inlines }: Exclude<Block, SiteForm>, how: SiteHow) {
  const parts = inlines.map(({ text, address }) =>
    address === undefined ? text : h("button.link", { onclick: () => how.open(address) }, text),
  );
  if (kind === "heading") return h("h3.site-heading", { tabindex: "-1" }, parts);
  return kind === "problem" ? h("p.site-problem", { role: "alert" }, parts) : h("p", parts);
}

function siteForm(block: SiteForm, how: SiteHow) {
  const inputs = block.fields.map((field) => ({ field, input: inputFor(field) }));
  const send = (event: SubmitEvent) => {
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
        ? h("label.site-check", input, field.label)
        : h("label", h("span", field.label), input),
    ),
    h("button.button.button-primary", { type: "submit" }, block.button),
  );
}

function inputFor({ name, type, autocomplete, isRequired }: SiteForm["fields"][number]) {
  return h("input", {
    type,
    name,
    // The real browser must neither offer nor save anything for a simulated site.
    autocomplete: autocomplete === "one-time-code" ? "one-time-code" : "off",
    required: isRequired,
    "data-1p-ignore": true,
  });
}

function savedLogin(
  logins: SiteHow["logins"],
  inputs: readonly { field: SiteForm["fields"][number]; input: HTMLInputElement }[],
) {
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
    h("option", { value: "" }, "Pick one to fill it in"),
    logins.map(({ login, about }, at) => h("option", { value: String(at) }, `${login}: ${about}`)),
  );
  return h("label.saved-logins", { for: id }, h("span", "Saved logins"), field);
}
