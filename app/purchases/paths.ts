/** The addresses of purchases. Apart from the definition, for pages that only link to them. */
export const PURCHASES_PAGE = "/admin/purchases";
const BUY_PAGE = `${PURCHASES_PAGE}/new`;

/** Buy a Car with everything filled in that the owner of an offered car told us. */
export function buyFromRequest(requestId: string): string {
  return `${BUY_PAGE}?request=${requestId}`;
}

/** A page of a purchase: its own, its bill of sale, what only owners see of the seller, or where that is added. */
export function purchasePage(id: string, page?: "bill-of-sale" | "seller-id" | "photos"): string {
  return [PURCHASES_PAGE, id, page].filter(Boolean).join("/");
}

/** A stored photo about a seller, or the page that removes a stored item. */
export function sellerIdItem(id: string, item: string, page?: "delete"): string {
  return [purchasePage(id, "seller-id"), item, page].filter(Boolean).join("/");
}
