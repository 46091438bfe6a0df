import type { Role } from "./roles";

/** The lifetime of an inactive session and of an access token, in seconds. */
export const SESSION_SECONDS = 1_800;

/** The maximum length of a session, in seconds. */
export const SESSION_MAX_SECONDS = 12 * 60 * 60;

/** How long a session that has timed out is kept, in seconds, for forms that are posted too late. */
export const SESSION_KEPT_SECONDS = 24 * 60 * 60;

/** A staff member, as in API responses and in local storage under `user`. */
export interface StaffMember {
  _id: string;
  username: string;
}

/** An open session. */
export interface StaffSession {
  id: string;
  user: StaffMember;
  role: Role;
  /** Whether its account has a second factor. */
  hasSecondFactor: boolean;
  /** When it ends without activity. */
  expiresAt: Date;
  /** When it ends regardless of activity. */
  endsAt: Date;
}
