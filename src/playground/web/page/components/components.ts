import { dots, h, hexColor } from "../dom.ts";
import { emojiElement } from "../emoji.ts";
import { icon } from "../icons.ts";
import { markdown, type View } from "../markdown/build.ts";
import { linkTo, type OwnAddress } from "../markdown/link.ts";
import { picture } from "../message/picture.ts";
import type { EntityKind } from "../directory.ts";
import { fileElement } from "./file.ts";
import { select, type Choice } from "./select.ts";
import { veiled } from "./veil.ts";
import type {
  APIMessageTopLevelComponent,
  APIComponentInContainer,
  APIComponentInActionRow,
  APISectionAccessoryComponent,
  APIAttachment,
  APIButtonComponent,
  APIButtonComponentWithURL,
  APIContainerComponent,
  APISectionComponent,
  APIMediaGalleryComponent,
  APISeparatorComponent,
  APISelectMenuComponent,
  APIStringSelectComponent,
} from "discord-api-types/v10";

export type Component =
  | APIMessageTopLevelComponent
  | APIComponentInContainer
  | APIComponentInActionRow
  | APISectionAccessoryComponent;
export interface Controls {
  view: View;
  isBusy: (customId: string) => boolean;
  /** Another control of this message is waiting for an answer. */
  isBlocked: boolean;
  press: (customId: string) => void;
  choose: (customId: string, values: string[]) => void;
  entities: (kind: EntityKind, component: unknown) => Choice[];
  attachments: readonly APIAttachment[];
}

export const TYPE = {
  ROW: 1,
  BUTTON: 2,
  STRING_SELECT: 3,
  INPUT: 4,
  SECTION: 9,
  TEXT: 10,
  THUMBNAIL: 11,
  GALLERY: 12,
  FILE: 13,
  SEPARATOR: 14,
  CONTAINER: 17,
  LABEL: 18,
  FILE_UPLOAD: 19,
  RADIO: 21,
  CHECKBOX_GROUP: 22,
  CHECKBOX: 23,
};

/** What selects of other types list. */
export const ENTITIES: Readonly<Record<number, EntityKind>> = {
  5: "user",
  6: "role",
  7: "mentionable",
  8: "channel",
};

/** Returns the elements of a message's components. Unsupported ones become a note with their type. */
export function componentElements(components: readonly Component[], controls: Controls): HTMLElement[] {
  return components.map((component) => componentElement(component, controls));
}

const MAKERS: Readonly<Record<number, (component: any, controls: Controls) => HTMLElement>> = {
  [TYPE.ROW]: (row, controls) => h("div.action-row", componentElements(row.components, controls)),
  [TYPE.BUTTON]: button,
  [TYPE.STRING_SELECT]: (component, controls) => selectElement(component, stringChoices(component), controls),
  [TYPE.SECTION]: section,
  [TYPE.TEXT]: (component, controls) => markdown(component.content, controls.view),
  [TYPE.THUMBNAIL]: (component) =>
    veiled(component, picture({ ...component, url: component.media.url }, "thumbnail")),
  [TYPE.GALLERY]: gallery,
  [TYPE.FILE]: (component, { attachments }) => fileElement(component, attachments),
  [TYPE.SEPARATOR]: separator,
  [TYPE.CONTAINER]: container,
};

function componentElement(component: Component, controls: Controls) {
  const kind = ENTITIES[component.type];
  if (kind !== undefined)
    return selectElement(component as any, controls.entities(kind, component), controls);
  const make = MAKERS[component.type];
  if (make === undefined)
    return h("p.unknown-component", `This page can't show a component of type ${component.type}.`);
  return make(component, controls);
}

const BUTTON_STYLES = ["", "primary", "secondary", "success", "danger", "link", "premium"];

function button(component: APIButtonComponent, controls: Controls) {
  const style = BUTTON_STYLES[component.style] ?? "secondary";
  const label = "label" in component ? (component.label ?? "") : "";
  const emoji = "emoji" in component ? component.emoji : undefined;
  const content = [emoji && emojiElement(emoji), label && h("span.button-label", label)];
  if ("url" in component) return linkButton(component, content, controls.view.own);
  const customId = "custom_id" in component ? component.custom_id : "";
  const isBusy = controls.isBusy(customId);
  return h(
    "button",
    {
      class: `button button-${style}${isBusy ? " busy" : ""}`,
      "data-key": customId,
      "aria-busy": isBusy ? "true" : undefined,
      "aria-label": label === "" ? (emoji?.name ?? "Button") : undefined,
      disabled: component.disabled === true,
      // Unlike `disabled` it keeps the focus.
      "aria-disabled": controls.isBlocked ? "true" : undefined,
      onclick: () => controls.press(customId),
    },
    content,
    isBusy && dots(),
  );
}

function linkButton(
  component: APIButtonComponentWithURL,
  content: (Node | string | undefined | false)[],
  own: OwnAddress,
) {
  const link = component.disabled === true ? undefined : linkTo(component.url, own);
  const disabled = link?.href === undefined ? "true" : undefined;
  return h(
    "a.button.button-secondary",
    { ...link, "aria-disabled": disabled },
    content,
    icon("external", 16),
  );
}

function container(component: APIContainerComponent, controls: Controls) {
  const accent = component.accent_color;
  const element = h("div.container", componentElements(component.components, controls));
  if (accent !== undefined && accent !== null) {
    element.classList.add("has-accent");
    element.style.setProperty("--accent", hexColor(accent));
  }
  return veiled(component, element);
}

function section(component: APISectionComponent, controls: Controls) {
  return h(
    "div.section",
    h("div.section-text", componentElements(component.components, controls)),
    h("div.section-accessory", componentElement(component.accessory, controls)),
  );
}

function gallery(component: APIMediaGalleryComponent) {
  const items = component.items.map((item) =>
    veiled(item, picture({ ...item.media, description: item.description }, "gallery-item")),
  );
  return h("div", { class: `gallery gallery-${Math.min(items.length, 10)}` }, items);
}

function separator(component: APISeparatorComponent) {
  const size = component.spacing === 2 ? "large" : "small";
  return component.divider === false
    ? h("div", { class: `gap gap-${size}` })
    : h("hr", { class: `separator separator-${size}` });
}

function selectElement(component: APISelectMenuComponent, choices: Choice[], controls: Controls) {
  const placeholder = component.placeholder ?? "Make a selection";
  const element = select({
    label: placeholder,
    placeholder,
    choices,
    min: component.min_values ?? 1,
    max: component.max_values ?? 1,
    isDisabled: component.disabled === true,
    isBlocked: controls.isBlocked,
    key: component.custom_id,
    onChoose: (values) => controls.choose(component.custom_id, values),
  });
  if (controls.isBusy(component.custom_id)) element.classList.add("busy");
  return element;
}

export function stringChoices(component: APIStringSelectComponent): Choice[] {
  return component.options.map((option) => ({
    label: option.label,
    value: option.value,
    isDefault: option.default === true,
    ...(option.description && { description: option.description }),
    ...(option.emoji !== undefined && { emoji: option.emoji }),
  }));
}
