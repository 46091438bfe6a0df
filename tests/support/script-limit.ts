/** The most script a public page may ship, in KB as it is sent: for the test that weighs pages, and for `npm run bench:pages`. */
export const MAX_SCRIPT_KB = 102;
