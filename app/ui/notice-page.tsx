import type { ReactNode } from "react";
import { RoadClosedDrawing } from "./drawings/road-closed";

interface NoticePageProps {
  title: string;
  sentence: string;
  /** Where no layout around it has a `main`, it is one itself. */
  main?: boolean;
  /** The ways on. */
  children: ReactNode;
}

/** A page that has nothing to show: it, or what it is about, is not there, or something failed. */
export function NoticePage({ title, sentence, main = false, children }: NoticePageProps) {
  const look = "page page--narrow notice-page";
  const words = (
    <>
      <RoadClosedDrawing />
      <h1>{title}</h1>
      <p className="lead">{sentence}</p>
      {children}
    </>
  );
  return main ? (
    <main id="main" className={look} tabIndex={-1}>
      {words}
    </main>
  ) : (
    <div className={look}>{words}</div>
  );
}
