/** Where staff see the backups. */
export const BACKUPS_PAGE = "/admin/backups";

/** Where staff restore one. */
export const restorePage = (name: string) => `${BACKUPS_PAGE}/${name}`;

/** Where staff type their password to download one. */
export const downloadPage = (name: string) => `${restorePage(name)}/download`;

/** Where staff delete one. */
export const deletePage = (name: string) => `${restorePage(name)}/delete`;

/** One as a file, for someone with the key that the password gave them. */
export const zipPath = (name: string) => `${restorePage(name)}/zip`;
