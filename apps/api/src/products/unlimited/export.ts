/** Ports of unlimited plans as a file in any of the forms (spec/unlimited#export). */
import { type Lang, Refusal } from "@turnpike/contract/refusals.ts";
import type { UnlimitedPort } from "@turnpike/contract/unlimited.ts";
import type { UnlimitedExportQuestion } from "@turnpike/contract/files.ts";
import type { ProxyFields } from "@turnpike/rules/proxy-format.ts";
import { keptMs } from "@turnpike/rules/unlimited.ts";
import { type FileRow, inSteps, proxyFile } from "../proxy-file/proxy-file.ts";
import type { Services } from "../../platform/services.ts";
import { activePortsAfter, type ExportRow, findPorts } from "./store/export.ts";
import { presentPorts } from "./present.ts";
import { findPlan } from "./store/plans.ts";

/** Rows that are read and shown at a time. */
const stepRows = 500;

export interface ExportOf {
  accountId: string;
  lang: Lang;
}

/** A port's fields as its line and its columns have them; it has no city. */
const fieldsOf = (one: UnlimitedPort): ProxyFields => ({
  host: one.host,
  port: one.port,
  user: one.account,
  password: one.password,
  country: one.country,
  city: "",
  expires: one.expiresAt,
  remark: one.remark,
});

/**
 * The parts of the file, one after another. What was named is judged before the first of them. A
 * plan, or all, is what gateways have open; ports that are named come as they are.
 * @throws Refusal portNotFound, planNotFound where one is unknown or another's
 */
export async function unlimitedExport(
  services: Services,
  { accountId, lang }: ExportOf,
  { planId, ids, kind, format, protocol, template }: UnlimitedExportQuestion,
): Promise<AsyncGenerator<string>> {
  if (planId !== undefined) await mustHavePlan(services, { accountId, planId });
  const of = { accountId, planId, kind };
  const steps =
    ids === undefined ? all(services, of) : inSteps(await named(services, of, ids), stepRows);
  return proxyFile(format, shownSteps(), { protocol });

  async function* shownSteps(): AsyncGenerator<FileRow[]> {
    for await (const rows of steps) {
      const ports = rows.map(({ row }) => row);
      const plans = rows.map(({ plan }) => plan);
      const shown = await presentPorts(services, services.db, { plans, ports }, lang);
      yield shown.map((one) => ({ fields: fieldsOf(one), template: template ?? one.format }));
    }
  }
}

interface Of {
  accountId: string;
  planId: string | undefined;
  kind: "port" | "bandwidth" | undefined;
}

async function mustHavePlan(
  { db, world }: Services,
  of: { accountId: string; planId: string },
): Promise<void> {
  const plan = await findPlan(db, of);
  if (plan === null || plan.expires_at.getTime() <= world.now() - keptMs)
    throw new Refusal("planNotFound", { field: "planId" });
}

/** Those that were named, in that order. */
async function named({ db, world }: Services, of: Of, ids: string[]): Promise<ExportRow[]> {
  const endedSince = new Date(world.now() - keptMs);
  const rows = await findPorts(db, { ...of, ids, endedSince });
  const byId = new Map(rows.map((one) => [one.row.id, one]));
  return ids.map((id) => {
    const found = byId.get(id.toLowerCase());
    if (found === undefined) throw new Refusal("portNotFound", { field: "ids" });
    return found;
  });
}

/** The open ones of a plan, or of all plans that have not expired, the newest plan first. */
async function* all({ db, world }: Services, of: Of): AsyncGenerator<ExportRow[]> {
  const now = new Date(world.now());
  let last: ExportRow | undefined;
  do {
    const rows = await activePortsAfter(db, { ...of, now }, { last, limit: stepRows });
    if (rows.length > 0) yield rows;
    last = rows.length < stepRows ? undefined : rows.at(-1);
  } while (last !== undefined);
}
