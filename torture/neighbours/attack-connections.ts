/** Attacks that hold connections, or send a gateway expensive requests. */
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { count, type Working } from "./counts.ts";

/** Opens connections, sends nothing, and replaces those that are closed. */
export interface IdleJob {
  kind: "idle";
  /** The source addresses. */
  from: string[];
  port: number;
  /** Number of concurrent connections. */
  count: number;
  /** Rate until all have been opened once, then a fifth of it: this is idling, not flooding. */
  perSecond: number;
}

export interface Login {
  user: string;
  password: string;
}
/** Opens tunnels with all these logins, holds them, and retries refused ones. */
export interface TunnelsJob {
  kind: "tunnels";
  gateway: { host: string; port: number; localAddress: string };
  logins: Login[];
  target: string;
  count: number;
  perSecond: number;
}
/** Requests a tunnel to a new name each time, without waiting for the result. */
export interface ConnectsJob {
  kind: "connects";
  gateway: { host: string; port: number };
  logins: Login[];
  /** `{n}` becomes a unique number. */
  target: string;
  perSecond: number;
}

const tickMs = 50;

/** Calls `act` at this rate for as long as the attack continues. */
async function pace(perSecond: number, { on }: Working, act: () => void): Promise<void> {
  const began = performance.now();
  let done = 0;
  while (on()) {
    const due = ((performance.now() - began) / 1_000) * perSecond;
    // Missed calls are not made up for, as they would come all at once.
    done = Math.max(done, due - perSecond / 5);
    for (; done < due && on(); done += 1) act();
    await sleep(tickMs);
  }
}

export async function openIdle(job: IdleJob, working: Working): Promise<void> {
  const { counts } = working;
  let next = 0;
  counts["open"] = 0;
  const open = () => {
    if ((counts["open"] ?? 0) >= job.count) return;
    const localAddress = job.from[next++ % job.from.length] ?? "127.0.0.1";
    const socket = connect({ host: "127.0.0.1", port: job.port, localAddress });
    trackSocket(socket, working);
    socket.resume();
  };
  const first = () => working.on() && (counts["opened"] ?? 0) < job.count;
  await pace(job.perSecond, { counts, on: first }, open);
  await pace(job.perSecond / 5, working, open);
}

export async function openTunnels(job: TunnelsJob, working: Working): Promise<void> {
  const { counts } = working;
  let next = 0;
  counts["tunnels"] = 0;
  await pace(job.perSecond, working, () => {
    if ((counts["tunnels"] ?? 0) + (counts["asking"] ?? 0) >= job.count) return;
    requestTunnel(job, next++, working, (status) => {
      if (status !== 200) return false;
      count(counts, "tunnels");
      return true;
    });
  });
}

export async function sendConnects(job: ConnectsJob, working: Working): Promise<void> {
  let next = 0;
  await pace(job.perSecond, working, () => requestTunnel(job, next++, working, () => false));
}

/** Requests a tunnel; holds it if `keep` returns true. */
function requestTunnel(
  { gateway, logins, target }: TunnelsJob | ConnectsJob,
  number: number,
  working: Working,
  keep: (status: number) => boolean,
): void {
  const { counts } = working;
  const { user, password } = logins[number % logins.length] as Login;
  const authority = target.replace("{n}", number.toString(36));
  const basic = Buffer.from(`${user}:${password}`).toString("base64");
  const socket = connect(gateway);
  trackSocket(socket, working);
  count(counts, "asked");
  count(counts, "asking");
  let answered = false;
  let kept = false;
  socket.on("close", () => {
    if (!answered) count(counts, "asking", -1);
    if (!answered) count(counts, "unanswered");
    if (kept) count(counts, "tunnels", -1);
  });
  socket.on("data", (chunk: Buffer) => {
    if (answered) return;
    answered = true;
    count(counts, "asking", -1);
    const status = Number(chunk.toString("latin1", 9, 12));
    count(counts, `status ${status}`);
    kept = keep(status);
    if (!kept) socket.destroy();
  });
  const head = `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n`;
  socket.write(`${head}Proxy-Authorization: Basic ${basic}\r\n\r\n`);
}

/** Counts a connection while it is open. */
function trackSocket(socket: Socket, { counts }: Working): void {
  count(counts, "opened");
  count(counts, "open");
  socket.on("connect", () => count(counts, "connected"));
  socket.on("error", (error: NodeJS.ErrnoException) => count(counts, `error ${error.code}`));
  socket.on("close", () => count(counts, "open", -1));
}
