/** An event of a calendar file. */
export interface CalendarEvent {
  /** The same in every file of the event, so that a calendar replaces what it has of it. */
  uid: string;
  /** When the event was last changed. */
  changedAt: Date;
  startsAt: Date;
  endsAt: Date;
  summary: string;
  location: string;
  description: string;
}

/** The media type of a calendar file. */
export const CALENDAR_TYPE = "text/calendar; charset=utf-8";

/** The most octets in a line before it is folded. */
const LINE_OCTETS = 75;

/** A calendar file (RFC 5545) of one event, with its times in UTC. */
export function calendarFile(event: CalendarEvent): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Yard//Appointments//EN",
    "BEGIN:VEVENT",
    `UID:${toText(event.uid)}`,
    `DTSTAMP:${toUtc(event.changedAt)}`,
    `DTSTART:${toUtc(event.startsAt)}`,
    `DTEND:${toUtc(event.endsAt)}`,
    `SUMMARY:${toText(event.summary)}`,
    `LOCATION:${toText(event.location)}`,
    `DESCRIPTION:${toText(event.description)}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

/** `20261215T140000Z` */
function toUtc(time: Date): string {
  return time.toISOString().replace(/[-:]|\.\d+/g, "");
}

function toText(text: string): string {
  return (
    text
      .replace(/\r\n?/g, "\n")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the format has no place for them
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, " ")
      .replace(/[\\;,]/g, "\\$&")
      .replaceAll("\n", "\\n")
  );
}

/** A long line continues in the next, after a space; no character is cut in two. */
function fold(line: string): string {
  let folded = "";
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
