import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";
import { isPublicRoute, publicManifestPath } from "./app/public-manifest";
import { buildElements } from "./scripts/build-elements.mjs";
import { buildFonts } from "./scripts/build-fonts.mjs";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

/**
 * Makes `app/entry.program.ts` the entry of the server's bundle, so that the process and the app share one module graph: one
 * configuration, one database connection (docs/decisions/remix.md). Backup, restore and move have entries of their own,
 * because nothing of the site may be read before a restore (docs/decisions/backup.md).
 */
const SERVER_ENTRIES = {
  index: "./app/entry.program.ts",
  backup: "./app/backup/commands.server.ts",
  move: "./app/move/command.server.ts",
};

/**
 * Compiled code, clients and certificate formats that most sites never load and a build would need more memory for, and a package
 * whose classes a test's database connection shares with the site (app/db/postgres/engine.server.ts). All others are in the bundle,
 * which loads in half the time.
 */
const NOT_BUNDLED = [
  "@node-rs/argon2",
  "@resvg/resvg-js",
  "@simplewebauthn/server",
  "aws4fetch",
  "better-sqlite3",
  "pg",
  "rate-limiter-flexible",
  "sharp",
];

function serverEntry(): Plugin {
  return {
    name: "server-entry",
    enforce: "post",
    config: (_config, { isSsrBuild }) =>
      isSsrBuild
        ? {
            ssr: { noExternal: true, external: NOT_BUNDLED },
            // React's production build, whatever the process is started with. The app reads its own NODE_ENV with the rest.
            define: { "process.env.NODE_ENV": JSON.stringify("production") },
            build: {
              // Names stay as written, so that a stack in the log can be read.
              minify: false,
              // Remix would load a fetch of its own if it were told to; the site uses Node's.
              commonjsOptions: { ignore: ["undici", "@remix-run/web-fetch"] },
              rollupOptions: { input: SERVER_ENTRIES, output: { entryFileNames: "[name].js" } },
            },
          }
        : {},
  };
}

const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@remix-run|turbo-stream)\/|vite\/preload-helper/;
const LAYOUT =
  /app\/(site\/layout\/(site-|contact-lines|hero\.|icon-card|side-panel|public-page)|ui\/layout\/(chip|facts|icon|in-page-link|logo|notice|only-after|open-now|page-title|toast|use-)|ui\/forms\/error-title|api\/client\/timeout|http\/(page-handle|honeypot)|requests\/(part|customer)\.|site\/vehicles\/picture\.|pictures\/picture\.|values\/(normalize|format)\.)/;
/** What pages of lists and records share besides; public pages that hydrate need none of it. */
const RECORDS = /app\/(ui\/layout\/|values\/query-params\.)/;
const FORMS = /node_modules\/@conform-to\/(dom|react)\/|app\/ui\/forms\/(fields|checked-form)\./;

/** What nearly every page that hydrates shares, in one file each: many small files compress worse, and each costs a request. */
function sharedChunks(): Plugin {
  const manualChunks = (id: string) =>
    FRAMEWORK.test(id)
      ? "framework"
      : LAYOUT.test(id)
        ? "layout"
        : FORMS.test(id)
          ? "forms"
          : RECORDS.test(id)
            ? "records"
            : undefined;
  return {
    name: "shared-chunks",
    config: (_config, { isSsrBuild }) =>
      isSsrBuild ? {} : { build: { rollupOptions: { output: { manualChunks } } } },
  };
}

/** Writes Remix's list of all routes again for public pages, with theirs alone: a tenth of it. */
function publicManifest(): Plugin {
  return {
    name: "public-manifest",
    apply: (_config, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
    writeBundle() {
      const folder = fileURLToPath(new URL("./build/client/assets/", import.meta.url));
      for (const name of readdirSync(folder).filter((file) => /^manifest-.*\.js$/.test(file))) {
        const [, start, json] =
          /^(window\.__remixManifest=)(.*);$/s.exec(readFileSync(folder + name, "utf8")) ?? [];
        if (!json) continue;
        const manifest = JSON.parse(json);
        const routes = Object.entries(manifest.routes).filter(([id]) => isPublicRoute(id));
        const text = JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) });
        writeFileSync(folder + publicManifestPath(name), `${start}${text};`);
      }
    },
  };
}

/**
 * Remix's router sorts all routes and compiles their patterns anew for every request and every click, which took longer than most of
 * our loaders. Routes never change here, so it does that once, as React Router has since version 7 (docs/decisions/remix.md).
 */
const ROUTER = /@remix-run\/router\/dist\/router\.js$/;
const SORTED_ONCE = [
  [
    "let branches = flattenRoutes(routes);\n  rankRouteBranches(branches);",
    "let branches = sortedBranches.get(routes);\n" +
      "  if (!branches) rankRouteBranches((branches = flattenRoutes(routes))), sortedBranches.set(routes, branches);",
  ],
  [
    "let [matcher, compiledParams] = compilePath(pattern.path, pattern.caseSensitive, pattern.end);",
    "let key = [pattern.caseSensitive, pattern.end, pattern.path].join();\n" +
      "  let compiled = compiledPaths.get(key);\n" +
      "  if (!compiled) compiledPaths.set(key, (compiled = compilePath(pattern.path, pattern.caseSensitive, pattern.end)));\n" +
      "  let [matcher, compiledParams] = compiled;",
  ],
] as const;

function sortRoutesOnce(): Plugin {
  return {
    name: "sort-routes-once",
    transform(code, id) {
      if (!ROUTER.test(id)) return null;
      for (const [before] of SORTED_ONCE)
        if (!code.includes(before)) throw new Error(`@remix-run/router has changed: it lacks ${before}`);
      const changed = SORTED_ONCE.reduce((text, [before, after]) => text.replace(before, () => after), code);
      return {
        code: `${changed}\nconst sortedBranches = new WeakMap(), compiledPaths = new Map();\n`,
        map: null,
      };
    },
  };
}

/** Files that the app imports by URL, built before it asks for them. */
function generatedAssets(): Plugin {
  return {
    name: "generated-assets",
    async buildStart() {
      await buildFonts();
      await buildElements();
    },
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
        // Every route is in the manifest from the start, so there is no /__manifest to guard.
        v3_lazyRouteDiscovery: false,
      },
    }),
    serverEntry(),
    sortRoutesOnce(),
    generatedAssets(),
    sharedChunks(),
    publicManifest(),
  ],
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
    terserOptions: { ecma: 2020, safari10: false, compress: { passes: 2, inline: 1 } },
    // A data: URL would need its own exception in the content policy.
    assetsInlineLimit: 0,
    rollupOptions: {
      // A resource route has nothing for the browser, and where a package puts its comments is its own affair.
      onwarn: (warning, warn) => {
        if (warning.code !== "EMPTY_BUNDLE" && warning.code !== "INVALID_ANNOTATION") warn(warning);
      },
    },
  },
});
