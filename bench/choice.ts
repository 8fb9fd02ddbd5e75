/** What it costs to choose among upstreams: the members of a pool, and the login that is sent. */
import { openLog } from "@turnpike/gateway/lib/log.ts";
import { MemberStates } from "@turnpike/gateway/dial/member-states.ts";
import { Members, type Trial } from "@turnpike/gateway/dial/members.ts";
import { Snapshot } from "@turnpike/gateway/link/snapshot.ts";
import { UpstreamOutbox } from "@turnpike/gateway/report/upstream-outbox.ts";
import { upstreamFact } from "@turnpike/gateway/testing/wholesaler.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { type Draw, drawOfSession } from "@turnpike/proxy-strings/upstream/choice.ts";
import type { UsernameRequest } from "@turnpike/rules/username.ts";

const upstreams = 20;
const requests = 300_000;
/** Before the measurement, so that the code is compiled. */
const warmUp = 30_000;
/** What a choice may cost. */
const barMicroseconds = 2;

const request: UsernameRequest = {
  filter: { country: "de" },
  sid: null,
  minutes: 10,
  minutesGiven: false,
  strict: false,
};
const trial: Trial = {
  accountId: "account",
  product: "traffic",
  target: "a.example",
  tried: new Set(),
};

/** Members of a pool whose upstreams all work, and nobody to report to. */
function openMembers(): { members: Members; stop: () => void } {
  const snapshot = new Snapshot();
  for (let at = 0; at < upstreams; at += 1)
    snapshot.supply.set(upstreamFact({ port: 1_024 + at }, `u${at}`, { weight: 10 + at }));
  const log = openLog("error", "bench");
  const link = { ask: () => Promise.reject(new Error("no hub")) } as unknown as GatewayLink;
  const outbox = new UpstreamOutbox({ gateway: "bench", epoch: "bench", link, log });
  const states = new MemberStates({ outbox, now: Date.now, workers: 1, accountShare: 1 });
  return { members: new Members(snapshot, states), stop: () => outbox.stop() };
}

/** Microseconds of processor time of each `work`. */
function costOf(work: (at: number) => void): number {
  for (let at = 0; at < warmUp; at += 1) work(at);
  const before = process.cpuUsage();
  for (let at = 0; at < requests; at += 1) work(at);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / requests;
}

/** Prints the costs of a choice; fails above the bar. */
export function benchChoice(): { random: number; session: number; login: number } {
  const { members, stop } = openMembers();
  const choose = (draw: Draw) => {
    const choice = members.choose(request, trial, { draw, owns: () => false });
    if (choice === null || !("login" in choice)) throw new Error("nobody serves");
    return choice.login;
  };
  const random = costOf(() => choose(Math.random));
  const session = costOf((at) => choose(drawOfSession("sub-account", `de|||||||sid${at}`)));
  const first = choose(Math.random);
  const of = { holder: "sub-account", startAt: 0 };
  const login = costOf(() => {
    if (members.way(first, request, of) === null) throw new Error("it cannot be written");
  });
  stop();
  console.log(
    `A choice among ${upstreams} upstreams: ${random.toFixed(2)} µs, ${session.toFixed(2)} µs for a new session (bar ${barMicroseconds}); the login written: ${login.toFixed(2)} µs\n`,
  );
  if (Math.max(random, session) > barMicroseconds) process.exitCode = 1;
  return { random, session, login };
}
