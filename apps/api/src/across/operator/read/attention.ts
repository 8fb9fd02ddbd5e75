/** What needs an operator's attention, with counts and amounts. */
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { attentionKinds } from "@turnpike/contract/console/overview.ts";
import type { Environment } from "@turnpike/contract/environment.ts";
import type { DiskState } from "@turnpike/rules/disk.ts";
import { dayMs } from "@turnpike/rules/statistics.ts";
import type { Stock } from "./exits.ts";
import type { NodeLine } from "./nodes.ts";

interface QueueState {
  count: number;
  cents: number;
  since: Date | null;
}

/** Counts of everything that is waiting. */
export interface Waiting {
  withdrawals: QueueState;
  refundsDue: QueueState;
  /** Identity checks that wait for the staff. */
  identities: Omit<QueueState, "cents">;
  disputes: number;
  unclaimed: number;
  usageAside: number;
  itemsAside: number;
  mails: number;
  mailsFailing: number;
  webhooks: number;
  webhooksFailing: number;
  paymentsPending: number;
}

export interface Attention {
  kind: (typeof attentionKinds)[number];
  count: number;
  cents: number | null;
  since: Date | null;
}

const OLD_BACKUP_MS = 2 * dayMs;
const CERTIFICATE_MS = 21 * dayMs;

interface Facts {
  waiting: Waiting;
  nodes: NodeLine[];
  exits: Stock[];
  exitClaims: number;
  disk: DiskState | null;
  backup: string | null;
  now: number;
  env: Environment;
}

/** Everything that is not zero, money first. */
export function attentionOf({
  waiting,
  nodes,
  exits,
  exitClaims,
  disk,
  backup,
  now,
  env,
}: Facts): Attention[] {
  const plain = (kind: Attention["kind"], count: number): Attention => {
    return { kind, count, cents: null, since: null };
  };
  const down = nodes.filter(({ state, name, workers }) =>
    name === "local" ? workers === 0 && nodes.length === 1 && env.ROLE !== "api" : state === "down",
  );
  const backupIsOld = backup === null || now - Date.parse(backup) > OLD_BACKUP_MS;
  const all: Attention[] = [
    { kind: "withdrawals", ...waiting.withdrawals },
    { kind: "refundsDue", ...waiting.refundsDue },
    plain("disputes", waiting.disputes),
    plain("unclaimedPayments", waiting.unclaimed),
    { kind: "identities", ...waiting.identities, cents: null },
    plain("usageAside", waiting.usageAside),
    plain("itemsAside", waiting.itemsAside),
    plain("nodesDown", down.length),
    plain(
      "exitsOffline",
      exits.reduce((sum, { offline }) => sum + offline, 0),
    ),
    plain(
      "exitsUnowned",
      exits.reduce((sum, { unowned }) => sum + unowned, 0),
    ),
    plain("exitClaims", exitClaims),
    plain("mailsFailing", waiting.mailsFailing),
    plain("webhooksFailing", waiting.webhooksFailing),
    plain("diskLow", disk === null || disk === "ok" ? 0 : 1),
    plain("backupOld", backupIsOld && !env.lab ? 1 : 0),
    plain("certificateEnding", certificateExpires(env.TLS_CERT, now) ? 1 : 0),
  ];
  return all.filter(({ count }) => count > 0);
}

function certificateExpires(file: string | undefined, now: number): boolean {
  if (file === undefined) return false;
  try {
    const { validTo } = new X509Certificate(readFileSync(file));
    return Date.parse(validTo) - now < CERTIFICATE_MS;
  } catch {
    return true;
  }
}
