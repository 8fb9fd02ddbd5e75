/** GET /v1/statement?ticket= (our own call): one month of the account's ledger as CSV. */
import { Readable } from "node:stream";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { fileName } from "@turnpike/rules/file-name.ts";
import { monthBounds } from "@turnpike/rules/statement.ts";
import type { FastifyInstance } from "fastify";
import { contactOf } from "../../identity/account/addresses.ts";
import { brandOf } from "../../platform/brand/brand.ts";
import type { Services } from "../../platform/services.ts";
import { downloadRoute } from "../../identity/ticket/download.ts";
import { statementCsv } from "./csv.ts";

export function statementRoutes(app: FastifyInstance, services: Services): void {
  const { db, world } = services;
  downloadRoute(app, services, {
    path: "/v1/statement",
    purpose: "statement",
    read: () => null,
    async make({ accountId, fields }) {
      const month = String(fields.month);
      const now = world.now();
      const bounds = monthBounds(month, now);
      if (!bounds) throw new Refusal("badMonth");
      const { lang } = await contactOf(db, accountId);
      const body = Readable.from(statementCsv(db, { owner: accountId, lang, now, ...bounds }));
      const name = fileName({
        brand: brandOf(services).ownName,
        contents: "statement",
        when: month,
        ending: "csv",
      });
      return { name, type: "text/csv; charset=utf-8", body };
    },
  });
}
