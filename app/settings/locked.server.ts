import { config, isVariableSet } from "~/config.server";
import type { SettingField, SettingsSection } from "./sections";

/** A setting that an environment variable has in its place. */
export interface LockedSetting {
  variable: string;
  /** What counts, as the form shows it; empty for a secret. */
  text: string;
}

/** What each variable says, by the names of its settings. A variable that is not here has none to show. */
const TEXTS: Record<string, () => string> = {
  "mail.server": () => smtpUrl()?.hostname ?? "",
  "mail.port": () => smtpUrl()?.port ?? "",
  "mail.user": () => decodeURIComponent(smtpUrl()?.username ?? ""),
  "mail.from": () => config.MAIL_FROM ?? "",
  "mail.notify": () => config.NOTIFY_EMAIL.join("\n"),
  "backups.nightly": () => (config.BACKUP_DIR === undefined ? "" : "yes"),
  "backups.folder": () => config.BACKUP_DIR ?? "",
  "backups.days": () => String(config.BACKUP_KEEP),
  vinOnline: () => (config.VIN_ONLINE ? "yes" : ""),
  "mail.leads": () => config.ADF_EMAIL.join("\n"),
};

/** The settings of a section that cannot be changed here, by name. */
export function lockedSettings({ fields }: SettingsSection): Record<string, LockedSetting> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const variable = lockingVariable(field);
      return variable === undefined
        ? []
        : [[field.name, { variable, text: TEXTS[field.name]?.() ?? "" }] as const];
    }),
  );
}

function lockingVariable({ name, variable }: SettingField): string | undefined {
  // PostgreSQL is backed up with its own tools, whatever is said here.
  if (name.startsWith("backups.") && isVariableSet("DATABASE_URL")) return "DATABASE_URL";
  return variable !== undefined && isVariableSet(variable) ? variable : undefined;
}

function smtpUrl(): URL | undefined {
  return config.SMTP_URL === undefined ? undefined : new URL(config.SMTP_URL);
}
