import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const alias = { "~": fileURLToPath(new URL("./app", import.meta.url)) };
const setupFiles = ["./tests/support/environment.ts"];

export default defineConfig({
  test: {
    // Two of the cores: beside a browser and a server, more files at once only wait for each other.
    maxWorkers: 2,
    projects: [
      {
        resolve: { alias },
        test: { name: "models", include: ["tests/models/**/*.test.ts"], setupFiles, testTimeout: 20_000 },
      },
      {
        resolve: { alias },
        test: {
          name: "requests",
          include: ["tests/requests/**/*.test.ts"],
          setupFiles,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "journeys",
          include: ["tests/journeys/**/*.test.ts"],
          setupFiles,
          // A browser beside others is not always done within the second that is waited otherwise.
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
