/** GET /v1/unlimit/export?ticket= (spec/unlimited#export): downloads ports of plans as a file. */
import { Readable } from "node:stream";
import { unlimitedExportPath, unlimitedExportRequest } from "@turnpike/contract/files.ts";
import { proxyFileName } from "@turnpike/proxy-strings/write/file-name.ts";
import type { FastifyInstance } from "fastify";
import { brandOf } from "../../platform/brand/brand.ts";
import { fieldRefusal } from "../../platform/http/envelope.ts";
import { fileTypes } from "../proxy-file/proxy-file.ts";
import type { Services } from "../../platform/services.ts";
import { downloadRoute } from "../../identity/ticket/download.ts";
import { unlimitedExport } from "./export.ts";

export function unlimitedExportRoutes(app: FastifyInstance, services: Services): void {
  downloadRoute(app, services, {
    path: unlimitedExportPath,
    purpose: "export",
    read: ({ planId, ids, kind, format, protocol, template }) => {
      const fields = { planId, ids, kind, format, protocol, template };
      const request = unlimitedExportRequest.safeParse(fields);
      if (!request.success) throw fieldRefusal(request.error.issues, () => false);
      return request.data;
    },
    make: async ({ accountId, lang }, request) => {
      const parts = await unlimitedExport(services, { accountId, lang }, request);
      const type = `${fileTypes[request.format]}; charset=utf-8`;
      return {
        name: proxyFileName({
          brand: brandOf(services).ownName,
          contents: "unlimited-ports",
          format: request.format,
          when: services.world.now(),
        }),
        type,
        body: Readable.from(parts),
      };
    },
  });
}
