import { isExampleBusiness } from "~/business/example.server";
import { loadOpenSteps } from "~/set-up/steps.server";
import type { TodaySection } from "~/staff/today/section";

/** What is left to set up; the example's name and phone first. */
export async function loadSetUp(): Promise<TodaySection> {
  const steps = await loadOpenSteps();
  const isExample = isExampleBusiness();
  return {
    title: "Set up your yard",
    items: steps.map(({ id, to, title, about }) => ({
      to,
      label: title,
      note: about,
      ...(id === "business" && isExample ? { tone: "late" as const } : {}),
    })),
  };
}
