import type { Request as ExpressRequest, Response as ExpressResponse } from "express";
import { beforeAll, expect, test, vi } from "vitest";
import { inventoryVersion } from "~/db/changes.server";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { pageCache, storeResponse } from "~/http/page-cache.server";

/** Other addresses than are remembered. */
const MANY = 10_000;

beforeAll(() => migrate(engine));

test("a search is never answered with the page without it, however many other pages were asked for meanwhile", () => {
  const store = (path: string, searchParams: string[] = []) =>
    storeResponse(new Request(`http://yard.example${path}`), {
      ...{
        client: {} as never,
        body: path,
        headers: new Headers(),
        version: inventoryVersion(),
        searchParams,
      },
    });
  const isAnswered = (originalUrl: string) => {
    const [next, setHeaders] = [vi.fn(), vi.fn()];
    const request = { method: "GET", originalUrl, headers: { "if-none-match": "*" } } as ExpressRequest;
    const response = { locals: {}, setHeaders, status: () => response, end: () => response } as never;
    pageCache(request, response as ExpressResponse, next);
    return setHeaders.mock.calls.length > 0 && next.mock.calls.length === 0;
  };
  store("/inventory", ["q"]);
  expect(isAnswered("/inventory?utm_source=mail")).toBe(true);
  expect(isAnswered("/inventory?q=civic")).toBe(false);
  for (let other = 0; other < MANY; other += 1) store(`/about/${other}`);
  expect(isAnswered("/inventory")).toBe(true);
  expect(isAnswered("/inventory?q=civic")).toBe(false);
});
