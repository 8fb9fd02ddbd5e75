/**
 * What customers are asked to agree to (spec/law#consent). Which documents ask is in memory: the
 * database keeps the setting itself with each publication. As long as none asks, nothing is read.
 */
import { langs } from "@turnpike/contract/refusals.ts";
import { agreedKinds } from "@turnpike/rules/legal.ts";
import { z } from "zod";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { setting } from "../../platform/setting/setting.ts";
import { type Asked, notGiven } from "./store/consents.ts";

/** The newest version of each kind that asks for consent; `publishedAt` in milliseconds. */
export const askedDocumentsSetting = setting<Asked[]>({
  name: "askedDocuments",
  schema: z.array(
    z.object({
      kind: z.enum(agreedKinds),
      lang: z.enum(langs),
      version: z.int(),
      publishedAt: z.int(),
    }),
  ),
  initial: [],
});

/** What is asked of an account and not yet given. What came with an order answers nothing. */
export async function askedOf(
  { settings }: Pick<Services, "settings">,
  db: Db | Tx,
  accountId: string,
): Promise<Asked[]> {
  const asked = settings.get(askedDocumentsSetting);
  return asked.length === 0 ? [] : notGiven(db, accountId, asked);
}

/** The same, as the account holder's overview shows it. */
export const readAsked = async (services: Pick<Services, "db" | "settings">, accountId: string) =>
  (await askedOf(services, services.db, accountId)).map(({ kind, version }) => ({ kind, version }));
