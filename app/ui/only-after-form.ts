import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";

/**
 * For a layout's `shouldRevalidate`: only a form that went through asks its loader again. After one that did not, or on
 * the way to another page, with the connection gone, asking would lose what stands there and what was typed.
 */
export function onlyAfterForm({ formMethod, actionStatus = 200 }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod !== undefined && formMethod !== "GET" && actionStatus < 400;
}
