/** Handlers for the provider's legal documents. */
import { countOpenAccounts } from "../../identity/account/store/account.ts";
import { readAsked } from "../../identity/legal/asked.ts";
import { consentsOf } from "../../identity/legal/store/consents.ts";
import { allVersions, type PublishedVersion } from "../../identity/legal/store/documents.ts";
import type { Tx } from "../../platform/db/database.ts";
import { renderSafely } from "../../platform/http/safe-markdown.ts";
import type { Services } from "../../platform/services.ts";
import { draftsInUse } from "../legal/document.ts";
import { accountOf } from "../operator/acts/account-of.ts";
import { perform } from "../operator/acts/act.ts";
import { publish, refuseNewer } from "../operator/acts/legal.ts";
import { legalDocumentOf, maxListedVersions } from "../operator/read/legal.ts";
import type { ConsoleHandlers } from "./caller.ts";

const present = ({ publishedAt, ...version }: PublishedVersion) => ({
  ...version,
  publishedAt: publishedAt.toISOString(),
});

export function legalHandlers(
  services: Services,
): Pick<
  ConsoleHandlers,
  "legalList" | "legalShow" | "legalPreview" | "legalPublish" | "legalConsents"
> {
  const { db } = services;
  return {
    legalList: async () => ({
      items: (await allVersions(db, maxListedVersions)).map(present),
      drafts: await draftsInUse(services),
      customers: await countOpenAccounts(db),
    }),
    legalShow: async (question) => ({ document: await legalDocumentOf(services, question) }),
    legalPreview: async ({ markdown }) => renderSafely(markdown),
    async legalPublish({ reason, seen, ...input }, { actor }) {
      const check = (tx: Tx) => refuseNewer(tx, input, seen);
      return {
        document: present(await perform(services, publish, { actor, input, reason, check })),
      };
    },
    async legalConsents({ account }) {
      const { id } = await accountOf(services, account);
      const given = await consentsOf(db, id, maxListedVersions);
      const items = given.map(({ kind, lang, version, at, source, orderNo }) => ({
        kind,
        lang,
        version,
        at: at.toISOString(),
        source,
        orderNo,
      }));
      return { items, asked: await readAsked(services, id) };
    },
  };
}
