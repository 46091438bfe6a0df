import { build } from "vite";
import { inProject } from "./project.mjs";

/**
 * Bundles the custom elements (app/ui/elements) that pages load without React: those of every page into one file, and those of a
 * list's page into another.
 */
export async function buildElements() {
  await buildFile("elements", "index.ts");
  await buildFile("list-in-place", "list-in-place.ts");
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
        input: inProject("app", "ui", "elements", source),
        output: { entryFileNames: `${name}.js` },
      },
    },
  });
}
