const PATHS = {
  alert: "M12 9v5M12 17v.5M12 3l9.5 17h-19z",
  "arrow-left": "M20 12H4M10 6l-6 6 6 6",
  "arrow-right": "M4 12h16M14 6l6 6-6 6",
  calendar: "M4 6h16v14H4zM4 10.5h16M8.5 3v4M15.5 3v4",
  camera: "M3 8h4.5L9 5.5h6L16.5 8H21v11.5H3zM12 17a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z",
  car: "M3 16.5v-4l2-1L7.5 6.5h8l3.5 5 2 1v4h-2M15.5 16.5h-7M5 16.5H3M5.5 11.5H19M11.5 6.5v5M6.75 18.25a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5zM17.25 18.25a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5z",
  check: "M4.5 12.5l5 5 10-11",
  "chevron-down": "M5 9l7 7 7-7",
  "chevron-left": "M15 5l-7 7 7 7",
  "chevron-right": "M9 5l7 7-7 7",
  "chevron-up": "M5 15.5l7-7 7 7",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.5l3.5 2",
  close: "M6 6l12 12M18 6L6 18",
  document: "M6 3h8l4.5 4.5V21H6zM14 3v5h4.5M9.5 12.5h5.5M9.5 16.5h5.5",
  drop: "M12 3.5c3.5 4 5.5 7 5.5 10a5.5 5.5 0 0 1-11 0c0-3 2-6 5.5-10z",
  engine:
    "M8 8h7l2 2.5h2V9h2.5v8H19v-1.5h-1.5L15.5 18H9l-2-2.5H5V10h3zM5 12.75H2.5M2.5 10v5.5M11.5 8V5.5M8.5 5.5h6",
  external: "M13.5 4H20v6.5M20 4l-9 9M17 14v6H4V7h6",
  filter: "M3.5 6h17M7 12h10M10.5 18h3",
  fuel: "M5 20.5V4h9v16.5M3.5 20.5h12M7.5 7.5h4v3.5h-4zM14 12h2.5v5a1.75 1.75 0 0 0 3.5 0V9l-3-3",
  gauge: "M4.5 18.5a9 9 0 1 1 15 0M12 14l4.5-5M12 14.01v-.01",
  gears: "M6 5v14M12 5v14M18 5v7H6",
  key: "M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM10.8 12.2L19 4M15 8l3.5 3.5M17.5 5.5L20 8",
  lock: "M5.5 11h13v9.5h-13zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11",
  logout: "M14 4H5v16h9M10 12h10M16 8l4 4-4 4",
  mail: "M3.5 5.5h17v13h-17zM3.5 7l8.5 6.5L20.5 7",
  menu: "M4 7h16M4 12h16M4 17h16",
  pencil: "M4 20l1-4.5L16 4.5 19.5 8l-11 11zM13.5 7l3.5 3.5",
  phone: "M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a1 1 0 0 1-1 1A16 16 0 0 1 4 5a1 1 0 0 1 1-1z",
  pin: "M12 21c4.5-5 7-8.5 7-11.5a7 7 0 0 0-14 0C5 12.5 7.5 16 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  plus: "M12 5v14M5 12h14",
  printer: "M7 8.5V3.5h10v5M7 17H3.5V8.5h17V17H17M7 14h10v6.5H7z",
  recycle:
    "M8.5 8l2.25-3.75a1.5 1.5 0 0 1 2.5 0L15 7.25M15.25 4v3.5h-3.5M18 11.5l2.25 4a1.5 1.5 0 0 1-1.25 2.25h-5M16.5 15.25L14 17.75l2.5 2.5M9.5 17.75H5a1.5 1.5 0 0 1-1.25-2.25l2.25-4M3 12.25l3.25-1 1 3.25",
  refresh: "M20 11.5A8 8 0 0 0 5.5 7L3.5 9M3.5 4.5V9H8M4 12.5A8 8 0 0 0 18.5 17l2-2M20.5 19.5V15H16",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l4.5 4.5",
  shield: "M12 3l7.5 2.5v6c0 4.5-3 7.5-7.5 9.5-4.5-2-7.5-5-7.5-9.5v-6zM8.5 12l2.5 2.5 4.5-5",
  tag: "M4 4h8l8.5 8.5-8 8L4 12zM8.25 8.26v-.01",
  text: "M4 4.5h16v12h-9l-4.5 4v-4H4zM8 9h8M8 12.5h5",
  trash: "M4.5 7h15M9.5 7V4h5v3M6.5 7l1 13.5h9l1-13.5M10.25 11v5.5M13.75 11v5.5",
  user: "M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6",
  wheel:
    "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM12 3v5.5M12 15.5V21M3 12h5.5M15.5 12H21",
  wrench:
    "M20.5 7.5a5 5 0 0 1-6.75 5.75L8 19a2.12 2.12 0 0 1-3-3l5.75-5.75A5 5 0 0 1 16.5 3.5L13.75 6.25l.75 3.25 3.25.75z",
} as const;

export type IconName = keyof typeof PATHS;

export const ICON_NAMES = Object.keys(PATHS) as IconName[];

/** A line icon, hidden from screen readers: the text next to it, or the button's label, has the meaning. */
export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
