interface DrawingProps {
  /** SVG files as text, each in front of the ones before it. */
  svgs: readonly string[];
  className?: string;
}

/** Drawings as one `<svg>` of the page, whose fonts and styles they use; decorative. */
export function Drawing({ svgs, className }: DrawingProps) {
  const drawings = svgs.map((svg) => /<svg [^>]*viewBox="([^"]*)"[^>]*>(.*)<\/svg>/s.exec(svg) ?? []);
  return (
    <svg
      className={className}
      viewBox={drawings[0]?.[1]}
      aria-hidden="true"
      focusable="false"
      // A space between the words of the drawing, which text browsers show.
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of ours, which no visitor's text is in.
      dangerouslySetInnerHTML={{
        __html: drawings.map(([, , shapes = ""]) => shapes.replace(/\n */g, " ")).join(""),
      }}
    />
  );
}
