/** GET /legal/KIND: a legal document as a page of the server (spec/law#pages). */
import { legalKinds } from "@turnpike/rules/legal.ts";
import type { FastifyInstance } from "fastify";
import { acceptedLang, langOfTag } from "../../platform/http/accept-language.ts";
import { sendPage } from "../../platform/http/page.ts";
import type { Services } from "../../platform/services.ts";
import { currentDocument, existingKinds } from "./document.ts";
import { LEGAL_PATH, legalPage } from "./page.ts";

export function legalRoutes(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { kind: string }; Querystring: { lang?: unknown } }>(
    `${LEGAL_PATH}/:kind`,
    async (request, reply) => {
      const { params, query } = request;
      const kind = legalKinds.find((one) => one === params.kind);
      const named = typeof query.lang === "string" ? langOfTag(query.lang) : undefined;
      const lang = named ?? acceptedLang(request, services);
      const document = kind ? await currentDocument(services, { kind, lang }) : null;
      if (document === null) return reply.callNotFound();
      reply.header("vary", "accept-language");
      return sendPage(reply, legalPage(lang, document, await existingKinds(services)));
    },
  );
}
