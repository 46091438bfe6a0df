import { build } from "vite";
import { inProject } from "./project.mjs";

/** Bundles the custom elements of every page (app/ui/elements) into one file, which app/root.tsx loads. */
export async function buildElements() {
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
      modulePreload: false,
      rollupOptions: {
        input: inProject("app", "ui", "elements", "index.ts"),
        output: { entryFileNames: "elements.js" },
      },
    },
  });
}
