import { createServer } from "node:http";
import { expect, it } from "vitest";
import { networkUrls, setUpUrls, signInUrl, siteUrl } from "~/entry.program";

async function listening(host: string | undefined) {
  const server = createServer((_request, response) => response.end("here"));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return server;
}

it.each([
  ["127.0.0.2", /^http:\/\/127\.0\.0\.2:\d+$/],
  ["127.0.0.1", /^http:\/\/localhost:\d+$/],
  ["0.0.0.0", /^http:\/\/localhost:\d+$/],
])("where the site listens on %s, the addresses that a start prints are answered", async (host, expected) => {
  const server = await listening(host);
  try {
    const url = siteUrl(server);
    expect(url).toMatch(expected);
    expect(setUpUrls(server, "key").url).toMatch(new RegExp(`^${url}/`));
    expect(signInUrl(server)).toBe(`${url}/login`);
    for (const address of [url, ...networkUrls(server)])
      expect(await (await fetch(address)).text()).toBe("here");
    if (host !== "0.0.0.0") expect(networkUrls(server)).toEqual([]);
  } finally {
    server.close();
  }
});
