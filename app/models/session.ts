/** How long a session stays open without activity, in seconds; also an access token's life (decisions, section 4). */
export const SESSION_SECONDS = 1_800;

/** Where a session ends for good, in seconds after sign-in (decisions, section 4). */
export const SESSION_MAX_SECONDS = 12 * 60 * 60;

/** A member of staff as pages, the API and local storage's `user` know them. */
export interface StaffMember {
  _id: string;
  username: string;
}

/** A session that is open. */
export interface StaffSession {
  id: string;
  user: StaffMember;
  /** When it ends unless something happens. */
  expiresAt: Date;
  /** When it ends for good. */
  endsAt: Date;
}
