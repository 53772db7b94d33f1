import { LIMITS } from "../../src/discord/reply/limits.ts";

/** The longest name of a menu over a message or a member. */
const MENU = 32;

/** Where a text stands, by its path, and how long it may be there. The first that fits holds. */
const PLACES: readonly (readonly [RegExp, number])[] = [
  [/^commands\.\w+\.(user|message)Menu$/, MENU],
  [/^commands\./, LIMITS.description],
  [/\.(form|\w+Form)\.title$/, LIMITS.modalTitle],
  [/\.(form|\w+Form)\.(\w*Hint|hint|description|placeholder)$/, LIMITS.fieldDescription],
  [/\.(form|\w+Form)\.\w+$/, LIMITS.fieldLabel],
  [/\.(pick\w*|placeholder)$/, LIMITS.placeholder],
  [/\.(buttons|sections|tabs|controls|pages)\.|\.(yes|no|keep|button|back|again)$/, LIMITS.buttonLabel],
  [/\.(viewHints|views|periods|about)\.\w+$/, LIMITS.selectText],
];

/** Returns how many characters a text may have; undefined where it is part of something longer. */
export function mostOf(path: string): number | undefined {
  return PLACES.find(([place]) => place.test(path))?.[1];
}
