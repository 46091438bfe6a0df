import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  arrangePictures,
  IMAGE_FIELDS,
  imageField,
  imagesText,
  movedTo,
  moveIntent,
  readImageRows,
  toImageRows,
  writeImageRows,
} from "~/pictures/image-rows";
import { imagesFormSchema } from "~/pictures/schema";
import { checkForm } from "~/ui/forms/check-form";

const url = (letter: string) => `/uploads/${letter.repeat(24)}-1600x1200-2/1600.webp`;
const row = (letter: string, rest: object = {}) => ({
  imageUrl: url(letter),
  alt: "",
  caption: "",
  removed: false,
  ...rest,
});
const formOf = (...rows: ReturnType<typeof row>[]) => {
  const form = new FormData();
  writeImageRows(form, rows);
  return form;
};
const rowsIn = (form: FormData) => readImageRows((name) => form.get(name));
const letters = (form: FormData) => rowsIn(form).map(({ imageUrl }) => imageUrl[9]);

test("the pictures of a form come back as they were written, with gaps in their numbers closed", () => {
  const rows = [row("a", { alt: "Front", caption: "Clean" }), row("b", { removed: true }), row("c")];
  const form = formOf(...rows);
  expect(rowsIn(form)).toEqual(rows);
  form.delete(imageField(0, "imageUrl"));
  expect(rowsIn(form)).toEqual(rows.slice(1));
});

test("a form can name forty at most, and no name that conform would take for a huge list", () => {
  expect(IMAGE_FIELDS).toContain("images[39].alt");
  expect(IMAGE_FIELDS).not.toContain("images[40].alt");
  const form = formOf(...Array.from({ length: 60 }, () => row("a")));
  expect(rowsIn(form)).toHaveLength(40);
});

test("new pictures push out removed ones where a form has forty", () => {
  const removed = Array.from({ length: 40 }, () => row("a", { removed: true }));
  expect(letters(formOf(...removed, row("b"), row("c")))).toEqual([..."a".repeat(38), "b", "c"]);
});

describe("a button without script", () => {
  test.each([
    ["up", 1, ["b", "a", "c"]],
    ["down", 1, ["a", "c", "b"]],
    ["up", 0, ["a", "b", "c"]],
    ["down", 2, ["a", "b", "c"]],
    ["down", 99, ["a", "b", "c"]],
  ] as const)("%s of number %i", (direction, number, order) => {
    const form = formOf(row("a", { alt: "A" }), row("b"), row("c"));
    expect(arrangePictures(form, moveIntent(number, direction))).toBe(true);
    expect(letters(form)).toEqual(order);
    expect(rowsIn(form).find(({ alt }) => alt === "A")?.imageUrl).toBe(url("a"));
  });

  test("of another kind is none of the pictures' business", () => {
    expect(arrangePictures(formOf(row("a")), "save")).toBe(false);
    expect(arrangePictures(formOf(row("a")), "picture-up-x")).toBe(false);
  });
});

test("a row is dropped where it is let go", () => {
  expect(movedTo(["a", "b", "c", "d"], 0, 2)).toEqual(["b", "c", "a", "d"]);
  expect(movedTo(["a", "b", "c", "d"], 3, 0)).toEqual(["d", "a", "b", "c"]);
});

test("a form starts with the text of its pictures, and conform's reply gives the same rows", () => {
  const form = formOf(row("a", { alt: "Front" }), row("b", { removed: true }));
  const reply = checkForm(form, z.object({})).reply();
  expect(toImageRows(reply.initialValue?.images)).toEqual(rowsIn(form));
  expect(toImageRows(imagesText(rowsIn(form)))).toEqual([row("a", { alt: "Front" })]);
  expect([imagesText([]), toImageRows(""), toImageRows(undefined)]).toEqual(["", [], []]);
});

describe("the schema of a form's pictures", () => {
  const issues = (rows: unknown) =>
    imagesFormSchema.safeParse(rows).error?.issues.map(({ message }) => message);

  test("leaves out what was removed and what is there twice", () => {
    const parsed = imagesFormSchema.parse([
      row("a", { caption: " Front " }),
      row("b", { removed: "yes" }),
      row("a"),
    ]);
    expect(parsed).toEqual([{ imageUrl: url("a"), alt: "" }]);
  });

  test("says which one is wrong", () => {
    expect(issues([row("a"), row("b", { caption: "x".repeat(201) })])).toEqual([
      "Photo 2: Please use at most 200 characters",
    ]);
    expect(issues([{ ...row("a"), imageUrl: "https://elsewhere.example/a.jpg" }])).toEqual([
      "Photo 1: Please upload the photo first",
    ]);
    const many = Array.from({ length: 21 }, (_, at) =>
      row("a", {
        imageUrl: url("a")
          .replace("1600x", `${900 + at}x`)
          .replace("1600.", `${900 + at}.`),
      }),
    );
    expect(issues(many)).toEqual(["Up to 20 photos can be added"]);
  });
});
