/** Opens a document for the staff; the caller writes it to the audit log (spec/identity#documents). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { type DocumentKind, documentTypes } from "@turnpike/rules/identity-document.ts";
import { ActRefused } from "../../platform/act-refused.ts";
import type { Db } from "../../platform/db/database.ts";
import { inMemory } from "../../platform/in-memory.ts";
import { openBytes } from "../../platform/seal-bytes.ts";
import type { Services } from "../../platform/services.ts";
import { placeOf } from "./receive.ts";
import { findDocument, type IdentityDocument, partsOf } from "./store/documents.ts";

/** Documents that a process holds open at a time: each is whole in memory. */
const AT_ONCE = 2;
const open = inMemory(() => ({ count: 0 }));

export interface OpenedDocument {
  document: IdentityDocument;
  kind: DocumentKind;
  /** One that a browser never runs: a picture's, or bytes. */
  type: string;
  base64: string;
}

/** @throws ActRefused, Refusal tooManyTries */
export async function openDocument(
  services: Pick<Services, "memory" | "seal">,
  db: Db,
  id: string,
): Promise<OpenedDocument> {
  const document = await findDocument(db, id);
  if (!document?.complete || document.kind === null)
    throw new ActRefused("the document is gone", { reason: "notFound" });
  const held = open(services);
  if (held.count >= AT_ONCE) throw new Refusal("tooManyTries", { retryAfterSeconds: 2 });
  held.count += 1;
  try {
    const parts = (await partsOf(db, id)).map((sealed, number) =>
      openBytes(services.seal, placeOf(id, number), sealed),
    );
    const { kind } = document;
    const base64 = Buffer.concat(parts).toString("base64");
    return { document, kind, type: documentTypes[kind], base64 };
  } finally {
    held.count -= 1;
  }
}
