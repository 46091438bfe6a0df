import sharp from "sharp";
import type { Outcome } from "./cases";
import { newFolder, startSite } from "./site";
import { signIn, uploadPicture } from "./staff";

const MEMORY_TARGET_MB = 400;
const WIDTH = 8192;
const HEIGHT = 6144;

/** Uploads the pictures that take the most memory, each alone and then four at once, to a site of its own. */
export async function largePictures(): Promise<Outcome> {
  const peaks: string[] = [];
  let ok = true;
  for (const [name, make] of Object.entries(PICTURES)) {
    const bytes = await make();
    const site = await startSite(newFolder());
    const { token = "" } = await signIn(site.url);
    const upload = async (picture: Buffer) => (await uploadPicture(site.url, token, picture)).status;
    const statuses = new Set([await upload(bytes)]);
    for (const status of await Promise.all([1, 2, 3, 4].map(() => upload(bytes)))) statuses.add(status);
    const peak = site.peakMemory();
    site.kill("SIGKILL");
    await site.ended;
    peaks.push(`${name} (${[...statuses].join(", ")}) ${peak} MB`);
    ok &&= peak < MEMORY_TARGET_MB;
  }
  return { happened: peaks.join("; "), ok };
}

/** The largest of each kind that is accepted, and one that is not. */
const PICTURES: Record<string, () => Promise<Buffer>> = {
  "phone JPEG, 50 MP": () => picture({ channels: 3 }).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  "progressive JPEG, 34 MP": () =>
    picture({ channels: 3, height: 4200 }).jpeg({ progressive: true }).toBuffer(),
  "interlaced RGBA PNG, 26 MP": () =>
    picture({ channels: 4, height: 3190 })
      .withMetadata({ orientation: 6 })
      .png({ progressive: true })
      .toBuffer(),
  "lossless WebP, 26 MP": () =>
    picture({ channels: 4, height: 3190 }).webp({ lossless: true, effort: 0 }).toBuffer(),
  "16-bit interlaced RGBA PNG, 50 MP": () =>
    picture({ channels: 4 }).toColourspace("rgb16").png({ progressive: true }).toBuffer(),
};

function picture({ channels, height = HEIGHT }: { channels: 3 | 4; height?: number }) {
  const background = { r: 90, g: 120, b: 60, alpha: 0.5 };
  return sharp({ create: { width: WIDTH, height, channels, background }, limitInputPixels: false });
}
