import { build } from "vite";
import { inProject } from "./project.mjs";

/**
 * Bundles the custom elements (app/ui/elements) that pages load without React: those of every page into one file, those of a
 * list's page, of a checked form, of photos and of the camera into files of their own; and what these load when it is needed.
 */
export async function buildElements() {
  await buildFile("elements", "ui/elements/index.ts");
  await buildFile("list-in-place", "ui/elements/list-in-place.ts");
  await buildFile("check-in-place", "ui/elements/check-in-place.ts");
  await buildFile("show-later", "ui/elements/show-later.ts");
  await buildFile("shrink-photos", "ui/elements/shrink-photos.ts");
  await buildFile("vin-camera", "ui/elements/vin-camera.ts");
  await buildFile("read-barcodes", "vin/read-barcodes.ts");
  await buildFile("callback-checks", "requests/site/repair/checks.ts");
  await buildFile("sell-car-checks", "requests/site/sell-car/checks.ts");
}

/** Apart from each other, so that none imports a chunk. */
async function buildFile(name, source) {
  await build({
    configFile: false,
    root: inProject(),
    logLevel: "warn",
    publicDir: false,
    resolve: { alias: { "~": inProject("app") } },
    build: {
      target: "es2022",
      minify: "terser",
      outDir: inProject("build", "elements"),
      emptyOutDir: false,
      modulePreload: false,
      rollupOptions: {
        input: inProject("app", source),
        // A module of checks is for its exports.
        preserveEntrySignatures: "strict",
        // Where a package puts its comments is its own affair.
        onwarn: (warning, warn) => warning.code === "INVALID_ANNOTATION" || warn(warning),
        output: { entryFileNames: `${name}.js` },
      },
    },
  });
}
