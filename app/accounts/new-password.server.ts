import { business } from "~/business/business.server";
import { toNormalForm } from "~/values/normalize";
import { newPasswordSchema } from "./administrator";
import commonPasswordList from "./common-passwords.txt?raw";
import { isWeakPassword, WEAK_PASSWORD_MESSAGE } from "./weak-password";

/** The message for one of the most used passwords. */
const COMMON_PASSWORD_MESSAGE =
  "That's one of the most common passwords. Choose another one, such as three or four words that you make up.";

/** In lowercase; docs/decisions/sign-in.md says where the list is from. */
const commonPasswords = new Set(commonPasswordList.trim().split(/\r?\n/));

/**
 * The rules for a new password of this account, on the account page, in `npm run staff` and in `ADMIN_PASSWORD`: its length,
 * not one of the most used, and not made of names alone (docs/decisions/sign-in.md).
 */
export function newPasswordSchemaFor(username: string) {
  return newPasswordSchema
    .refine(
      (password) => !commonPasswords.has(toNormalForm(password, "NFKC").toLowerCase()),
      COMMON_PASSWORD_MESSAGE,
    )
    .refine(
      (password) => !isWeakPassword(password, { username, business: business.name }),
      WEAK_PASSWORD_MESSAGE,
    );
}
