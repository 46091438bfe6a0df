import { expect, it } from "vitest";
import { formatTypedTime, parseTypedTime } from "~/values/typed-time";

it.each([
  ["14:30", "14:30"],
  ["09:05:00", "09:05"],
  ["9 AM", "09:00"],
  ["2pm", "14:00"],
  ["2:30 p.m.", "14:30"],
  ["12 am", "00:00"],
  ["12:15pm", "12:15"],
])("%s is %s", (typed, time) => {
  expect(formatTypedTime(parseTypedTime(typed) ?? -1)).toBe(time);
});

it.each(["", "2", "24:00", "9:60", "13 pm", "0 am", "noon", "9:5"])("%j is no time", (typed) => {
  expect(parseTypedTime(typed)).toBeUndefined();
});
