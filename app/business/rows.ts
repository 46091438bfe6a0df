/** The most rows of each list that the business has. */
export const MAX_ROWS = { team: 50, services: 20, milestones: 50, photos: 12, salesTaxes: 40 } as const;
