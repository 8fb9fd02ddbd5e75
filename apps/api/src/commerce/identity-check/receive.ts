/**
 * `POST /v1/identityPart`: a part of a document as bytes (spec/identity#documents). A part is small,
 * so that a slow telephone sends it in time, and nobody's document is ever whole in memory.
 */
import { asLang, Refusal, refusals } from "@turnpike/contract/refusals.ts";
import {
  documentKind,
  documentPartBytes,
  documentParts,
} from "@turnpike/rules/identity-document.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { clientIp } from "../../platform/http/client-ip.ts";
import { refusalEnvelope, success } from "../../platform/http/envelope.ts";
import { limitLongBodies } from "../../platform/http/long-bodies.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { sealBytes } from "../../platform/seal-bytes.ts";
import type { Services } from "../../platform/services.ts";
import { findDocument, insertPart, deleteDocument, setKind } from "./store/documents.ts";

/** No form and no script of another origin can send it. */
const SESSION_HEADER = "x-session";

/** Where a part belongs; no other opens there. */
export const placeOf = (documentId: string, number: number) =>
  ({ purpose: "identity document", place: `${documentId} ${number}` }) as const;

/** @throws Refusal sessionInvalid */
async function accountOf(services: Services, request: FastifyRequest): Promise<string> {
  const token = String(request.headers[SESSION_HEADER] ?? "");
  const from = { ip: clientIp(request) };
  const known = token && (await services.modules.authentication.bySession(services, token, from));
  // Documents are the holder's own.
  if (!known || known.person?.memberId) throw new Refusal("sessionInvalid");
  return known.accountId;
}

/** @throws Refusal documentNotFound, badDocument */
async function receive(services: Services, request: FastifyRequest): Promise<void> {
  const { db, seal } = services;
  const accountId = await accountOf(services, request);
  const query = request.query as { document?: unknown; number?: unknown };
  const asked = String(query.document ?? "");
  const document = isUuid(asked) ? await findDocument(db, asked) : null;
  if (!document || document.accountId !== accountId || document.complete)
    throw new Refusal("documentNotFound", { field: "document" });
  // As it is stored: a part is sealed for its place, and would not open under another spelling.
  const { id } = document;
  const number = /^\d{1,3}$/.test(String(query.number)) ? Number(query.number) : -1;
  const parts = documentParts(document.bytes);
  const length =
    number === parts - 1 ? document.bytes - number * documentPartBytes : documentPartBytes;
  const body = request.body as Buffer;
  if (number < 0 || number >= parts || body.length !== length)
    throw new Refusal("badDocument", { field: "number" });
  if (number === 0) {
    const kind = documentKind(body);
    if (kind === null) {
      await deleteDocument(db, document);
      throw new Refusal("badDocument", { field: "document" });
    }
    await setKind(db, id, kind);
  }
  await insertPart(db, {
    documentId: id,
    number,
    sealed: sealBytes(seal, placeOf(id, number), body),
  });
}

export async function documentRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (uploads) => {
    limitLongBodies(uploads);
    uploads.removeAllContentTypeParsers();
    const options = { parseAs: "buffer", bodyLimit: documentPartBytes } as const;
    uploads.addContentTypeParser("application/octet-stream", options, (_request, body, done) =>
      done(null, body),
    );
    uploads.post("/v1/identityPart", async (request, reply) => {
      try {
        await receive(services, request);
        return success({});
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { lang } = request.query as { lang?: unknown };
        const { body } = refusalEnvelope(error, asLang(lang));
        const code = refusals[error.reason];
        return reply.status(code === 300 ? 403 : code).send(body);
      }
    });
  });
}
