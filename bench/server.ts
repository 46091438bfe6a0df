// Requests a second of the site against bare servers that send the same bytes, each on one and the same core:
// `npm run bench:server`. Options: --seconds 5, --rounds 3, --connections 10. Ends with 1 where a target is missed.
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import type { Contest } from "./server/contest";
import { prepareContests } from "./server/contests";
import { load } from "./server/load";
import { printResults } from "./server/results";
import { countFrom } from "./support/figures";
import { canPin, leaveCore, throwawayFolder } from "./support/process";

const SERVERS_CORE = 0;

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "5" },
    rounds: { type: "string", default: "3" },
    connections: { type: "string", default: "10" },
  },
});
const seconds = countFrom("seconds", values.seconds);
const rounds = countFrom("rounds", values.rounds);
const connections = countFrom("connections", values.connections);

const folder = throwawayFolder("bench-server-");
if (canPin) leaveCore(SERVERS_CORE);
console.log("Drawing the sample inventory and starting the servers …");
const { contests, stop } = await prepareContests(folder, SERVERS_CORE);
try {
  sayHow();
  for (let round = 0; round < rounds; round++) {
    console.log(`Round ${round + 1} of ${rounds} …`);
    for (const contest of contests) await play(contest, round === 0);
  }
} finally {
  await stop();
}
process.exitCode = printResults(contests) ? 0 : 1;

// One after another within each round, so that a slow minute of the machine falls on all of them.
async function play({ question, entrants }: Contest, warmUp: boolean): Promise<void> {
  for (const { server, rounds } of entrants) {
    rounds.push(await load(server, question, { seconds, connections, warmUp }));
  }
}

function sayHow(): void {
  const where = `${cpus()[0]?.model.trim() ?? "unknown processor"}, ${cpus().length} cores, Node ${process.version}`;
  console.log(where);
  console.log(
    canPin
      ? `Each server on core ${SERVERS_CORE} alone, one under load at a time; the load on the other cores.`
      : "There is no taskset or no second core here: servers and load share the machine, so read the ratios with care.",
  );
  console.log(
    `${connections} connections, ${seconds} s a round after a warm-up, the median of ${rounds}. Each server's log goes to a file.\n`,
  );
}
