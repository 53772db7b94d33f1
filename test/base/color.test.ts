import { expect, it } from "vitest";

import { colorText, readColor } from "../../src/base/color.ts";

it.each([
  ["#2b8cff", 0x2b_8c_ff],
  [" 2B8CFF ", 0x2b_8c_ff],
  ["0x2b8cff", 0x2b_8c_ff],
  ["#28f", 0x22_88_ff],
  ["#000", 0],
  ["", null],
  ["  ", null],
  ["blue", undefined],
  ["#12345", undefined],
  ["#1234567", undefined],
  ["#2b8cfg", undefined],
])("reads %j as a color", (typed, color) => {
  expect(readColor(typed)).toBe(color);
});

it.each([0, 0xff, 0x2b_8c_ff, 0xff_ff_ff])("says %i so that it is read again", (color) => {
  expect(readColor(colorText(color))).toBe(color);
});
