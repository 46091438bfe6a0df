import { useSearchParams } from "@remix-run/react";
import { SAVED_PARAM, UNSENT_PARAM } from "~/accounts/saved-form";

/**
 * `path` for a form that posts to another address than the page's own. It keeps what that says about a form that was posted after its
 * session had ended, because this one may be that one, corrected.
 */
export function useActionPath(path: string): string {
  const [params] = useSearchParams();
  const [pathname, query] = path.split("?");
  const search = new URLSearchParams(query);
  for (const name of [UNSENT_PARAM, SAVED_PARAM]) {
    const id = params.get(name);
    if (id !== null) search.set(name, id);
  }
  return search.size === 0 ? path : `${pathname}?${search}`;
}
