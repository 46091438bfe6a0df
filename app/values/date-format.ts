// Making a format takes a hundred times as long as using it.
const formats = new Map<string, Intl.DateTimeFormat>();

/** American English dates and times. A format is made once for all that ask for the same. */
export function dateFormat(options: Intl.DateTimeFormatOptions, locale = "en-US"): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}
