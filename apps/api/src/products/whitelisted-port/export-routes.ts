/** GET /v1/whitePort/export?ticket= (spec/api#tickets): downloads whitelisted ports as a file. */
import { Readable } from "node:stream";
import {
  whitelistedPortExportPath,
  whitelistedPortExportRequest,
} from "@turnpike/contract/files.ts";
import { proxyFileName } from "@turnpike/proxy-strings/write/file-name.ts";
import type { FastifyInstance } from "fastify";
import { brandOf } from "../../platform/brand/brand.ts";
import { fieldRefusal } from "../../platform/http/envelope.ts";
import { fileTypes } from "../proxy-file/proxy-file.ts";
import type { Services } from "../../platform/services.ts";
import { downloadRoute } from "../../identity/ticket/download.ts";
import { whitelistedPortExport } from "./export.ts";

export function whitelistedPortExportRoutes(app: FastifyInstance, services: Services): void {
  downloadRoute(app, services, {
    path: whitelistedPortExportPath,
    purpose: "export",
    read: ({ ids, format, protocol, template }) => {
      const request = whitelistedPortExportRequest.safeParse({ ids, format, protocol, template });
      if (!request.success) throw fieldRefusal(request.error.issues, () => false);
      return request.data;
    },
    make: async ({ accountId }, request) => {
      const parts = await whitelistedPortExport(services, accountId, request);
      const type = `${fileTypes[request.format]}; charset=utf-8`;
      return {
        name: proxyFileName({
          brand: brandOf(services).ownName,
          contents: "whitelisted-ports",
          format: request.format,
          when: services.world.now(),
        }),
        type,
        body: Readable.from(parts),
      };
    },
  });
}
