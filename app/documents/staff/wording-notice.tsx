import { Notice } from "~/ui/layout/notice";

/** What staff must know before they print a Buyers Guide (docs/decisions/documents.md). */
export function WordingNotice() {
  return (
    <Notice tone="info" title="Compare the wording with the official form first">
      <p>
        The rule requires the form word for word, and its figures are pictures. The English text was compared
        with copies of the form that dealers use, not with the figures themselves. The Spanish text and the
        type sizes weren't compared with anything official: for a sale in Spanish, use the FTC's own form
        until someone has checked ours.
      </p>
      <p>
        The official form is in the{" "}
        <a href="https://www.ecfr.gov/current/title-16/chapter-I/subchapter-D/part-455" rel="noreferrer">
          rule, 16 CFR Part 455
        </a>{" "}
        and in the FTC's{" "}
        <a
          href="https://www.ftc.gov/business-guidance/resources/dealers-guide-used-car-rule"
          rel="noreferrer"
        >
          Dealer's Guide to the Used Car Rule
        </a>
        . State law may require a warranty, or forbid as-is sales: that choice is yours.
      </p>
    </Notice>
  );
}
