/** The process of an attack: limited in what it opens and in time; exits with its parent. */
import { setTimeout as sleep } from "node:timers/promises";
import { makeCalls, type CallsJob } from "./attack-calls.ts";
import {
  type ConnectsJob,
  type IdleJob,
  openIdle,
  openTunnels,
  sendConnects,
  type TunnelsJob,
} from "./attack-connections.ts";
import type { Counts } from "./counts.ts";

export type Job = (IdleJob | TunnelsJob | ConnectsJob | CallsJob) & { forMs: number };
const kinds = {
  idle: openIdle,
  tunnels: openTunnels,
  connects: sendConnects,
  calls: makeCalls,
};

async function attack(job: Job): Promise<void> {
  const counts: Counts = { started: 1 };
  let on = true;
  const sendCounts = () => process.connected && process.send?.(counts);
  process.on("message", () => {
    on = false;
  });
  process.on("disconnect", () => process.exit(0));
  const sendTimer = setInterval(sendCounts, 100);
  sendCounts();
  const end = performance.now() + job.forMs;
  const working = { counts, on: () => on && performance.now() < end };
  void kinds[job.kind](job as never, working).then(() => {
    on = false;
  });
  while (working.on()) await sleep(20);
  clearInterval(sendTimer);
  // The last message must be sent before exiting, which closes all its connections.
  process.send?.(counts, () => process.exit(0));
}

if (import.meta.main) await attack(JSON.parse(process.argv[2] ?? "{}") as Job);
