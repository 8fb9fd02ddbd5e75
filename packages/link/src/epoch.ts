/** Creates a worker's epoch: its start in base 36 (later ones compare greater), and random hex. */
import { randomBytes } from "node:crypto";

export function newEpoch(): string {
  return Date.now().toString(36) + randomBytes(4).toString("hex");
}
