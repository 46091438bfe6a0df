/** The name of the hidden form field that only bots fill in. */
export const HONEYPOT_NAME = "companyUrl";
