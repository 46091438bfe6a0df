/** What an owner does once, when the site is new. */
export const SET_UP_PAGE = "/admin/set-up";

/** Where the first account is named, by the link that the first start prints. */
export const SET_UP_LINK_PAGE = "/set-up";
