/**
 * Operator acts: each is a function that the console and the command line share. It runs in one
 * transaction together with its entry in the audit log (spec/console#audit-log).
 */
import { type Actor, appendAudit } from "../../../platform/audit/audit.ts";
import { transaction, type Tx } from "../../../platform/db/database.ts";
import { fieldsDigest, runIdempotent } from "../../../platform/http/idempotency.ts";
import type { Services } from "../../../platform/services.ts";

/** The outcome of an act. */
export interface ActResult<R> {
  /** Plain JSON for the caller. */
  result: R;
  /** What the act was applied to: an id, a name or an address. */
  subject: string;
  /** The customer it concerns. */
  accountId?: string | null;
  /** The state before and after, for the audit log. */
  before?: unknown;
  after?: unknown;
  /** Runs after the commit, for example to send money; its result replaces `result`. */
  afterCommit?: () => Promise<R>;
}

export interface Act<I, R> {
  /** Name in the audit log, such as `account.disable`. */
  action: string;
  /** @throws ActRefused, Refusal if it cannot be done */
  run: (services: Services, tx: Tx, input: I, actor: Actor) => Promise<ActResult<R>>;
}

/** Declares an act. */
export const defineAct = <I, R>(act: Act<I, R>): Act<I, R> => act;

export interface PerformOptions<I> {
  actor: Actor;
  input: I;
  reason?: string | null | undefined;
  /** Idempotency key from the browser: a repeated request has no further effect. */
  requestId?: string | undefined;
  /** Runs before it in its transaction, to refuse what was decided on something that is no more. */
  check?: (tx: Tx) => Promise<void>;
}

/** Runs an act and logs it, in one transaction. */
export async function perform<I, R>(
  services: Services,
  act: Act<I, R>,
  { actor, input, reason, requestId, check }: PerformOptions<I>,
): Promise<R> {
  let afterCommit: ActResult<R>["afterCommit"];
  const result = await transaction(services.db, async (tx) => {
    const effect = async () => {
      await check?.(tx);
      const done = await act.run(services, tx, input, actor);
      const { subject, accountId, before, after } = done;
      const entry = { action: act.action, subject, accountId, before, after, reason };
      await appendAudit(services, tx, actor, entry);
      afterCommit = done.afterCommit;
      return done.result;
    };
    if (requestId === undefined || actor.staffId === null) return effect();
    const key = {
      accountId: actor.staffId,
      call: act.action,
      requestId,
      digest: fieldsDigest(input as Record<string, unknown>),
      now: new Date(services.world.now()),
    };
    return runIdempotent(services.seal, tx, key, effect);
  });
  return afterCommit ? afterCommit() : result;
}

/** Logs what was done by functions that use their own transactions. */
export function logAct(
  services: Services,
  actor: Actor,
  { action, subject, after }: { action: string; subject: string; after?: unknown },
): Promise<void> {
  return transaction(services.db, (tx) =>
    appendAudit(services, tx, actor, { action, subject, after }),
  );
}
