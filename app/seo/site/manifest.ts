import { business } from "~/business/business.server";
import { fileRoute } from "~/seo/file.server";

const HOUR = 3600;

/** GET /site.webmanifest: name and icons for a phone's home screen. With `browser` it stays a site that is not installed. */
const file = fileRoute(async () => ({
  body: JSON.stringify({
    id: "/",
    name: business.name,
    description: business.tagline,
    lang: "en-US",
    start_url: "/",
    scope: "/",
    display: "browser",
    // --color-sign and --color-page in styles/tokens.css.
    theme_color: "#0d6b45",
    background_color: "#f4f5f3",
    icons: [
      { src: "/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  }),
  type: "application/manifest+json",
  maxAge: HOUR,
}));

export const loader = file.loader;
export const action = file.action;
