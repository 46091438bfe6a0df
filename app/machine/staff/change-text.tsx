import { blocksOf, runsOf } from "~/machine/changelog";

/** What a version changes, as CHANGELOG.md writes it. */
export function ChangeText({ text }: { text: string }) {
  return (
    <>
      {blocksOf(text).map(({ kind, texts }) => {
        const [first = ""] = texts;
        if (kind === "heading") return <h3 key={first}>{first}</h3>;
        if (kind === "paragraph")
          return (
            <p key={first}>
              <Runs text={first} />
            </p>
          );
        return (
          <ul key={first} className="prose">
            {texts.map((one) => (
              <li key={one}>
                <Runs text={one} />
              </li>
            ))}
          </ul>
        );
      })}
    </>
  );
}

function Runs({ text }: { text: string }) {
  return runsOf(text).map(({ kind, text: words }, at) => {
    const key = `${at} ${words}`;
    if (kind === "code") return <code key={key}>{words}</code>;
    return kind === "bold" ? <strong key={key}>{words}</strong> : words;
  });
}
