/** `/v1/consent` (spec/law#consent). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { AgreedKind } from "@turnpike/rules/legal.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Caller, Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { readAsked } from "./asked.ts";
import { given } from "./consent.ts";
import { askedOfAll, recordOne } from "./store/consents.ts";
import { findDocument } from "./store/documents.ts";

export function consentCalls(services: Services): Pick<Handlers, "consent"> {
  const { db, modules } = services;
  return {
    async consent(question, caller) {
      const document = await agreeable(services, question, caller);
      const { accountId } = caller;
      await transaction(db, async (tx) => {
        await modules.authentication.lockCaller(tx, caller);
        const answer = { ...given(services, caller), accountId, source: "consent" as const };
        await recordOne(tx, document, answer);
      });
      return { consents: await readAsked(services, accountId) };
    },
  };
}

/**
 * The document that a version means: the newest that asks for consent, or the one that is shown.
 * @throws Refusal badField (version), for example if a newer one was published meanwhile
 */
async function agreeable(
  { db }: Services,
  { kind, version }: { kind: AgreedKind; version: number },
  { lang }: Caller,
) {
  const asked = (await askedOfAll(db)).find((one) => one.kind === kind);
  if (asked?.version === version) return { kind, lang: asked.lang, version };
  const shown = await findDocument(db, { kind, lang });
  if (!asked && (shown?.version ?? 0) === version)
    return { kind, lang: shown?.lang ?? lang, version };
  throw new Refusal("badField", { field: "version" });
}
