/** The act that decides on a customer's identity (spec/identity#decisions). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import {
  type IdentityDecision,
  type IdentityReason,
  shownIdentity,
} from "@turnpike/rules/identity.ts";
import { decideIdentity } from "../../../commerce/identity-check/decide.ts";
import { lockCheck } from "../../../commerce/identity-check/store/checks.ts";
import { openDocument } from "../../../commerce/identity-check/view.ts";
import { FieldRefused } from "../../../platform/act-refused.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { listDocuments } from "../read/identity.ts";
import { accountOf, refuseClosed } from "./account-of.ts";
import { defineAct } from "./act.ts";

export interface IdentityJudged {
  account: string;
  decision: IdentityDecision;
  /** Null only with `approve`. */
  reason: IdentityReason | null;
  note: string;
}

/**
 * Nobody decides on documents that they have not seen: the customer, or another of the staff, may
 * have gone on meanwhile.
 * @throws ActRefused, Refusal changedMeanwhile
 */
export async function refuseUnseen(
  tx: Tx,
  account: string,
  { handedInAt, documents }: { handedInAt?: string | undefined; documents?: string[] | undefined },
): Promise<void> {
  if (handedInAt === undefined && documents === undefined) return;
  const { id: accountId } = await accountOf({ db: tx }, account);
  await refuseClosed(tx, accountId);
  const check = await lockCheck(tx, { accountId, provider: "manual" });
  if (handedInAt !== undefined && check.handedInAt?.getTime() !== Date.parse(handedInAt))
    throw new Refusal("changedMeanwhile", { field: "handedInAt" });
  if (documents === undefined) return;
  const kept = (await listDocuments(tx, accountId)).map(({ id }) => id);
  if (kept.toSorted().join() !== documents.toSorted().join())
    throw new Refusal("changedMeanwhile", { field: "documents" });
}

/** @throws ActRefused, FieldRefused */
export const judgeIdentity = defineAct<IdentityJudged, { accountId: string }>({
  action: "identity.decide",
  run: async (services, tx, { account, decision, reason, note }, actor) => {
    if (decision !== "approve" && reason === null)
      throw new FieldRefused({ field: "reason", column: null, fault: "is needed" });
    const { id: accountId } = await accountOf({ db: tx }, account);
    await refuseClosed(tx, accountId);
    const judged = { accountId, decision, reason, note, by: actor.name };
    const { before, check } = await decideIdentity(services, tx, judged);
    return {
      result: { accountId },
      subject: accountId,
      accountId,
      before: { identity: shownIdentity(before) },
      after: { identity: shownIdentity(check.stage), decision, reason: check.reason, note },
    };
  },
});

interface ViewedDocument {
  type: string;
  fileName: string;
  base64: string;
}

/** @throws Refusal notFound, tooManyTries */
export const viewDocument = defineAct<{ id: string }, ViewedDocument>({
  action: "identity.view",
  run: async (services, tx, { id }) => {
    const { document, kind, type, base64 } = await openDocument(services, tx, id);
    const { accountId, bytes } = document;
    const result = { type, fileName: `document-${id.slice(0, 8)}.${kind}`, base64 };
    return { result, subject: id, accountId, after: { kind, bytes } };
  },
});
