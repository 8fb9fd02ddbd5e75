/** Figures of open tunnels, new tunnels, and uses of changed passwords. */
import { atMost, exactly, type Figure } from "../story.ts";
import type { FaultKind } from "./faults.ts";
import type { Run } from "./figures.ts";
import type { Node } from "./stage.ts";
import type { Attempt, LoadTunnel } from "./traffic.ts";

/** After this many recent tunnels both workers of a node certainly hold a lease for the pair. */
const knownAfter = 6;
const knownForMs = 80_000;
export const databaseFaults: FaultKind[] = ["database stopped", "primary killed"];

/**
 * Whether this may have been a sub-account's first use of a worker during a database outage, when
 * no lease can be granted (docs/gaps/accounting.md).
 */
function isFirstUse(attempt: Attempt, { traffic, faults }: Pick<Run, "traffic" | "faults">) {
  const { sub, node, at: when, status } = attempt;
  const isAway = faults.some(
    ({ kind, from, to }) => databaseFaults.includes(kind) && when >= from - 2_500 && when <= to,
  );
  // 503, or its SOCKS5 reply.
  if (!isAway || (status !== 503 && status !== 1)) return false;
  // A restarted worker has no lease yet.
  const restarts = faults.filter(({ nodes, to }) => nodes.includes(node) && to < when);
  const since = Math.max(when - knownForMs, ...restarts.map(({ to }) => to));
  const before = traffic.attempts.filter(
    (one) =>
      one.sub === sub && one.node === node && one.status === 200 && one.at < when && one.at > since,
  );
  return before.length < knownAfter;
}

const isLongPause = ({ longestPauseMs }: LoadTunnel) => longestPauseMs > 1_000;

/** Tunnels of unaffected nodes, and the results of new ones. */
export function tunnelFigures({ people, traffic, faults }: Run): Figure[] {
  const during = (when: number, node: Node) =>
    faults.some(({ from, to, nodes }) => nodes.includes(node) && when >= from - 250 && when <= to);
  const steady = new Set(people.steady.values());
  const steadyTunnels = traffic.carried.filter(({ sub }) => steady.has(sub));
  const lost = steadyTunnels.filter(
    ({ isFinished, node, tunnel }) => !isFinished && !during(tunnel.overAt ?? 0, node),
  );
  const pauses = steadyTunnels.filter(({ pauseEndedAt, node }) => !during(pauseEndedAt, node));
  const isCut = (when: number, node: Node) =>
    faults.some(({ from, to, cut }) => cut.includes(node) && when >= from && when <= to);
  const others = traffic.attempts.filter(
    ({ sub, at: when, node, waitedMs }) =>
      sub !== people.limited &&
      !isCut(when, node) &&
      !during(when, node) &&
      !during(when + waitedMs, node),
  );
  const first = others.filter((attempt) => isFirstUse(attempt, { traffic, faults }));
  if (first.length > 0)
    console.log(`  ${first.length} first uses of a worker refused while the database was away`);
  const refused = others.filter((one) => one.status !== 200 && !first.includes(one));
  const kinds = [...new Set(refused.map(({ status }) => status))].join(", ") || "none";
  for (const { kind, from, to } of faults) {
    const own = refused.filter(({ at: when }) => when >= from - 2_500 && when <= to);
    const ended = lost.filter(
      ({ tunnel }) => (tunnel.overAt ?? 0) >= from && (tunnel.overAt ?? 0) <= to,
    );
    if (own.length + ended.length > 0)
      console.log(`  ${kind}: ${own.length} new tunnels refused, ${ended.length} open ones ended`);
    for (const { sub, node, at: when, waitedMs, status } of own)
      console.log(
        `    ${sub.account} at ${node.name} ${Math.round(when - from)} ms after its beginning: ${status} after ${Math.round(waitedMs)} ms`,
      );
    const paused = pauses.filter(({ pauseEndedAt: at }) => at > from && at < to + 5_000);
    for (const { node, longestPauseMs, pauseEndedAt } of paused.filter(isLongPause))
      console.log(
        `    a pause of ${Math.round(longestPauseMs)} ms at ${node.name}, over ${Math.round(pauseEndedAt - from)} ms after its beginning`,
      );
  }
  return [
    exactly("fleet", "tunnels ended at survivors", { value: lost.length, bar: 0, unit: "" }),
    atMost("fleet", "longest pause of a tunnel at a survivor", {
      value: Math.max(0, ...pauses.map(({ longestPauseMs }) => longestPauseMs)),
      bar: 1_000,
      unit: "ms",
    }),
    exactly("fleet", `${others.length} new tunnels at living gateways: refused (${kinds})`, {
      value: refused.length,
      bar: 0,
      unit: "",
    }),
    atMost("fleet", "longest wait of a new tunnel", {
      value: Math.max(0, ...others.map(({ waitedMs }) => waitedMs)),
      bar: 2_500,
      unit: "ms",
    }),
  ];
}

/** Passwords changed and used immediately elsewhere. */
export function changeFigures({ changes, faults }: Run): Figure[] {
  const during = (when: number, node: Node) =>
    faults.some(({ from, to, nodes }) => nodes.includes(node) && when >= from - 250 && when <= to);
  // A node whose link is cut receives no changes.
  const isCut = (when: number, node: Node) =>
    faults.some(({ from, to, cut }) => cut.includes(node) && when >= from && when <= to);
  const counts = changes.done.filter(
    ({ at: when, node }) => !during(when, node) && !isCut(when, node),
  );
  const refused = counts.filter(({ status }) => status !== 200).length;
  return [
    exactly("fleet", `${counts.length} passwords changed and used at once elsewhere: refused`, {
      value: refused,
      bar: 0,
      unit: "",
    }),
  ];
}
