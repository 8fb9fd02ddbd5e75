/** Exports ports of unlimited plans in any file format (spec/unlimited#export). */
import { type Lang, Refusal } from "@turnpike/contract/refusals.ts";
import type { UnlimitedPort } from "@turnpike/contract/unlimited.ts";
import type { UnlimitedExportRequest } from "@turnpike/contract/files.ts";
import type { ProxyFields } from "@turnpike/proxy-strings/write/proxy-format.ts";
import { planRetentionMs } from "@turnpike/rules/unlimited.ts";
import { type FileRow, inBatches, proxyFile } from "../proxy-file/proxy-file.ts";
import { rotateLink } from "../../platform/rotate-token.ts";
import type { Services } from "../../platform/services.ts";
import { activePortsAfter, type ExportRow, findPorts } from "./store/export.ts";
import { presentPorts } from "./present.ts";
import { findPlan } from "./store/plans.ts";

/** Rows per batch. */
const batchRows = 500;

export interface ExportCaller {
  accountId: string;
  lang: Lang;
}

/** The values of a port's placeholders and columns; it has no city. */
const fieldsOf = ({ env }: Services, one: UnlimitedPort): ProxyFields => ({
  host: one.host,
  port: one.port,
  user: one.account,
  password: one.password,
  country: one.country,
  city: "",
  expires: one.expiresAt,
  remark: one.remark,
  changeIp: rotateLink(env, one.rotateToken),
});

/**
 * Returns the chunks of the file; the selection is checked before the first one. Ports in `ids` are
 * exported in any state; otherwise the open ports of a plan or of all active plans.
 * @throws Refusal portNotFound, planNotFound if one is unknown or another account's
 */
export async function unlimitedExport(
  services: Services,
  { accountId, lang }: ExportCaller,
  { planId, ids, kind, format, protocol, template }: UnlimitedExportRequest,
): Promise<AsyncGenerator<string>> {
  if (planId !== undefined) await refuseUnknownPlan(services, { accountId, planId });
  const of = { accountId, planId, kind };
  const batches =
    ids === undefined
      ? allOpenPorts(services, of)
      : inBatches(await findInOrder(services, of, ids), batchRows);
  return proxyFile(format, presentedBatches(), { protocol });

  async function* presentedBatches(): AsyncGenerator<FileRow[]> {
    for await (const rows of batches) {
      const ports = rows.map(({ row }) => row);
      const plans = rows.map(({ plan }) => plan);
      const shown = await presentPorts(services, services.db, { plans, ports }, lang);
      yield shown.map((one) => ({
        fields: fieldsOf(services, one),
        template: template ?? one.format,
      }));
    }
  }
}

interface PortSelection {
  accountId: string;
  planId: string | undefined;
  kind: "port" | "bandwidth" | undefined;
}

async function refuseUnknownPlan(
  { db, world }: Services,
  of: { accountId: string; planId: string },
): Promise<void> {
  const plan = await findPlan(db, of);
  if (plan === null || plan.expires_at.getTime() <= world.now() - planRetentionMs)
    throw new Refusal("planNotFound", { field: "planId" });
}

/** Finds the ports with these ids, in the same order. */
async function findInOrder(
  { db, world }: Services,
  of: PortSelection,
  ids: string[],
): Promise<ExportRow[]> {
  const endedSince = new Date(world.now() - planRetentionMs);
  const rows = await findPorts(db, { ...of, ids, endedSince });
  const byId = new Map(rows.map((one) => [one.row.id, one]));
  return ids.map((id) => {
    const found = byId.get(id.toLowerCase());
    if (found === undefined) throw new Refusal("portNotFound", { field: "ids" });
    return found;
  });
}

/** Yields the open ports of a plan, or of all unexpired plans, newest plan first. */
async function* allOpenPorts(
  { db, world }: Services,
  of: PortSelection,
): AsyncGenerator<ExportRow[]> {
  const now = new Date(world.now());
  let last: ExportRow | undefined;
  do {
    const rows = await activePortsAfter(db, { ...of, now }, { last, limit: batchRows });
    if (rows.length > 0) yield rows;
    last = rows.length < batchRows ? undefined : rows.at(-1);
  } while (last !== undefined);
}
