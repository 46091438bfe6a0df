/** False for text of only spaces and zero-width characters. */
export function isVisible(text: string): boolean {
  return /[^\p{Z}\p{Cc}\p{Cf}\p{DI}\u2800]/u.test(text);
}
