import { listAdministrators } from "~/accounts/administrator.server";
import { BACKUPS_PAGE } from "~/backup/paths";
import { readBackupStatus } from "~/backup/status.server";
import { canLeaveOut, exampleSections, isExampleBusiness, withoutExample } from "~/business/example.server";
import { config } from "~/config.server";
import { actor, now } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import { isMailOn } from "~/mail/settings.server";
import { findSection, type SectionId, sectionPath } from "~/settings/sections";
import { saveUnsaved } from "~/settings/settings.server";
import { findSetting, storeSetting } from "~/settings/store.server";
import { SET_UP_PAGE } from "./paths";

/** Something that an owner does once, when the site is new. */
interface SetUpStep {
  id: string;
  title: string;
  about: string;
  to: string;
  /** The pages of a step that has several. */
  links: { title: string; to: string }[];
  /** Whether the site can say nothing instead of what the example says. */
  canLeaveOut: boolean;
  isDone: boolean;
  isSkipped: boolean;
}

interface StepDefinition extends Pick<SetUpStep, "id" | "title" | "about" | "to"> {
  isDone: () => Promise<boolean>;
  /** The sections that a step has instead of a page. */
  sections?: () => Promise<SectionId[]>;
}

const STEPS: readonly StepDefinition[] = [
  {
    id: "business",
    title: "Your yard's name, phone and address",
    about: "Until then, every page says that these are example details, and search engines are kept away.",
    to: sectionPath("business"),
    isDone: async () => !isExampleBusiness(),
  },
  {
    id: "hours",
    title: "Opening hours",
    about: "So visitors see whether you're open.",
    to: sectionPath("hours"),
    isDone: async () => (await findSetting("hours")) !== undefined,
  },
  {
    id: "look",
    title: "Logo, color and photos",
    about: "Your own in place of the site's green sign.",
    to: sectionPath("look"),
    isDone: async () => (await findSetting("look")) !== undefined,
  },
  {
    id: "facts",
    title: "Team, history, promises, sales tax and store",
    about:
      "Your site and documents show the sample text for these until you save your own, save it as it is, or leave it out.",
    to: SET_UP_PAGE,
    isDone: async () => (await unsavedExample()).length === 0,
    sections: unsavedExample,
  },
  {
    id: "people",
    title: "Your people",
    about: "An account for each, so the history says who did what.",
    to: "/admin/people",
    isDone: async () => (await listAdministrators()).length > 1,
  },
  {
    id: "mail",
    title: "Email",
    about: "So you hear of requests at once, and customers get an answer.",
    to: sectionPath("mail"),
    isDone: async () => isMailOn(),
  },
  {
    id: "backups",
    title: "Backups",
    about: "So a broken disk or a wrong click costs you nothing.",
    to: BACKUPS_PAGE,
    isDone: async () => config.DATABASE_URL !== undefined || readBackupStatus(now()).last !== undefined,
  },
  {
    id: "import",
    title: "Your cars and parts",
    about: "From a spreadsheet or another program. You can also type them in.",
    to: "/admin/import",
    isDone: hasInventory,
  },
];

/** The row of the settings that says which steps were skipped. It isn't a section, and is never exported. */
const SKIPPED = "setUp";

/** Every step, in its order. */
export async function loadSteps(): Promise<SetUpStep[]> {
  const { skipped } = await readSkipped();
  return Promise.all(
    STEPS.map(async ({ isDone, sections, ...step }) => {
      const ids = (await sections?.()) ?? [];
      return {
        ...step,
        links: ids.map((id) => ({ title: findSection(id)?.title ?? id, to: sectionPath(id) })),
        canLeaveOut: ids.some(canLeaveOut),
        isDone: await isDone(),
        isSkipped: skipped.includes(step.id),
      };
    }),
  );
}

/** The steps that are neither done nor skipped; none on a site that shows the example on purpose. */
export async function loadOpenSteps(): Promise<SetUpStep[]> {
  if (config.EXAMPLE_SITE) return [];
  return (await loadSteps()).filter(({ isDone, isSkipped }) => !isDone && !isSkipped);
}

/** Whether any step is open. */
export async function isSettingUp(): Promise<boolean> {
  return (await loadOpenSteps()).length > 0;
}

/** Skips a step, or with no id all of them. */
export async function skipSteps(id?: string): Promise<void> {
  await transaction(async () => {
    const { skipped, version } = await readSkipped();
    const ids = STEPS.map((step) => step.id).filter((one) => id === undefined || one === id);
    const value = { skipped: [...new Set([...skipped, ...ids])] };
    await storeSetting(SKIPPED, value, { version: version + 1, at: now(), by: actor().username });
  });
}

async function readSkipped(): Promise<{ skipped: readonly string[]; version: number }> {
  const row = await findSetting(SKIPPED);
  const stored: unknown = row && JSON.parse(row.value);
  const skipped = (stored as { skipped?: unknown } | undefined)?.skipped;
  return { skipped: Array.isArray(skipped) ? skipped : [], version: row?.version ?? 0 };
}

async function hasInventory(): Promise<boolean> {
  for (const table of ["dismantledVehicles", "retailVehicles", "parts"] as const) {
    const kept = db.selectFrom(table).select("id").where("deletedAt", "is", null);
    if (await kept.limit(1).executeTakeFirst()) return true;
  }
  return false;
}

/** The sections with facts of the example that nobody has looked at and saved. */
async function unsavedExample(): Promise<SectionId[]> {
  if (config.EXAMPLE_SITE) return [];
  // The yard itself is a separate step.
  const sections = exampleSections().filter((id) => id !== "business");
  const saved = await Promise.all(sections.map(async (id) => ({ id, row: await findSetting(id) })));
  return saved.filter(({ row }) => row === undefined).map(({ id }) => id);
}

/** The sections that still say something of the example's: the yard itself too, though it was saved. */
export async function loadExampleSections(): Promise<SectionId[]> {
  const unsaved = await unsavedExample();
  const isYard = !config.EXAMPLE_SITE && exampleSections().includes("business");
  return isYard ? ["business", ...unsaved] : unsaved;
}

/** Takes off the site what the example says in sections that nobody has saved, if a yard can do without. */
export async function leaveOutExample(): Promise<void> {
  await saveUnsaved(await unsavedExample(), withoutExample);
}
