/** What a pointer, the keyboard or the browser does to a part. */
const LOOKS = /:(hover|active|focus-visible|autofill)/g;

/**
 * Lets an element stand in a state that nobody is causing, by its `data-look="hover"`: each rule of the page's own
 * sheets that waits for a state takes that word too. So the gallery shows the real rules, and needs no copy of them.
 */
export function letLooksStand(): void {
  for (const sheet of document.styleSheets) {
    if (sheet.href?.startsWith(location.origin)) widen(sheet.cssRules);
  }
}

function widen(rules: CSSRuleList): void {
  for (const rule of rules) {
    if (
      rule instanceof CSSStyleRule &&
      LOOKS.test(rule.selectorText) &&
      !rule.selectorText.includes("data-look")
    ) {
      rule.selectorText = rule.selectorText.replace(LOOKS, ':is(:$1, [data-look~="$1"])');
    }
    if (rule instanceof CSSGroupingRule) widen(rule.cssRules);
  }
}
