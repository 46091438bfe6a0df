import { useLocation } from "@remix-run/react";
import { collectionAt } from "~/collections";
import type { Collection } from "~/collections/collection";

/** The collection that the page's address names. Its loader has answered 404 where there is none. */
export function useCollection(): Collection {
  const { pathname } = useLocation();
  const collection = collectionAt(pathname);
  if (!collection) throw new Response(null, { status: 404 });
  return collection;
}
