import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { pictureStore } from "~/pictures/claims.server";
import { renderRecordCard } from "~/seo/draw-record-card.server";
import { renderSocialCard } from "~/seo/draw-social-card.server";
import { cardImage, recordCard } from "~/seo/record-card.server";
import { fitText } from "~/seo/sign-text.server";
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
    ["a name with signs of XML", "A]]> & <Sons>", "Parts"],
  ])("is a green and white sign for %s", async (_name, name, tagline) => {
    const jpeg = await card(name, tagline);
    expect(jpeg.length).toBeLessThan(100_000);
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
    const { data } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
    // The sign's green, in a corner where nothing else is drawn; a JPEG is off by a little.
    for (const [at, expected] of [0x0d, 0x6b, 0x45].entries())
      expect(Math.abs((data[at] ?? 0) - expected), `channel ${at} of the corner`).toBeLessThan(6);
    expect((await sharp(jpeg).stats()).channels.map(({ max }) => max)).toEqual([255, 255, 255]);
  });

  it("keeps accents that its font has, and drops others", async () => {
    expect(await card("Café")).not.toEqual(await card("Cafe"));
    expect(await card("Ňuñez")).toEqual(await card("Nuñez"));
  });

  it("writes & and < as they are", async () => {
    expect(await card("Böhm & <Söhne>")).not.toEqual(await card("Böhm Söhne"));
  });

  it("leaves out what nobody sees", async () => {
    expect(await card("Joe’s \u00ad A\u200bu\u00adto\ufeff")).toEqual(await card("Joe’s Auto"));
  });

  it("takes each letter as a word of its own, or leaves it out", () => {
    const box = { width: 1000, maxHeight: 200, sizes: [100] };
    for (let code = 0; code < 256; code += 1)
      expect([1, undefined]).toContain(fitText(String.fromCharCode(code), box)?.lines.length);
  });

  it.each([
    ["a character that the font lacks", "汽车 Joe"],
    ["more words than fit", "Recycled ".repeat(200)],
    ["a word wider than the sign", "x".repeat(200)],
    ["nothing but blanks", "  "],
    ["nothing that anybody sees", "\u00ad \u200b"],
  ])("shows the logo alone for %s", async (_name, name) => {
    expect(await card(name)).toEqual(await card("汽车"));
    expect(await card(name)).not.toEqual(await card("Joe"));
  });
});

describe("the card of a vehicle or a part", () => {
  const car = { name: "2014 BMW X5 sDrive35i", price: "$12,995", imageUrl: undefined };
  const phone = "(555) 555-0142";
  const pixels = async (jpeg: Buffer, area: Parameters<ReturnType<typeof sharp>["extract"]>[0]) =>
    (await sharp(await sharp(jpeg).extract(area).toBuffer()).stats()).channels.map(({ mean }) =>
      Math.round(mean),
    );

  it("is a JPEG that every site shows, with name, price and phone on a sign", async () => {
    const card = await renderRecordCard({ ...car, phone });
    expect(await sharp(card).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
    expect(card.length).toBeLessThan(150_000);
    for (const other of [
      { name: "2015 BMW X5" },
      { price: "Sold" },
      { phone: "(555) 555-0199" },
      { from: "2010 Accord" },
    ])
      expect(card.equals(await renderRecordCard({ ...car, phone, ...other }))).toBe(false);
  });

  it("has the photo beside the sign", async () => {
    const red = { create: { width: 1600, height: 1200, channels: 3 as const, background: "#c00000" } };
    const stored = await pictureStore.storePicture(await sharp(red).jpeg().toBuffer());
    const imageUrl = stored.ok ? stored.url : "";
    const card = await renderRecordCard({ ...car, imageUrl, phone });
    const [r = 0, g = 0] = await pixels(card, { left: 0, top: 0, width: 700, height: 630 });
    expect([r > 150, g < 40]).toEqual([true, true]);
    const [signRed = 255] = await pixels(card, { left: 740, top: 40, width: 440, height: 40 });
    expect(signRed).toBeLessThan(40);
  });

  it.each([
    ["a photo that is gone", { imageUrl: `/uploads/${"0".repeat(24)}-1600x1200-2/1600.webp` }],
    ["no photo of ours", { imageUrl: "https://evil.example/x.webp" }],
    ["letters that the font lacks", { name: "汽车" }],
    ["a letter that nobody sees", { name: "2010 Honda Civic \u00ad", from: "\u00ad" }],
    ["a name of many words", { name: "Recycled ".repeat(40), from: "Used ".repeat(40) }],
    ["markup", { name: "<image href='x'/>&amp;" }],
  ])("is drawn with %s", async (_what, facts) => {
    const card = await renderRecordCard({ ...car, ...facts, phone });
    expect(await sharp(card).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
  });

  it("is rendered once for all who ask for it", async () => {
    const [one, two] = await Promise.all([recordCard(car), recordCard({ ...car })]);
    expect(one).toBeDefined();
    expect(two).toBe(one);
    expect(await recordCard(car)).toBe(one);
    expect(await recordCard({ ...car, price: "Sold" })).not.toBe(one);
  });

  it("is not rendered where too many wait", async () => {
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, number) => recordCard({ ...car, name: `Car ${number}` })),
    );
    const drawn = all.filter((card) => card !== undefined).length;
    expect([drawn > 10, drawn < 40]).toEqual([true, true]);
  });

  it("has an address that changes with what it shows", () => {
    const { path, width, height, alt } = cardImage("vehicle", "01ARZ3NDEKTSV4RRFFQ69G5FAV", car);
    expect(path).toMatch(/^\/social-card\/vehicle\/01ARZ3NDEKTSV4RRFFQ69G5FAV-[0-9a-f]{8}\.jpg$/);
    expect([width, height]).toEqual([1200, 630]);
    expect(alt).toContain("2014 BMW X5 sDrive35i: $12,995");
    expect(cardImage("vehicle", "01ARZ3NDEKTSV4RRFFQ69G5FAV", { ...car, price: "$9,995" }).path).not.toBe(
      path,
    );
  });
});
