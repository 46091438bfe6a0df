import { z } from "zod";
import { optionalMessage } from "~/values/text";
import { type BuyersGuide, GUIDE_BOXES, type GuideBox, hasDealerWarranty, WARRANTIES } from "./buyers-guide";

/** What fits in the form's two boxes: this many lines of this many capitals. */
const MAX_LINES = 10;
const LETTERS_PER_LINE = 42;

const MESSAGES = {
  warranty: "Please choose a warranty",
  asIs: "Your settings don't allow as-is sales. Please choose another.",
  percent: "Please enter a whole number from 0 to 100",
  laborPercent: "Please enter the percentage of the labor",
  partsPercent: "Please enter the percentage of the parts",
  nothing: "A limited warranty pays some of the labor or the parts",
  systems: "Please list the systems covered",
  duration: "Please enter the duration",
  shorthand: "Please list the systems one by one. The rule doesn't accept “power train” or “drive train”.",
  tooLong: `Please shorten this to at most ${MAX_LINES} lines`,
};

const percent = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((given, context) => {
    const text = String(given ?? "").replace(/[\s%]/g, "");
    if (text === "") return undefined;
    if (/^\d{1,3}$/.test(text) && Number(text) <= 100) return Number(text);
    context.addIssue({ code: "custom", message: MESSAGES.percent });
    return z.NEVER;
  });

const coverage = optionalMessage(500).refine((text) => countLines(text) <= MAX_LINES, MESSAGES.tooLong);

/** A checkbox of the form, or a boolean. */
const box = z.preprocess((value) => value === true || value === "yes", z.boolean());
const boxes = Object.fromEntries(GUIDE_BOXES.map((name) => [name, box])) as Record<GuideBox, typeof box>;

const fields = z.object({
  warranty: z.enum(WARRANTIES, MESSAGES.warranty),
  laborPercent: percent,
  partsPercent: percent,
  systems: coverage,
  duration: coverage,
  systemsSpanish: coverage,
  durationSpanish: coverage,
  ...boxes,
});

export const BUYERS_GUIDE_FIELDS = Object.keys(fields.shape);

/**
 * The choices for a vehicle's Buyers Guide, of the form, the database and the business file alike. A dealer's warranty needs
 * its systems and duration, a limited one its percentages too (16 CFR 455.2(b)). What the chosen warranty does not have is
 * dropped.
 */
export function buyersGuideSchema({ asIsAllowed }: { asIsAllowed: boolean }) {
  return fields
    .superRefine((guide, context) => {
      const refuse = (path: keyof BuyersGuide, message: string) =>
        context.addIssue({ code: "custom", path: [path], message });
      if (guide.warranty === "as-is" && !asIsAllowed) refuse("warranty", MESSAGES.asIs);
      if (guide.warranty === "limited") {
        const { laborPercent, partsPercent } = guide;
        if (laborPercent === undefined) refuse("laborPercent", MESSAGES.laborPercent);
        if (partsPercent === undefined) refuse("partsPercent", MESSAGES.partsPercent);
        if (laborPercent === 0 && partsPercent === 0) refuse("laborPercent", MESSAGES.nothing);
      }
      if (!hasDealerWarranty(guide)) return;
      if (!guide.systems) refuse("systems", MESSAGES.systems);
      else if (/\b(power|drive)[\s-]?train\b/i.test(guide.systems)) refuse("systems", MESSAGES.shorthand);
      if (!guide.duration) refuse("duration", MESSAGES.duration);
    })
    .transform((guide): BuyersGuide => {
      const { laborPercent, partsPercent, systems, duration, systemsSpanish, durationSpanish, ...rest } =
        guide;
      return {
        ...rest,
        ...(guide.warranty === "limited" ? { laborPercent, partsPercent } : {}),
        ...(hasDealerWarranty(guide) ? { systems, duration, systemsSpanish, durationSpanish } : {}),
      };
    });
}

function countLines(text: string | undefined): number {
  const lines = text?.split("\n") ?? [];
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LETTERS_PER_LINE)), 0);
}
