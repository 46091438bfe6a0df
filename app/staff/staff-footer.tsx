/** The footer of work screens: a line, with the link that every page has. */
export function StaffFooter() {
  return (
    <footer className="small screen-only">
      <p className="page tap-links">
        <a href="/privacy-policy">Privacy Policy</a>
      </p>
    </footer>
  );
}
