import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

/**
 * Makes `server.ts` the entry of the server's bundle, so that the process and the app share one
 * module graph: one configuration, one database connection (see docs/decisions/one-bundle.md).
 */
function serverEntry(): Plugin {
  return {
    name: "server-entry",
    enforce: "post",
    config: (_config, { isSsrBuild }) =>
      isSsrBuild ? { build: { rollupOptions: { input: "./server.ts" } } } : {},
  };
}

export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  plugins: [
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_singleFetch: true,
        v3_routeConfig: true,
        // Every route is in the manifest from the start: no /__manifest door to guard.
        v3_lazyRouteDiscovery: false,
      },
    }),
    serverEntry(),
  ],
  build: { target: "es2022", assetsInlineLimit: 0 },
});
