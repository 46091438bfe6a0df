/** The picture that goes with a link to this site, where the page has none of its own. */
export const SOCIAL_CARD = { path: "/social-card.png", width: 1200, height: 630 } as const;
