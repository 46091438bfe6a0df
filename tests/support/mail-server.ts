import { startMailServer } from "./smtp";

/** The address that the site gives itself in mail, on paper and in links to be shared. */
export const PUBLIC_URL = "http://www.yard.example";

/** Takes what the site of this process sends, where the site sends mail (environment.ts). */
export const mailServer = await startMailServer();
