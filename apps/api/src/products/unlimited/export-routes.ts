/** GET /v1/unlimit/export?ticket= (spec/unlimited#export): ports of unlimited plans as a file. */
import { Readable } from "node:stream";
import {
  unlimitedExportPath,
  unlimitedExportQuestion,
} from "@turnpike/contract/unlimited-export.ts";
import type { FastifyInstance } from "fastify";
import { fieldRefusal } from "../../platform/http/envelope.ts";
import { fileName, fileTypes } from "../proxy-file/proxy-file.ts";
import type { Services } from "../../platform/services.ts";
import { downloadRoute } from "../../identity/ticket/download.ts";
import { unlimitedExport } from "./export.ts";

export function unlimitedExportRoutes(app: FastifyInstance, services: Services): void {
  downloadRoute(app, services, {
    path: unlimitedExportPath,
    purpose: "export",
    read: ({ planId, ids, kind, format, protocol, template }) => {
      const fields = { planId, ids, kind, format, protocol, template };
      const asked = unlimitedExportQuestion.safeParse(fields);
      if (!asked.success) throw fieldRefusal(asked.error.issues, () => false);
      return asked.data;
    },
    make: async ({ accountId, lang }, asked) => {
      const parts = await unlimitedExport(services, { accountId, lang }, asked);
      const type = `${fileTypes[asked.format]}; charset=utf-8`;
      return {
        name: fileName("unlimited-proxies", asked.format),
        type,
        body: Readable.from(parts),
      };
    },
  });
}
