/** Legal documents as the operator sees them: published versions, and the drafts as version 0. */
import { type Lang, Refusal } from "@turnpike/contract/refusals.ts";
import type { LegalKind } from "@turnpike/rules/legal.ts";
import { findDocument, type StoredDocument } from "../../../identity/legal/store/documents.ts";
import type { Services } from "../../../platform/services.ts";
import { draft } from "../../legal/document.ts";

/** The most versions that are listed. */
export const maxListedVersions = 1_000;

/** A document with its text; publication is null for a draft. */
export type OperatorDocument = Omit<StoredDocument, "publishedAt" | "publishedBy"> & {
  publishedAt: string | null;
  publishedBy: string | null;
};

/**
 * A version of a document, or without `version` what readers of the language see.
 * @throws Refusal legalNotFound
 */
export async function legalDocumentOf(
  services: Services,
  asked: { kind: LegalKind; lang: Lang; version?: number | undefined },
): Promise<OperatorDocument> {
  const { kind, lang, version = null } = asked;
  const found = version === 0 ? null : await findDocument(services.db, { kind, lang, version });
  if (found) return { ...found, publishedAt: found.publishedAt.toISOString() };
  const shipped = version ? null : await draft(services, { kind, lang });
  if (shipped === null) throw new Refusal("legalNotFound", { field: version ? "version" : "kind" });
  return { ...shipped, consent: false, publishedAt: null, publishedBy: null };
}
