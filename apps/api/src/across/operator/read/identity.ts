/** Identity checks with their customers (spec/identity#decisions). */
import { type IdentityStage, type IdentityState, shownIdentity } from "@turnpike/rules/identity.ts";
import { sql } from "kysely";
import { documentsOf } from "../../../commerce/identity-check/store/documents.ts";
import type { Db } from "../../../platform/db/database.ts";
import { holderColumns, type Page, type Paged, readPage } from "./paging.ts";

interface CheckRow {
  accountId: string;
  email: string | null;
  stage: IdentityStage;
  provider: "manual" | "stripe";
  handedInAt: Date | null;
  decidedAt: Date | null;
  decidedBy: string | null;
  reason: string | null;
  note: string;
}

export type ListedCheck = Omit<CheckRow, "stage"> & {
  identity: IdentityState;
  /** The customer was asked for more. */
  waitsForCustomer: boolean;
};

const present = ({ stage, ...row }: CheckRow): ListedCheck => ({
  ...row,
  identity: shownIdentity(stage),
  waitsForCustomer: stage === "more",
});

/** A page of checks: those that wait for the staff first, the longest waiting before the others. */
export async function listChecks(
  db: Db,
  {
    state,
    accountId,
    ...page
  }: Page & { state?: IdentityState | undefined; accountId?: string | undefined },
): Promise<Paged<ListedCheck>> {
  const where = [
    ...(state === undefined
      ? []
      : [sql`(case when c.stage = 'more' then 'pending' else c.stage end) = ${state}`]),
    ...(accountId === undefined ? [sql`c.stage <> 'none'`] : [sql`a.id = ${accountId}`]),
  ];
  const { items, ...rest } = await readPage<CheckRow>(db, {
    columns: sql`${holderColumns}, c.stage, c.provider, c.handed_in_at as "handedInAt",
      c.decided_at as "decidedAt", c.decided_by as "decidedBy", c.reason, c.note`,
    from: sql`identity_check c join account a on a.id = c.account_id`,
    where,
    order: sql`c.stage <> 'pending', case when c.stage = 'pending' then c.handed_in_at end,
      c.decided_at desc nulls last, a.id`,
    ...page,
  });
  return { ...rest, items: items.map(present) };
}

/** An account's complete documents, without what they show. */
export async function listDocuments(db: Db, accountId: string) {
  const all = await documentsOf(db, accountId);
  return all.flatMap(({ id, kind, bytes, uploadedAt, complete }) =>
    complete && kind !== null ? [{ id, kind, bytes, uploadedAt: uploadedAt.toISOString() }] : [],
  );
}
