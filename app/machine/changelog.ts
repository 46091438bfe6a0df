/** A release's tag, such as `v1.2.0`. */
export const TAG = /^v?(\d+)\.(\d+)\.(\d+)$/;

/** What a release changes, as CHANGELOG.md has it. */
export interface Changes {
  version: string;
  text: string;
}

/** Negative if the first version is the older one. */
export function compareTags(one: string, other: string): number {
  const [first, second] = [one, other].map((tag) => TAG.exec(tag)?.slice(1).map(Number) ?? [0, 0, 0]);
  for (const at of [0, 1, 2]) {
    const difference = (first?.[at] ?? 0) - (second?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The sections of a changelog, each under its version, newest first. */
export function sectionsOf(changelog: string): Changes[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = "", ...lines] = section.split("\n");
      return { version: /[\d.]+/.exec(heading)?.[0] ?? heading.trim(), text: lines.join("\n").trim() };
    });
}

/** A heading, a paragraph or a list of a changelog; a list has several texts. */
interface Block {
  kind: "heading" | "paragraph" | "list";
  texts: string[];
}

/** The blocks of a section, whose lines are broken anywhere. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let isNew = true;
  for (const line of text.split("\n").map((one) => one.trimEnd())) {
    const last = blocks.at(-1);
    const [, mark, rest = ""] = /^(### |- )(.*)$/.exec(line) ?? [];
    if (line === "") isNew = true;
    else if (mark === "- " && last?.kind === "list") last.texts.push(rest);
    else if (mark) blocks.push({ kind: mark === "- " ? "list" : "heading", texts: [rest] });
    else if (isNew || !last || last.kind === "heading") blocks.push({ kind: "paragraph", texts: [line] });
    else last.texts.push(`${last.texts.pop()} ${line.trim()}`);
    if (line !== "") isNew = false;
  }
  return blocks;
}

/** A run of a text that is written in one way. */
export interface Run {
  kind: "plain" | "code" | "bold";
  text: string;
}

/** The runs of a text; of a link, which leads to a file of the repository, only its words. */
export function runsOf(text: string): Run[] {
  const words = text.replace(/\[([^\][]*)\]\([^()]*\)/g, "$1");
  return words.split(/(`[^`]+`|\*\*[^*]+\*\*)/).flatMap((part): Run[] => {
    if (part === "") return [];
    if (/^`.+`$/.test(part)) return [{ kind: "code", text: part.slice(1, -1) }];
    if (/^\*\*.+\*\*$/.test(part)) return [{ kind: "bold", text: part.slice(2, -2) }];
    return [{ kind: "plain", text: part }];
  });
}
