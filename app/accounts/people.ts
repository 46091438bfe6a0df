import { z } from "zod";
import { requiredLine } from "~/values/text";
import { accountEmailSchema, MAX_USERNAME_LENGTH, usernameSchema } from "./administrator";
import { ROLES } from "./roles";

/** Where owners see who may sign in. */
export const PEOPLE_PAGE = "/admin/people";
export const ROLES_PAGE = "/admin/people/roles";
export const TOKENS_PAGE = "/admin/people/tokens";

/** The page of one account. */
export const personPage = (id: string) => `${PEOPLE_PAGE}/${id}`;

/** Where a password is chosen. */
export const CHOOSE_PASSWORD_PAGE = "/choose-password";

/** How long a link to choose a password works. */
export const LINK_HOURS = 72;

export const roleSchema = z.enum(ROLES, "Please choose a role");

/** The form for a program's token. */
export const tokenSchema = z.object({
  name: requiredLine("Please enter a name", MAX_USERNAME_LENGTH),
  role: roleSchema,
});

/** The form for a new person. */
export const invitationSchema = accountEmailSchema.extend({
  username: z.preprocess((value) => value ?? "", usernameSchema),
  role: roleSchema,
});

export const NAME_TAKEN = "There is already an account with that name";
