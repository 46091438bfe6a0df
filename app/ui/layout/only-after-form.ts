import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";

/**
 * For a layout's `shouldRevalidate`: reloads its data only after a successful form post. Offline, a reload on other
 * navigations or after a failed post would replace the page, and what was typed, with an error.
 */
export function onlyAfterForm({ formMethod, actionStatus = 200 }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod !== undefined && formMethod !== "GET" && actionStatus < 400;
}
