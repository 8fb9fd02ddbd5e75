/** Gives modems a new address by their link (spec/supply#modems). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import { type Tx, transaction } from "../../platform/db/database.ts";
import { leavePlace } from "../../platform/http/fair-share.ts";
import { fetchText } from "../../platform/proxy/outward.ts";
import type { Services } from "../../platform/services.ts";
import { failRotation, type RotationStart, startRotation } from "./store/rotations.ts";

/** Some links answer only once the modem is back. */
const linkLimits = { maxBytes: 65_536, timeoutMs: 20_000 };
const maxTrouble = 200;

type Started = Extract<RotationStart, { sealedUrl: string }>;

/**
 * Notes that a modem's address changes now; `callLink` follows after the commit. Gateways are told
 * that the address is not known.
 * @throws Refusal notRotatable, tooSoon
 */
export async function beginRotation(
  { world }: Pick<Services, "world">,
  tx: Tx,
  exitId: string,
): Promise<Started> {
  const start = await startRotation(tx, exitId, new Date(world.now()));
  if (start === null) throw new Refusal("notRotatable", { field: "id" });
  if ("tooSoonSeconds" in start) throw new Refusal("tooSoon", { retryAfter: start.tooSoonSeconds });
  await recordChanges(tx, [{ kind: "exit", id: exitId }]);
  return start;
}

/**
 * Calls the link, once. Returns after how many seconds it may be called again.
 * @throws Refusal rotationFailed; then it may be called again at once
 */
export async function callLink(
  services: Services,
  exitId: string,
  { sealedUrl, minSeconds, before }: Started,
): Promise<{ retryAfter: number }> {
  const { db, env, world, seal, log } = services;
  leavePlace();
  const trouble = await troubleWith(env, seal.open(sealedUrl));
  if (trouble === null) return { retryAfter: minSeconds };
  log.warn({ exit: exitId, why: trouble }, "modem rotation failed");
  const now = new Date(world.now());
  await transaction(db, (tx) => failRotation(tx, exitId, { before, now, trouble }));
  throw new Refusal("rotationFailed", { field: "id" });
}

/** Why a link did not work; null if it did. Never names the link, which often has a password. */
async function troubleWith(env: Services["env"], link: string): Promise<string | null> {
  const url = new URL(link);
  try {
    const { status } = await fetchText(env, url, linkLimits);
    return status >= 200 && status < 300 ? null : `the link answers ${status}`;
  } catch (error) {
    const { code, name, message } = error as NodeJS.ErrnoException;
    if (name === "TimeoutError" || name === "AbortError") return "the link does not answer in time";
    return `the link fails: ${code ?? message.replaceAll(url.host, "its host")}`.slice(
      0,
      maxTrouble,
    );
  }
}
