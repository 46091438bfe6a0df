import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { sharedPicture } from "~/models/shared-picture";
import { shortened } from "~/models/shortened";
import { letterSign } from "~/models/sign-lettering";
import { drawSocialCard } from "~/social-card.server";

describe("a text that is too long", () => {
  it.each([
    ["is left alone where it fits", "One two three", 13, "One two three"],
    ["ends behind a whole word", "One two three four", 13, "One two…"],
    ["leaves no sign hanging", "Contact | Millbrook", 12, "Contact…"],
    ["is put on one line", "One\n\ntwo ", 13, "One two"],
    ["is cut where it is one word", "x".repeat(20), 5, "xxxx…"],
    ["is not cut through a character", "👍👍👍👍", 4, "👍…"],
  ])("%s", (_name, text, most, expected) => {
    const short = shortened(text, most);
    expect(short).toBe(expected);
    expect(short.length).toBeLessThanOrEqual(most);
  });
});

describe("the letters of a sign", () => {
  const board = { width: 1000, height: 280, sizes: [200, 100, 50] };

  it("are as large as the board allows", () => {
    expect(letterSign("Joe's", board)).toMatchObject({ size: 200, lines: [{ letters: { length: 5 } }] });
    const two = letterSign("Millbrook Auto Recyclers", board);
    expect(two?.lines).toHaveLength(2);
    expect(two?.height).toBeLessThanOrEqual(280);
  });

  it("keep accents that they have, and drop others", () => {
    const outlines = (words: string) =>
      letterSign(words, board)?.lines[0]?.letters.map(({ outline }) => outline);
    expect(outlines("Café")).not.toEqual(outlines("Cafe"));
    expect(outlines("Ňuñez")).toEqual(outlines("Nuñez"));
  });

  it.each([
    ["a character that they lack", "汽车 Joe"],
    ["more words than fit", "Recycled ".repeat(200)],
    ["a word wider than the board", "x".repeat(200)],
    ["nothing but blanks", "  "],
  ])("write nothing of %s", (_name, words) => {
    expect(letterSign(words, board)).toBeUndefined();
  });
});

describe("the card of the business", () => {
  it.each([
    ["a short name", "Joe’s", "Parts"],
    ["the longest name", "Recycled ".repeat(22).trim(), "Used ".repeat(40).trim()],
    ["a name in other letters", "汽车", "Parts"],
  ])("is drawn for %s", async (_name, name, tagline) => {
    const card = await drawSocialCard({ name, tagline });
    expect(card.length).toBeLessThan(100_000);
    expect(await sharp(card).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
    // Green to the edge, white on it.
    const { channels } = await sharp(card).removeAlpha().stats();
    expect(channels.map(({ min, max }) => [min, max])).toEqual([
      [0x0d, 255],
      [0x6b, 255],
      [0x45, 255],
    ]);
  });
});

describe("the picture that goes with a vehicle's link", () => {
  const id = "0123456789abcdef01234567";

  it.each([
    ["the preview's width, where it is kept", `/uploads/${id}-1600x1200-2/1600.webp`, [1200, 900]],
    ["the largest width below that", `/uploads/${id}-800x600-2/800.webp`, [800, 600]],
    ["what is kept of one from before there was AVIF", `/uploads/${id}-1600x1200/1600.webp`, [960, 720]],
  ])("has %s", (_name, imageUrl, [width, height]) => {
    expect(sharedPicture(imageUrl, "A car")).toMatchObject({
      path: imageUrl.replace(/\d+\.webp$/, `${width}.webp`),
      width,
      height,
    });
  });

  it.each([undefined, "/placeholder-car.svg", "https://evil.example/x.webp"])(
    "is none for %s",
    (imageUrl) => {
      expect(sharedPicture(imageUrl, "A car")).toBeUndefined();
    },
  );
});
