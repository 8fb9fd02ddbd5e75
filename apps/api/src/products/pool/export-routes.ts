/** GET /v1/ip/export?ticket= (spec/pool#opened-ips): downloads opened IPs as a file. */
import { Readable } from "node:stream";
import { poolExportPath, poolExportRequest } from "@turnpike/contract/files.ts";
import { proxyFileName } from "@turnpike/proxy-strings/write/file-name.ts";
import type { FastifyInstance } from "fastify";
import { brandOf } from "../../platform/brand/brand.ts";
import { fieldRefusal } from "../../platform/http/envelope.ts";
import { fileTypes } from "../proxy-file/proxy-file.ts";
import type { Services } from "../../platform/services.ts";
import { downloadRoute } from "../../identity/ticket/download.ts";
import { poolExport } from "./export.ts";

export function poolExportRoutes(app: FastifyInstance, services: Services): void {
  downloadRoute(app, services, {
    path: poolExportPath,
    purpose: "export",
    read: ({ ids, auth, format, protocol, template }) => {
      const request = poolExportRequest.safeParse({ ids, auth, format, protocol, template });
      if (!request.success) throw fieldRefusal(request.error.issues, () => false);
      return request.data;
    },
    make: async ({ accountId, lang }, request) => {
      const parts = await poolExport(services, { accountId, lang }, request);
      const type = `${fileTypes[request.format]}; charset=utf-8`;
      return {
        name: proxyFileName({
          brand: brandOf(services).ownName,
          contents: "opened-ips",
          format: request.format,
          when: services.world.now(),
        }),
        type,
        body: Readable.from(parts),
      };
    },
  });
}
