import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import type { RequestHandler } from "express";
import { sendError } from "./error-response.server";
import { routedPath } from "./routed-path.server";

/**
 * Answers 404 to `/api/parts.data` and the like. Remix also reads what isn't a page by such an address, for which no page asks: the whole
 * file or list in memory, before it sends the first byte.
 */
export function rejectDataOfFiles({ routes }: Pick<ServerBuild, "routes">): RequestHandler {
  const all = Object.values(routes).filter((route) => route !== undefined);
  const childrenOf = (id?: string): Tree[] =>
    all
      .filter(({ parentId }) => parentId === id)
      .map(({ id, path, index }) =>
        index ? { id, path, index: true } : { id, path, children: childrenOf(id) },
      );
  const tree = childrenOf();
  return (request, response, next) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const [, path] = isRead ? (/^(.*)\.data$/.exec(routedPath(request)) ?? []) : [];
    const leaf = path === undefined ? undefined : matchRoutes(tree, path || "/")?.at(-1)?.route.id;
    if (leaf === undefined || routes[leaf]?.module.default) next();
    else sendError(request, response, 404, "Page not found");
  };
}

type Tree = { id: string; path?: string | undefined } & (
  | { index: true }
  | { index?: false; children: Tree[] }
);
