import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";
import { browserChunks } from "./scripts/browser-chunks.mjs";
import { buildFonts } from "./scripts/build-fonts.mjs";

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
      // The server's names stay as they are written, for whoever reads where something failed.
      isSsrBuild ? { build: { minify: false, rollupOptions: { input: "./server.ts" } } } : {},
  };
}

/** What is settled of Remix's ways. */
const FUTURE = {
  v3_fetcherPersist: true,
  v3_relativeSplatPath: true,
  v3_throwAbortReason: true,
  v3_singleFetch: true,
  v3_routeConfig: true,
  // Every route is in the manifest from the start: no /__manifest door to guard.
  v3_lazyRouteDiscovery: false,
};

/**
 * Writes that into Remix's code for the browser, which reads it from the page each time: what is there for the other
 * answer falls away, a fiftieth of the framework. Vite's `define` does not reach it, since most of it is handed on.
 */
function settledFuture(): Plugin {
  const flag = /(?<![\w.])(?:window\.__remixContext\.)?future\.(v3_\w+)/g;
  return {
    name: "settled-future",
    apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    transform: (code, id) =>
      id.includes("node_modules/@remix-run/react/")
        ? code.replace(flag, (read, name) => String(FUTURE[name as keyof typeof FUTURE] ?? read))
        : undefined,
  };
}

/** Few parts for the browser; the server has one file anyway. */
function chunks(): Plugin {
  return {
    name: "chunks",
    config: (_config, { isSsrBuild }) =>
      isSsrBuild ? {} : { build: { rollupOptions: { output: { manualChunks: browserChunks } } } },
  };
}

/** The stylesheet's letters are there before it asks for them. */
function fonts(): Plugin {
  return { name: "fonts", buildStart: buildFonts };
}

export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  plugins: [remix({ future: FUTURE }), settledFuture(), serverEntry(), fonts(), chunks()],
  // Known from the start, so that a first visit in development does not find a second React half way.
  optimizeDeps: {
    include: [
      "react",
      "react/jsx-runtime",
      "react/jsx-dev-runtime",
      "react-dom/client",
      "@remix-run/react",
      "@conform-to/react",
      "@conform-to/zod/v4",
      "zod",
    ],
  },
  build: {
    target: "es2022",
    // Five percent smaller than esbuild makes it, for three seconds of a build.
    minify: "terser",
    // No browser that reads the target has the faults of Safari 10. A function written out where it is called is one more
    // text to compress.
    terserOptions: { ecma: 2020, safari10: false, compress: { passes: 2, inline: 1 } },
    // A data: address would need its own exception in the content policy.
    assetsInlineLimit: 0,
    rollupOptions: {
      // A resource route has nothing for the browser, and where a package puts its comments is its own affair.
      onwarn: (warning, warn) => {
        if (warning.code !== "EMPTY_BUNDLE" && warning.code !== "INVALID_ANNOTATION") warn(warning);
      },
    },
  },
});
