/** Names a run of a worker: its start in base 36, for people who read journals, and random hex. */
import { randomBytes } from "node:crypto";

export function newEpoch(): string {
  return Date.now().toString(36) + randomBytes(4).toString("hex");
}
