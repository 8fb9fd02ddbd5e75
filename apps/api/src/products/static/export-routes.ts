/**
 * GET /v1/static/export and /v1/staticShort/export ?ticket= (spec/static#export): downloads static
 * IPs as a file.
 */
import { Readable } from "node:stream";
import { exportRequest } from "@turnpike/contract/static-export.ts";
import { proxyFileName } from "@turnpike/proxy-strings/write/file-name.ts";
import type { FastifyInstance } from "fastify";
import { brandOf } from "../../platform/brand/brand.ts";
import { fieldRefusal } from "../../platform/http/envelope.ts";
import { fileTypes } from "../proxy-file/proxy-file.ts";
import type { Services } from "../../platform/services.ts";
import { downloadRoute } from "../../identity/ticket/download.ts";
import { staticExport } from "./export.ts";

const paths = { static: "/v1/static/export", short: "/v1/staticShort/export" } as const;
const names = { static: "static-ips", short: "short-term-ips" } as const;

export function staticExportRoutes(app: FastifyInstance, services: Services): void {
  for (const term of ["static", "short"] as const) {
    downloadRoute(app, services, {
      path: paths[term],
      purpose: "export",
      read: ({ ids, format, protocol, template }) => {
        const request = exportRequest.safeParse({ ids, format, protocol, template });
        if (!request.success) throw fieldRefusal(request.error.issues, () => false);
        return request.data;
      },
      make: async ({ accountId, lang }, request) => {
        const parts = await staticExport(services, { accountId, term, lang }, request);
        const type = `${fileTypes[request.format]}; charset=utf-8`;
        return {
          name: proxyFileName({
            brand: brandOf(services).ownName,
            contents: names[term],
            format: request.format,
            when: services.world.now(),
          }),
          type,
          body: Readable.from(parts),
        };
      },
    });
  }
}
