/** Calls with which customers prove who they are (spec/identity#documents). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { identityReason } from "@turnpike/locales/identity.ts";
import { type IdentityStage, maxIdentityTries, shownIdentity } from "@turnpike/rules/identity.ts";
import {
  documentPartBytes,
  documentParts,
  maxDocuments,
} from "@turnpike/rules/identity-document.ts";
import type { IdentityReason } from "@turnpike/rules/identity.ts";
import { transaction, type Tx } from "../../platform/db/database.ts";
import type { Caller, Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { identityUrl } from "./decide.ts";
import { hasProvider, openSession } from "./session.ts";
import { findCheck, type IdentityCheck, lockCheck, saveCheck } from "./store/checks.ts";
import * as store from "./store/documents.ts";

type Names =
  | "identityInfo"
  | "identityStart"
  | "identityUpload"
  | "identityUploaded"
  | "identityDel"
  | "identityHandIn";

/** Documents can be handed in while nobody checks, unless somebody has approved. */
const isOpen = (stage: IdentityStage) =>
  stage === "none" || stage === "more" || stage === "rejected";

/** Where a provider checks, documents are handed in only if the staff asks for them. */
const takesDocuments = (services: Services, stage: IdentityStage) =>
  isOpen(stage) && (stage === "more" || !hasProvider(services));

/** A document as its owner sees it. */
const present = ({ id, kind, bytes, uploadedAt }: store.IdentityDocument) => ({
  id,
  kind: kind ?? "pdf",
  bytes,
  uploadedAt: uploadedAt.toISOString(),
});

async function infoOf(services: Services, { accountId, lang }: Caller) {
  const { db, env } = services;
  const check = await findCheck(db, accountId);
  const documents = await store.documentsOf(db, accountId);
  const stage = check?.stage ?? "none";
  const reason = (check?.reason ?? null) as IdentityReason | null;
  const triesLeft = Math.max(0, maxIdentityTries - (check?.tries ?? 0));
  return {
    identity: shownIdentity(stage),
    waitsForYou: stage === "more",
    canHandIn: takesDocuments(services, stage) && triesLeft > 0,
    canStart: hasProvider(services) && (stage === "none" || stage === "rejected") && triesLeft > 0,
    isElsewhere: check?.provider === "stripe",
    triesLeft,
    because: reason === null ? null : identityReason(lang, reason),
    keepDays: env.IDENTITY_KEEP_DAYS,
    documents: documents.filter(({ complete }) => complete).map(present),
  };
}

/** Runs work on an account's check that is open. @throws Refusal identityClosed, tooMany */
function whileOpen<T>(
  services: Services,
  caller: Caller,
  work: (tx: Tx, check: IdentityCheck) => Promise<T>,
): Promise<T> {
  const { db, modules } = services;
  return transaction(db, async (tx) => {
    await modules.authentication.lockCaller(tx, caller);
    const check = await lockCheck(tx, { accountId: caller.accountId, provider: "manual" });
    if (!takesDocuments(services, check.stage)) throw new Refusal("identityClosed");
    if (check.tries >= maxIdentityTries) throw new Refusal("tooMany", { limit: maxIdentityTries });
    return work(tx, check);
  });
}

export function identityCheckCalls(services: Services): Pick<Handlers, Names> {
  const { db, world } = services;
  return {
    identityInfo: (_question, caller) => infoOf(services, caller),

    identityStart: async (_question, { accountId }) => ({
      url: hasProvider(services) ? await openSession(services, accountId) : identityUrl(services),
    }),

    identityUpload: ({ bytes }, caller) =>
      whileOpen(services, caller, async (tx) => {
        const { accountId } = caller;
        const all = await store.documentsOf(tx, accountId);
        if (all.length >= maxDocuments) throw new Refusal("tooMany", { limit: maxDocuments });
        const id = world.id();
        await store.insertDocument(tx, { id, accountId, bytes, uploadedAt: new Date(world.now()) });
        return { id, partBytes: documentPartBytes };
      }),

    async identityUploaded({ id }, caller) {
      const document = await store.findDocument(db, id);
      if (document?.accountId !== caller.accountId)
        throw new Refusal("documentNotFound", { field: "id" });
      const parts = documentParts(document.bytes);
      if (!(await transaction(db, (tx) => store.completeDocument(tx, { id, parts }))))
        throw new Refusal("badDocument", { field: "id" });
      return infoOf(services, caller);
    },

    async identityDel({ id }, caller) {
      await whileOpen(services, caller, async (tx) => {
        if (!(await store.deleteDocument(tx, { id, accountId: caller.accountId })))
          throw new Refusal("documentNotFound", { field: "id" });
      });
      return infoOf(services, caller);
    },

    async identityHandIn(_question, caller) {
      await whileOpen(services, caller, async (tx, check) => {
        const all = await store.documentsOf(tx, caller.accountId);
        if (!all.some(({ complete }) => complete)) throw new Refusal("badDocument");
        const handedInAt = new Date(world.now());
        const { tries } = check;
        await saveCheck(tx, { ...check, stage: "pending", tries: tries + 1, handedInAt });
      });
      return infoOf(services, caller);
    },
  };
}
