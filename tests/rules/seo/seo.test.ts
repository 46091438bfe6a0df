import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { shareImage } from "~/seo/share-image";
import { renderSocialCard } from "~/seo/social-card.server";
import { truncate } from "~/values/format";

describe("a text that is too long", () => {
  it.each([
    ["is left alone where it fits", "One two three", 13, "One two three"],
    ["ends behind a whole word", "One two three four", 13, "One two…"],
    ["leaves no sign hanging", "Contact | Millbrook", 12, "Contact…"],
    ["is put on one line", "One\n\ntwo ", 13, "One two"],
    ["is cut where it is one word", "x".repeat(20), 5, "xxxx…"],
    ["is not cut through a character", "👍👍👍👍", 4, "👍…"],
  ])("%s", (_name, text, most, expected) => {
    const short = truncate(text, most);
    expect(short).toBe(expected);
    expect(short.length).toBeLessThanOrEqual(most);
  });
});

describe("the social card", () => {
  const card = (name: string, tagline = "Parts") => renderSocialCard({ name, tagline });

  it.each([
    ["a short name", "Joe’s", "Parts"],
    ["the longest name", "Recycled ".repeat(22).trim(), "Used ".repeat(40).trim()],
    ["a name in another script", "汽车", "Parts"],
  ])("is a green and white sign for %s", async (_name, name, tagline) => {
    const png = await card(name, tagline);
    expect(png.length).toBeLessThan(100_000);
    expect(await sharp(png).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
    const { channels } = await sharp(png).removeAlpha().stats();
    expect(channels.map(({ min, max }) => [min, max])).toEqual([
      [0x0d, 255],
      [0x6b, 255],
      [0x45, 255],
    ]);
  });

  it("keeps accents that its font has, and drops others", async () => {
    expect(await card("Café")).not.toEqual(await card("Cafe"));
    expect(await card("Ňuñez")).toEqual(await card("Nuñez"));
  });

  it("writes & and < as they are", async () => {
    expect(await card("Böhm & <Söhne>")).not.toEqual(await card("Böhm Söhne"));
  });

  it.each([
    ["a character that the font lacks", "汽车 Joe"],
    ["more words than fit", "Recycled ".repeat(200)],
    ["a word wider than the sign", "x".repeat(200)],
    ["nothing but blanks", "  "],
  ])("shows the logo alone for %s", async (_name, name) => {
    expect(await card(name)).toEqual(await card("汽车"));
    expect(await card(name)).not.toEqual(await card("Joe"));
  });
});

describe("the picture that goes with a vehicle's link", () => {
  const id = "0123456789abcdef01234567";

  it.each([
    ["the preview's width, where it is kept", `/uploads/${id}-1600x1200-2/1600.webp`, [1200, 900]],
    ["the largest width below that", `/uploads/${id}-800x600-2/800.webp`, [800, 600]],
    ["what is kept of one from before there was AVIF", `/uploads/${id}-1600x1200/1600.webp`, [960, 720]],
  ])("has %s", (_name, imageUrl, [width, height]) => {
    expect(shareImage(imageUrl, "A car")).toMatchObject({
      path: imageUrl.replace(/\d+\.webp$/, `${width}.webp`),
      width,
      height,
    });
  });

  it.each([undefined, "/placeholder-car.svg", "https://evil.example/x.webp"])(
    "is none for %s",
    (imageUrl) => {
      expect(shareImage(imageUrl, "A car")).toBeUndefined();
    },
  );
});
