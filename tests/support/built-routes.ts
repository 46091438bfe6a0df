import { request } from "node:http";
import { COLLECTIONS } from "~/collections";
import type { Site } from "./site";

/** A route of the built site, as its own manifest lists it. */
export interface BuiltRoute {
  id: string;
  /** The whole path, `:id` and `*` filled with the sample. */
  path: string;
  /** It and what lies around it, the root aside. */
  chain: string[];
  hasLoader: boolean;
  hasAction: boolean;
}

interface ManifestEntry {
  id: string;
  parentId?: string;
  path?: string;
  hasLoader: boolean;
  hasAction: boolean;
}

/** Every route below a path, read from the manifest that the built site gives to browsers: none can be forgotten. */
export async function builtRoutesBelow(site: Site, start: string, sample: string): Promise<BuiltRoute[]> {
  // A public page's manifest has the public routes alone.
  const page = await (await site.fetch("/login")).text();
  const address = /\/assets\/manifest-[\w-]+\.js/.exec(page)?.[0];
  if (!address) throw new Error("The page names no manifest.");
  const script = await (await site.fetch(address)).text();
  const manifest = JSON.parse(script.replace(/^window\.__remixManifest=|;\s*$/g, "")) as {
    routes: Record<string, ManifestEntry>;
  };
  const all = Object.values(manifest.routes)
    .map((entry) => ({ entry, chain: chainOf(entry, manifest.routes) }))
    .map(({ entry, chain }) => ({
      entry,
      chain,
      path: `/${chain.flatMap(({ path }) => path ?? []).join("/")}`,
    }));
  const written = new Set(all.map(({ path }) => path));
  const below = all.flatMap(({ entry, chain, path: pattern }) =>
    pathsOf(pattern, written).map((path) => ({
      id: entry.id,
      path: path.replace(/:\w+/g, sample).replace("*", "x/y/z/z"),
      chain: chain.map(({ id }) => id),
      hasLoader: entry.hasLoader,
      hasAction: entry.hasAction,
    })),
  );
  return below.filter(({ path }) => path === start || path.startsWith(`${start}/`));
}

/** A route of every collection has an address for each, except where a collection has a page of its own there. */
function pathsOf(path: string, written: ReadonlySet<string>): string[] {
  if (!path.includes(":collection")) return [path];
  const paths = COLLECTIONS.map(({ list }) => path.replace(":collection", list.name));
  return paths.filter((one) => !written.has(one));
}

function chainOf(entry: ManifestEntry, routes: Record<string, ManifestEntry>): ManifestEntry[] {
  const parent = entry.parentId ? routes[entry.parentId] : undefined;
  if (entry.id === "root") return [];
  return [...(parent ? chainOf(parent, routes) : []), entry];
}

export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A request whose path is sent as it is written: `fetch` would tidy its dots and slashes. */
export function rawRequest(
  site: Site,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = "",
): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(site.url);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        method,
        path,
        headers: { Host: host, ...headers, ...(body ? { "Content-Length": Buffer.byteLength(body) } : {}) },
      },
      (answer) => {
        let received = "";
        answer.setEncoding("utf8");
        answer.on("data", (chunk: string) => {
          received += chunk;
        });
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: received }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}
