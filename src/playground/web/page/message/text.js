/** @typedef {import("discord-api-types/v10").APIMessage} APIMessage */
/** @typedef {import("../components/components.js").Component} Component */

/**
 * All that a message says, as it was written: its content, or what its components say.
 * @param {Pick<APIMessage, "content" | "components">} message
 */
export function textOf({ content, components = [] }) {
  return [content, ...componentTexts(components)].filter((text) => text !== "").join("\n");
}

/**
 * @param {readonly Component[]} components
 * @returns {string[]}
 */
function componentTexts(components) {
  return components.flatMap((component) => {
    if ("content" in component) return [component.content];
    return "components" in component ? componentTexts(component.components) : [];
  });
}
