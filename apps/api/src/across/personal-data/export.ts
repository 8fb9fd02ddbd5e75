/** `GET /v1/personalData?ticket=`: all that is kept about an account, as a ZIP (spec/law#data-export). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { fileName } from "@turnpike/rules/file-name.ts";
import { brandOf } from "../../platform/brand/brand.ts";
import { exportEveryMs } from "@turnpike/rules/legal.ts";
import type { FastifyInstance } from "fastify";
import { downloadRoute } from "../../identity/ticket/download.ts";
import { inMemory } from "../../platform/in-memory.ts";
import type { Services } from "../../platform/services.ts";
import { countExport, uncountExport } from "./store.ts";
import { refuseTooSoon } from "./ticket.ts";

/** Exports of this process at a time: each holds a connection while its reader reads. */
const atOnce = 4;
/** The accounts whose exports are being sent. */
const running = inMemory(() => new Set<string>());

export function personalDataRoutes(app: FastifyInstance, services: Services): void {
  downloadRoute(app, services, {
    path: "/v1/personalData",
    purpose: "personalData",
    read: () => null,
    make: async ({ accountId }) => {
      const { db, world } = services;
      // Loaded with the first export: it brings the libraries for COPY and ZIP.
      const { personalData } = await import("./write.ts");
      const open = running(services);
      if (open.size >= atOnce) throw new Refusal("tooManyTries", { retryAfterSeconds: 60 });
      const now = new Date(world.now());
      const since = new Date(now.getTime() - exportEveryMs);
      if (!(await countExport(db, { accountId, now, since }))) {
        await refuseTooSoon(services, accountId);
        throw new Refusal("tooSoon", { retryAfterSeconds: 1 });
      }
      const when = now.toISOString().slice(0, 10);
      const brand = brandOf(services).ownName;
      const name = fileName({ brand, contents: "personal-data", when, ending: "zip" });
      const body = personalData(services, accountId);
      open.add(accountId);
      body.once("close", () => open.delete(accountId));
      body.once("error", () => void uncountExport(db, { accountId, now }).catch(() => undefined));
      return { name, type: "application/zip", body };
    },
  });
}
