import { median, whole } from "../support/figures";
import { markdownTable } from "../support/markdown";
import type { Contest, Entrant, EntrantName } from "./contest";
import type { Round } from "./load";

const ENTRANTS = ["site", "Express", "node:http"] as const;

/** Prints the contests' tables; answers whether every target was met. */
export function printResults(contests: readonly Contest[]): boolean {
  const byCore = contests.every(({ entrants }) =>
    entrants.every(({ rounds }) => rounds.every(({ core }) => core !== undefined)),
  );
  if (byCore) {
    // On a machine with nothing else to do both are the same, as long as the load asks for all that a server can do.
    console.log("\nAnswers for each second that the server had its core:\n");
    printTable(contests, "core");
    console.log(
      "\nAnswers for each second by the clock, neighbours on the machine and the load's own limit included:\n",
    );
  } else {
    console.log("\nAnswers for each second by the clock:\n");
  }
  printTable(contests, "clock");
  for (const line of contests.flatMap(notes)) console.log(line);
  const missed = contests.filter((contest) => !isMet(contest, byCore ? "core" : "clock"));
  const verdict =
    missed.length === 0 ? "Every target is met." : `Missed: ${missed.map(({ name }) => name).join("; ")}.`;
  console.log(`\n${verdict}`);
  return missed.length === 0;
}

type Measure = "core" | "clock";

function printTable(contests: readonly Contest[], measure: Measure): void {
  const head = ["", "bytes", ...ENTRANTS, "site / Express", "site / node:http", "target", ""];
  const rows = contests.map((contest) => [
    contest.name,
    whole(contest.bytes),
    ...ENTRANTS.map((who) => figure(contest, who, measure)),
    ratio(contest, "Express", measure)?.toFixed(2) ?? "–",
    ratio(contest, "node:http", measure)?.toFixed(2) ?? "–",
    `≥ ${contest.target}`,
    isMet(contest, measure) ? "met" : "MISSED",
  ]);
  console.log(`${markdownTable(head, rows)}\n`);
}

function isMet(contest: Contest, measure: Measure): boolean {
  return (ratio(contest, "Express", measure) ?? 0) >= contest.target;
}

function figure({ entrants }: Contest, who: EntrantName, measure: Measure): string {
  const entrant = entrants.find(({ name }) => name === who);
  return entrant ? whole(perSecond(entrant, measure)) : "–";
}

function ratio({ entrants }: Contest, to: EntrantName, measure: Measure): number | undefined {
  const site = entrants.find(({ name }) => name === "site");
  const other = entrants.find(({ name }) => name === to);
  return site && other ? perSecond(site, measure) / perSecond(other, measure) : undefined;
}

/** Without the time in which the bench itself changed the data. */
function perSecond({ rounds }: Entrant, measure: Measure): number {
  return median(rounds.map((round) => 1 / (seconds(round, measure) / round.answers - round.touch)));
}

function seconds(round: Round, measure: Measure): number {
  return round[measure] ?? Number.NaN;
}

function notes({ name, note, entrants }: Contest): string[] {
  const touches = entrants.map(
    ({ name, rounds }) => [name, median(rounds.map(({ touch }) => touch * 1e6))] as const,
  );
  const touched = touches.filter(([, microseconds]) => microseconds > 0);
  return [
    ...(note ? [`- ${name}: ${note}.`] : []),
    ...(touched.length > 0
      ? [
          `- ${name}: the change before each request took ${touched.map(([who, time]) => `${time.toFixed(0)} µs (${who})`).join(" and ")} and is taken off.`,
        ]
      : []),
  ];
}
