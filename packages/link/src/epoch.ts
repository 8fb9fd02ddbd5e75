/** A worker's run: its start in base 36, so that later ones compare greater as text, and chance. */
import { randomBytes } from "node:crypto";

export function newEpoch(): string {
  return Date.now().toString(36) + randomBytes(4).toString("hex");
}
