import "./project.mjs";
import { buildDataIfStale, installWhatIsMissing } from "./ready.mjs";
import { printStartError, printUrls, showFirstAccount } from "./serve.mjs";

process.env.NODE_ENV = "development";
await installWhatIsMissing();
await buildDataIfStale();
const { createServer } = await import("vite");
// Separate ports and caches, so that two can run side by side.
const port = Number(process.env.PORT || 3000);
const vite = await createServer({
  cacheDir: `node_modules/.vite-${port}`,
  server: { middlewareMode: true, hmr: { port: (port + 20_000) % 65_536 } },
});
try {
  const site = await vite.ssrLoadModule("/app/entry.program.ts");
  let setUpKey;
  const server = await site.serve({
    vite,
    showFirstAccount: (account) => {
      ({ setUpKey } = account);
      showFirstAccount(account);
    },
  });
  await printUrls(site, server, setUpKey);
} catch (error) {
  printStartError(error);
  process.exit(1);
}
