/**
 * Dispatched on `window` right before the browser is sent to `/login` because the session is over: by timeout, by a
 * logout in another tab or by an extension that was refused. It cannot be cancelled: it is the last moment to keep
 * what has been typed.
 */
export const STAFF_SESSION_ENDING = "staff-session-ending";
