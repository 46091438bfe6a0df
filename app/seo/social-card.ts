/** The preview picture of links to this site, for pages without a picture of their own. */
export const SOCIAL_CARD = { path: "/social-card.png", width: 1200, height: 630 } as const;
