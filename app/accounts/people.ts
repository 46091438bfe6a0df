import { z } from "zod";
import { accountEmailSchema, usernameSchema } from "./administrator";
import { ROLES } from "./roles";

/** Where owners see who may sign in. */
export const PEOPLE_PAGE = "/admin/people";
export const ROLES_PAGE = "/admin/people/roles";

/** The page of one account. */
export const personPage = (id: string) => `${PEOPLE_PAGE}/${id}`;

/** Where somebody chooses a password. */
export const CHOOSE_PASSWORD_PAGE = "/choose-password";

/** How long a link to choose a password works. */
export const LINK_HOURS = 72;

export const roleSchema = z.enum(ROLES, "Please choose a role");

/** The form for a new person. */
export const invitationSchema = accountEmailSchema.extend({
  username: z.preprocess((value) => value ?? "", usernameSchema),
  role: roleSchema,
});
