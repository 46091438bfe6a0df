// Uploads the pictures that take the most memory, one and four at once, and reports the site's peak. `node drill/pictures.mjs`
import { pathToFileURL } from "node:url";
import sharp from "sharp";
import { STAFF, startDrillSite } from "./site.mjs";

const WIDTH = 8192;
const HEIGHT = 6144;
export const MEMORY_TARGET_MB = 400;

/** @returns for each picture: its name, the statuses of one and of four at once, and the site's peak memory in MB */
export async function uploadLargePictures(chosen = (_name) => true) {
  const rows = [];
  for (const [name, make] of Object.entries(PICTURES)) {
    if (!chosen(name)) continue;
    const bytes = await make();
    const site = await startDrillSite();
    try {
      const upload = await uploader(site);
      const statuses = [await upload(bytes)];
      statuses.push(...(await Promise.all(Array.from({ length: 4 }, () => upload(bytes)))));
      rows.push({ name, kilobytes: Math.round(bytes.length / 1024), statuses, peak: site.peakMemory() });
    } finally {
      await site.stop();
    }
  }
  return rows;
}

const PICTURES = {
  "phone JPEG, 50 MP": () => picture({ channels: 3 }).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  "progressive JPEG, 50 MP": () => picture({ channels: 3 }).jpeg({ progressive: true }).toBuffer(),
  "progressive JPEG, 34 MP": () =>
    picture({ channels: 3, height: 4200 }).jpeg({ progressive: true }).toBuffer(),
  "16-bit interlaced RGBA PNG, 50 MP": () => deep(HEIGHT).png({ progressive: true }).toBuffer(),
  "16-bit interlaced RGBA PNG, 6.5 MP": () => deep(795).png({ progressive: true }).toBuffer(),
  "16-bit RGBA PNG, 6.5 MP": () => deep(795).withMetadata({ orientation: 6 }).png().toBuffer(),
  "interlaced RGBA PNG, 26 MP": () =>
    picture({ channels: 4, height: 3190 })
      .withMetadata({ orientation: 6 })
      .png({ progressive: true })
      .toBuffer(),
  "RGBA PNG, 26 MP": () =>
    picture({ channels: 4, height: 3190 }).withMetadata({ orientation: 6 }).png().toBuffer(),
  "lossy WebP, 50 MP": () => picture({ channels: 4 }).webp({ effort: 0 }).toBuffer(),
  "lossless WebP, 26 MP": () =>
    picture({ channels: 4, height: 3190 }).webp({ lossless: true, effort: 0 }).toBuffer(),
};

function picture({ channels, height = HEIGHT }) {
  const background = { r: 90, g: 120, b: 60, alpha: 0.5 };
  return sharp({ create: { width: WIDTH, height, channels, background }, limitInputPixels: false });
}

function deep(height) {
  return picture({ channels: 4, height }).toColourspace("rgb16");
}

async function uploader(site) {
  const signedIn = await fetch(`${site.url}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(STAFF),
  });
  const { accessToken } = await signedIn.json();
  return async (bytes) => {
    const body = new FormData();
    body.set("image", new Blob([bytes]), "picture");
    const headers = { Authorization: `Bearer ${accessToken}` };
    return (await fetch(`${site.url}/api/admin/upload`, { method: "POST", headers, body })).status;
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const rows = await uploadLargePictures();
  console.table(rows.map(({ statuses, ...row }) => ({ ...row, statuses: statuses.join(" ") })));
  process.exitCode = rows.every(({ peak }) => peak < MEMORY_TARGET_MB) ? 0 : 1;
}
