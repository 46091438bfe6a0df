import prompt from "@inquirer/password";
import { PASSWORDS_DIFFER } from "./administrator";

/** Longer input is probably the wrong file. */
const MAX_INPUT_LENGTH = 4096;

/** The typed password, or why there is none. */
type PasswordPrompt = { ok: true; password: string } | { ok: false; message: string };

/**
 * Prompts for a new password: hidden and typed twice at a terminal, otherwise one line of standard input.
 * @param check returns an error message for an invalid password
 */
export async function promptPassword(
  username: string,
  check: (password: string) => string | undefined,
): Promise<PasswordPrompt> {
  if (!process.stdin.isTTY) return readStandardInput();
  try {
    const password = await prompt({
      message: `New password for ${username}:`,
      toggleMask: false,
      validate: (typed) => check(typed) ?? true,
    });
    const again = await prompt({ message: "Type it again:", toggleMask: false });
    if (again !== password) return { ok: false, message: `${PASSWORDS_DIFFER} Nothing was changed.` };
    return { ok: true, password };
  } catch (error) {
    // Ctrl+C, or the terminal is gone.
    if (error instanceof Error && error.name === "ExitPromptError")
      return { ok: false, message: "Nothing was changed." };
    throw error;
  }
}

async function readStandardInput(): Promise<PasswordPrompt> {
  let input = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) {
    input += chunk;
    if (input.length > MAX_INPUT_LENGTH)
      return { ok: false, message: "Standard input is too long for a password." };
  }
  const password = input.replace(/\r?\n$/, "");
  if (!password) return { ok: false, message: "No password came from standard input." };
  return { ok: true, password };
}
