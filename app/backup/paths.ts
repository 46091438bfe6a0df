/** Where staff see the backups. */
export const BACKUPS_PAGE = "/admin/backups";

/** Where staff restore one. */
export const restorePage = (name: string) => `${BACKUPS_PAGE}/${name}`;

/** One as a file. */
export const downloadPath = (name: string) => `${restorePage(name)}/download`;
