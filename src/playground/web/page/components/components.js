import { h } from "../dom.js";
import { markdown } from "../markdown/build.js";
import { picture } from "../message/picture.js";
import { button } from "./button.js";
import { fileElement } from "./file.js";
import { select } from "./select.js";
import { veiled } from "./veil.js";

/** @typedef {import("discord-api-types/v10").APIMessageTopLevelComponent | import("discord-api-types/v10").APIComponentInContainer | import("discord-api-types/v10").APIComponentInActionRow | import("discord-api-types/v10").APISectionAccessoryComponent} Component */
/**
 * What the controls of a message need.
 * @typedef {object} Controls
 * @property {import("../markdown/build.js").View} view
 * @property {(customId: string) => boolean} isBusy
 * @property {boolean} isBlocked another control of this message is being answered
 * @property {(customId: string) => void} press
 * @property {(customId: string, values: string[]) => void} choose
 * @property {(kind: "user" | "role" | "channel" | "mentionable", component: unknown) => import("./select.js").Choice[]} entities
 * @property {readonly import("discord-api-types/v10").APIAttachment[]} attachments
 */

/** Discord's component types. */
const TYPE = {
  ROW: 1,
  BUTTON: 2,
  STRING_SELECT: 3,
  USER_SELECT: 5,
  ROLE_SELECT: 6,
  MENTIONABLE_SELECT: 7,
  CHANNEL_SELECT: 8,
  SECTION: 9,
  TEXT: 10,
  THUMBNAIL: 11,
  GALLERY: 12,
  FILE: 13,
  SEPARATOR: 14,
  CONTAINER: 17,
};

/**
 * The components of a message, Components V2 and action rows alike. One this page doesn't know is named.
 * @param {readonly Component[]} components
 * @param {Controls} controls
 * @returns {HTMLElement[]}
 */
export function componentElements(components, controls) {
  return components.map((component) => componentElement(component, controls));
}

/** @type {Readonly<Record<number, (component: any, controls: Controls) => HTMLElement>>} */
const MAKERS = {
  [TYPE.ROW]: (row, controls) => h("div.action-row", {}, componentElements(row.components, controls)),
  [TYPE.BUTTON]: button,
  [TYPE.STRING_SELECT]: (component, controls) => selectElement(component, stringChoices(component), controls),
  [TYPE.USER_SELECT]: (component, controls) =>
    selectElement(component, controls.entities("user", component), controls),
  [TYPE.ROLE_SELECT]: (component, controls) =>
    selectElement(component, controls.entities("role", component), controls),
  [TYPE.MENTIONABLE_SELECT]: (component, controls) =>
    selectElement(component, controls.entities("mentionable", component), controls),
  [TYPE.CHANNEL_SELECT]: (component, controls) =>
    selectElement(component, controls.entities("channel", component), controls),
  [TYPE.SECTION]: section,
  [TYPE.TEXT]: (component, controls) => markdown(component.content, controls.view),
  [TYPE.THUMBNAIL]: (component) =>
    veiled(component, picture({ ...component, url: component.media.url }, "thumbnail")),
  [TYPE.GALLERY]: gallery,
  [TYPE.FILE]: fileElement,
  [TYPE.SEPARATOR]: separator,
  [TYPE.CONTAINER]: container,
};

/**
 * @param {Component} component
 * @param {Controls} controls
 */
function componentElement(component, controls) {
  const make = MAKERS[component.type];
  if (make === undefined)
    return h("p.unknown-component", {}, `This page can't show a component of type ${component.type}.`);
  return make(component, controls);
}

/**
 * @param {import("discord-api-types/v10").APIContainerComponent} component
 * @param {Controls} controls
 */
function container(component, controls) {
  const accent = component.accent_color;
  const element = h("div.container", {}, componentElements(component.components, controls));
  if (accent !== undefined && accent !== null) {
    element.classList.add("has-accent");
    element.style.setProperty("--accent", `#${accent.toString(16).padStart(6, "0")}`);
  }
  return veiled(component, element);
}

/**
 * @param {import("discord-api-types/v10").APISectionComponent} component
 * @param {Controls} controls
 */
function section(component, controls) {
  return h(
    "div.section",
    {},
    h("div.section-text", {}, componentElements(component.components, controls)),
    h("div.section-accessory", {}, componentElement(component.accessory, controls)),
  );
}

/** @param {import("discord-api-types/v10").APIMediaGalleryComponent} component */
function gallery(component) {
  const items = component.items.map((item) =>
    veiled(
      item,
      picture(
        {
          url: item.media.url,
          description: item.description,
          width: item.media.width,
          height: item.media.height,
        },
        "gallery-item",
      ),
    ),
  );
  return h("div", { class: `gallery gallery-${Math.min(items.length, 10)}` }, items);
}

/** @param {import("discord-api-types/v10").APISeparatorComponent} component */
function separator(component) {
  const size = component.spacing === 2 ? "large" : "small";
  return component.divider === false
    ? h("div", { class: `gap gap-${size}` })
    : h("hr", { class: `separator separator-${size}` });
}

/**
 * @param {import("discord-api-types/v10").APISelectMenuComponent} component
 * @param {import("./select.js").Choice[]} choices
 * @param {Controls} controls
 */
function selectElement(component, choices, controls) {
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

/**
 * @param {import("discord-api-types/v10").APIStringSelectComponent} component
 * @returns {import("./select.js").Choice[]}
 */
export function stringChoices(component) {
  return component.options.map((option) => ({
    label: option.label,
    value: option.value,
    isDefault: option.default === true,
    ...(option.description && { description: option.description }),
    ...(option.emoji?.name && !option.emoji.id && { emoji: option.emoji.name }),
  }));
}
