/** Extraction links (spec/extraction#links). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { transaction } from "../../platform/db/database.ts";
import { normalizedIds } from "../../platform/db/uuid.ts";
import { withoutToken } from "../../platform/http/cover-secrets.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { maySpend } from "../../platform/http/require-scope.ts";
import type { Services } from "../../platform/services.ts";
import { addLink, presentLinks } from "./links.ts";
import { linksOf, removeLinks } from "./store.ts";

type ExtractionCalls = Pick<Handlers, "apiLinks" | "apiLinkAdd" | "apiLinkDel">;

export function extractionCalls(services: Services): ExtractionCalls {
  const { db } = services;
  return {
    apiLinks: async (_question, caller) => {
      const { accountId, lang } = caller;
      const items = presentLinks(services, await linksOf(db, accountId), lang);
      // Who has a link's token spends: what it opens is paid for.
      if (maySpend(caller)) return { items };
      return { items: items.map((link) => ({ ...link, url: withoutToken(link.url) })) };
    },
    apiLinkAdd: async (question, { accountId, lang }) => {
      const [item] = presentLinks(services, [await addLink(services, accountId, question)], lang);
      if (item === undefined) throw new Error("the new link was not found");
      return { ...item, item, items: [item] };
    },
    apiLinkDel: ({ ids: given }, { accountId }) =>
      transaction(db, async (tx) => {
        const ids = normalizedIds(given);
        const deleted = await removeLinks(tx, accountId, ids);
        if (deleted < ids.length) throw new Refusal("linkNotFound");
        return { deleted };
      }),
  };
}
