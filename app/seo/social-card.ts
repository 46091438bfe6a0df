/** The preview picture of a shared link, by its path on this site. */
export interface ShareImage {
  path: string;
  width: number;
  height: number;
  alt: string;
}

/** The preview picture of links to this site, for pages without their own. */
export const SOCIAL_CARD = { path: "/social-card.jpg", width: 1200, height: 630 } as const;
