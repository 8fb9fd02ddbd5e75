/** `GET /v1/personalData?ticket=`: all that is kept about an account, as a ZIP (spec/law#data-export). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { fileName } from "@turnpike/rules/file-name.ts";
import { nextExportAt, exportEveryMs } from "@turnpike/rules/legal.ts";
import type { FastifyInstance } from "fastify";
import { proveFresh } from "../../identity/credential/fresh-proof.ts";
import { downloadRoute } from "../../identity/ticket/download.ts";
import { transaction } from "../../platform/db/database.ts";
import { inMemory } from "../../platform/in-memory.ts";
import type { TicketCheck } from "../../platform/module.ts";
import type { Services } from "../../platform/services.ts";
import { countExport, lastExport, uncountExport } from "./store.ts";
import { personalData } from "./write.ts";

/** Exports of this process at a time: each holds a connection while its reader reads. */
const atOnce = 4;
/** The accounts whose exports are being sent. */
const running = inMemory(() => new Set<string>());

/** When an account may export its data again; null: now. */
async function nextExport(services: Services, accountId: string): Promise<number | null> {
  const last = await lastExport(services.db, accountId);
  const next = last === null ? null : nextExportAt(last.getTime());
  return next !== null && next > services.world.now() ? next : null;
}

/** @throws Refusal tooSoon */
async function refuseTooSoon(services: Services, accountId: string): Promise<void> {
  const next = await nextExport(services, accountId);
  if (next === null) return;
  const retryAfterSeconds = Math.ceil((next - services.world.now()) / 1_000);
  throw new Refusal("tooSoon", { retryAfterSeconds });
}

/** A ticket needs a fresh proof: the file says all about the account. */
export const personalDataTicket: TicketCheck = async (services, question, caller) => {
  const { accountId } = caller;
  const proof = await proveFresh(services, caller, question);
  await refuseTooSoon(services, accountId);
  await transaction(services.db, async (tx) => {
    await services.modules.authentication.lockCaller(tx, caller);
    await proof.use(tx);
  });
  return {};
};

export function personalDataRoutes(app: FastifyInstance, services: Services): void {
  downloadRoute(app, services, {
    path: "/v1/personalData",
    purpose: "personalData",
    read: () => null,
    make: async ({ accountId }) => {
      const { db, world } = services;
      const open = running(services);
      if (open.size >= atOnce) throw new Refusal("tooManyTries", { retryAfterSeconds: 60 });
      const now = new Date(world.now());
      const since = new Date(now.getTime() - exportEveryMs);
      if (!(await countExport(db, { accountId, now, since }))) {
        await refuseTooSoon(services, accountId);
        throw new Refusal("tooSoon", { retryAfterSeconds: 1 });
      }
      const when = now.toISOString().slice(0, 10);
      const name = fileName({ contents: "personal-data", when, ending: "zip" });
      const body = personalData(services, accountId);
      open.add(accountId);
      body.once("close", () => open.delete(accountId));
      body.once("error", () => void uncountExport(db, { accountId, now }).catch(() => undefined));
      return { name, type: "application/zip", body };
    },
  });
}
