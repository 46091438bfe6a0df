import prompt from "@inquirer/password";

/** More than this is no password but a wrong file. */
const MOST_INPUT = 4096;

export type AskedPassword = { ok: true; password: string } | { ok: false; sentence: string };

/**
 * A new password from whoever sits at the terminal, hidden and typed twice; else the one line of standard input.
 * @param check what is wrong with a password, told at once at the terminal
 */
export async function askPassword(
  username: string,
  check: (password: string) => string | undefined,
): Promise<AskedPassword> {
  if (!process.stdin.isTTY) return fromInput();
  try {
    const password = await prompt({
      message: `New password for ${username}:`,
      toggleMask: false,
      validate: (typed) => check(typed) ?? true,
    });
    const again = await prompt({ message: "The same again:", toggleMask: false });
    if (again !== password) return { ok: false, sentence: "The two passwords differ. Nothing was changed." };
    return { ok: true, password };
  } catch (error) {
    // Ctrl+C, or the terminal is gone.
    if (error instanceof Error && error.name === "ExitPromptError")
      return { ok: false, sentence: "Nothing was changed." };
    throw error;
  }
}

async function fromInput(): Promise<AskedPassword> {
  let input = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) {
    input += chunk;
    if (input.length > MOST_INPUT)
      return { ok: false, sentence: "Standard input is too long for a password." };
  }
  const password = input.replace(/\r?\n$/, "");
  if (!password) return { ok: false, sentence: "No password came from standard input." };
  return { ok: true, password };
}
