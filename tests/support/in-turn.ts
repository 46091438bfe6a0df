/**
 * Pairs each of the ones with a few of the others, in turn: all of both are tried, without each against each, whose number grows with
 * every new page times every new way.
 * @param each how many of the others one is paired with
 */
export function inTurn<One, Other>(
  ones: readonly One[],
  others: readonly Other[],
  each: number,
): [one: One, other: Other][] {
  if (ones.length * each < others.length) throw new Error("Some of the others would never have their turn.");
  const twice = [...others, ...others];
  return ones.flatMap((one, at) => {
    const start = (at * each) % others.length;
    return twice
      .slice(start, start + Math.min(each, others.length))
      .map((other): [One, Other] => [one, other]);
  });
}
