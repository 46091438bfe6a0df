import { expect, it, vi } from "vitest";
import { socialCard } from "~/seo/social-card.server";

vi.mock("sharp", async (original) => {
  const { default: sharp } = await original<typeof import("sharp")>();
  let calls = 0;
  return {
    default: (input: Buffer) => {
      calls += 1;
      if (calls === 1) throw new Error("out of memory");
      return sharp(input);
    },
  };
});

it("a card whose drawing fails once is drawn at the next request", async () => {
  await expect(socialCard()).rejects.toThrow("out of memory");
  const card = await socialCard();
  expect(card.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  expect(await socialCard()).toBe(card);
});
