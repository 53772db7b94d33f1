import type { APIMessage } from "discord-api-types/v10";
import type { Component } from "../components/components.ts";

/** All that a message says, as it was written: its content, or what its components say. */
export function textOf({ content, components = [] }: Pick<APIMessage, "content" | "components">) {
  return [content, ...componentTexts(components)].filter((text) => text !== "").join("\n");
}

function componentTexts(components: readonly Component[]): string[] {
  return components.flatMap((component) => {
    if ("content" in component) return [component.content];
    return "components" in component ? componentTexts(component.components) : [];
  });
}
