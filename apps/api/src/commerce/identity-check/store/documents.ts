/** The tables of documents: a row for each, and its sealed parts (spec/identity#documents). */
import type { DocumentKind } from "@turnpike/rules/identity-document.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { isUuid } from "../../../platform/db/uuid.ts";

export interface IdentityDocument {
  id: string;
  accountId: string;
  /** Null until its first part is here. */
  kind: DocumentKind | null;
  bytes: number;
  uploadedAt: Date;
  complete: boolean;
}

const columns = sql.raw(
  `id, account_id as "accountId", kind, bytes, uploaded_at as "uploadedAt", complete`,
);

/** An account's documents, the oldest first; those that are still arriving too. */
export async function documentsOf(db: Db, accountId: string): Promise<IdentityDocument[]> {
  const { rows } = await sql<IdentityDocument>`
    select ${columns} from identity_document where account_id = ${accountId}
    order by uploaded_at, id limit 100`.execute(db);
  return rows;
}

/** A document; null if it is gone. */
export async function findDocument(db: Db, id: string): Promise<IdentityDocument | null> {
  if (!isUuid(id)) return null;
  const { rows } = await sql<IdentityDocument>`
    select ${columns} from identity_document where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

export async function insertDocument(
  tx: Tx,
  { id, accountId, bytes, uploadedAt }: Omit<IdentityDocument, "kind" | "complete">,
): Promise<void> {
  await sql`
    insert into identity_document (id, account_id, bytes, uploaded_at)
    values (${id}, ${accountId}, ${bytes}, ${uploadedAt})`.execute(tx);
}

/** Stores a part; one that is there already stays. */
export async function insertPart(
  db: Db,
  part: { documentId: string; number: number; sealed: Buffer },
): Promise<void> {
  await sql`
    insert into identity_document_part (document_id, number, sealed)
    values (${part.documentId}, ${part.number}, ${part.sealed})
    on conflict do nothing`.execute(db);
}

export async function setKind(db: Db, id: string, kind: DocumentKind): Promise<void> {
  await sql`update identity_document set kind = ${kind} where id = ${id}`.execute(db);
}

/** The sealed parts of a document, in order. */
export async function partsOf(db: Db, documentId: string): Promise<Buffer[]> {
  const { rows } = await sql<{ sealed: Buffer }>`
    select sealed from identity_document_part where document_id = ${documentId}
    order by number limit 100`.execute(db);
  return rows.map(({ sealed }) => sealed);
}

/** Marks a document as complete if it has so many parts; false if it has not. */
export async function completeDocument(
  tx: Tx,
  { id, parts }: { id: string; parts: number },
): Promise<boolean> {
  const { rows } = await sql`
    update identity_document set complete = true
    where id = ${id} and kind is not null
      and (select count(*) from identity_document_part where document_id = ${id}) = ${parts}
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Deletes a document of an account; false if it has none with this id. */
export async function deleteDocument(
  db: Db,
  { id, accountId }: Pick<IdentityDocument, "id" | "accountId">,
): Promise<boolean> {
  if (!isUuid(id)) return false;
  const { rows } = await sql`
    delete from identity_document where id = ${id} and account_id = ${accountId}
    returning 1`.execute(db);
  return rows.length > 0;
}

export async function deleteDocumentsOf(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`
    delete from identity_document where account_id = any(${accountIds}::uuid[])`.execute(tx);
}

/** Documents that a run deletes at most; the next run continues. */
const DELETED_AT_ONCE = 500;

/**
 * Deletes documents that somebody decided on before `decided`, those that nobody has handed in since
 * then, and those whose upload broke off before `broken`.
 */
export async function deleteOldDocuments(
  db: Db,
  { decided, broken }: { decided: Date; broken: Date },
): Promise<void> {
  await sql`
    delete from identity_document where id in (
      select d.id from identity_document d left join identity_check c on c.account_id = d.account_id
      where (not d.complete and d.uploaded_at < ${broken})
        or (coalesce(c.stage, 'none') <> 'pending' and d.uploaded_at < ${decided}
          and coalesce(c.decided_at, d.uploaded_at) < ${decided})
      limit ${DELETED_AT_ONCE})`.execute(db);
}
