import { fill, freshId, h, type Child } from "../dom.ts";

/** Shows how the last action ended. */
export class Notice {
  readonly element = h("p.panel-notice", { role: "status" });

  say(text: string) {
    this.element.classList.remove("bad");
    fill(this.element, text);
  }

  async tell(run: () => Promise<unknown>, done: string) {
    try {
      await run();
      this.say(done);
    } catch (error) {
      this.element.classList.add("bad");
      fill(this.element, error instanceof Error ? error.message : "That didn't work.");
    }
  }
}

export function group(title: string, about: string, ...children: (Child | readonly Child[])[]) {
  const id = freshId("group");
  return h(
    "section.panel-group",
    { "aria-labelledby": id },
    h("h3", { id }, title),
    about !== "" && h("p.panel-about", about),
    ...children,
  );
}

export function action(
  label: string,
  onclick: () => void,
  { isDanger = false, title }: { isDanger?: boolean; title?: string } = {},
) {
  const kind = isDanger ? "button-danger" : "button-secondary";
  return h("button", { class: `button ${kind} small`, title, onclick }, label);
}

export function actions(...children: (Node | string | false | undefined)[]) {
  return h("div.panel-actions", children);
}

/** Returns a labeled select of the browser's own. */
export function choice(
  label: string,
  choices: readonly (readonly [value: string, text: string])[],
  { value, onchange }: { value?: string; onchange?: (value: string) => void } = {},
) {
  const field = h(
    "select",
    { onchange: () => onchange?.(field.value) },
    choices.map(([each, text]) => h("option", { value: each }, text)),
  );
  if (value !== undefined) field.value = value;
  return { field, element: h("label.panel-field", h("span", label), field) };
}

/** Lists the active faults with buttons to remove them. `clear` removes one by its id, or all. */
export function showStanding(
  place: HTMLElement,
  standing: readonly { id: number; text: string }[],
  clear: (id?: number) => void,
) {
  const state = JSON.stringify(standing);
  if (state === place.dataset["state"]) return;
  place.dataset["state"] = state;
  if (standing.length === 0) return fill(place, h("p.panel-about", "Nothing is waiting to go wrong."));
  const rows = standing.map(({ id, text }) => {
    const remove = { "aria-label": `Remove: ${text}`, onclick: () => clear(id) };
    return h("li", h("span", text), h("button.link", remove, "Remove"));
  });
  fill(place, h("ul.standing", rows), actions(action("Take all back", () => clear())));
}

const LOCALES = [
  ["en-US", "English, US"],
  ["en-GB", "English, UK"],
  ["de", "Deutsch"],
  ["es-419", "Español, LATAM"],
  ["es-ES", "Español"],
  ["fr", "Français"],
  ["it", "Italiano"],
  ["ja", "日本語"],
  ["ko", "한국어"],
  ["pl", "Polski"],
  ["pt-BR", "Português do Brasil"],
  ["ru", "Русский"],
  ["tr", "Türkçe"],
  ["zh-CN", "简体中文"],
  ["zh-TW", "繁體中文"],
  // Accented and 40% longer, to find texts that aren't translated or are cut.
  ["en-XA", "Ẽñğĺĩšħ"],
] as const;

export function languageChoice(locale: string, onchange: (locale: string) => void) {
  const known = LOCALES.some(([code]) => code === locale);
  const locales = known ? LOCALES : [...LOCALES, [locale, locale] as const];
  return choice("Discord language", locales, { value: locale, onchange });
}
