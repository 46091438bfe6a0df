/** What the machine has to say, and which version runs. */
export const MACHINE_PAGE = "/admin/machine";
export const UPDATES_PAGE = "/admin/updates";
