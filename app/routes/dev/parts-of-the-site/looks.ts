/** What a pointer, the keyboard or the browser does to a part. */
const LOOKS = /:(hover|active|focus-visible|autofill)/g;

/**
 * Lets an element stand in a state that nobody is causing, by its `data-look="hover"`: each rule of the page's own
 * sheets that waits for a state takes that word too. So the gallery shows the real rules, and needs no copy of them.
 */
export function letLooksStand(): void {
  eachRule(document, (rule) => {
    if (
      rule instanceof CSSStyleRule &&
      LOOKS.test(rule.selectorText) &&
      !rule.selectorText.includes("data-look")
    ) {
      rule.selectorText = rule.selectorText.replace(LOOKS, ':is(:$1, [data-look~="$1"])');
    }
  });
}

/** Shows a document as it goes to paper: the rules for print hold on the screen, those for the screen no longer. */
export function layOnPaper(page: Document): void {
  eachRule(page, (rule) => {
    // A frame's rules are made by the frame's own classes.
    if (!("media" in rule)) return;
    const { media } = rule as CSSMediaRule;
    media.mediaText = media.mediaText.replace(/\b(print|screen)\b/g, (medium) => SWAPPED[medium] ?? medium);
  });
}

const SWAPPED: Record<string, string> = { print: "screen", screen: "print" };

function eachRule(page: Document, visit: (rule: CSSRule) => void): void {
  for (const sheet of page.styleSheets) {
    if (sheet.href?.startsWith(location.origin)) visitAll(sheet.cssRules, visit);
  }
}

function visitAll(rules: CSSRuleList, visit: (rule: CSSRule) => void): void {
  for (const rule of rules) {
    visit(rule);
    if ("cssRules" in rule) visitAll((rule as CSSGroupingRule).cssRules, visit);
  }
}
