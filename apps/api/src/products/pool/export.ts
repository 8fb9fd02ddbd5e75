/** Exports opened IPs in any file format (spec/pool#opened-ips). */
import type { OpenedIp } from "@turnpike/contract/pool.ts";
import type { PoolExportRequest } from "@turnpike/contract/files.ts";
import { type Lang, Refusal } from "@turnpike/contract/refusals.ts";
import {
  defaultTemplate,
  type ProxyFields,
  proxyTemplates,
} from "@turnpike/proxy-strings/write/proxy-format.ts";
import { type FileRow, inBatches, proxyFile } from "../proxy-file/proxy-file.ts";
import type { Services } from "../../platform/services.ts";
import { activeIps, batchRows } from "./active-ips.ts";
import { presentIps } from "./present.ts";
import { findOpened, type OpenedRow } from "./store/opened-ips.ts";

export interface ExportCaller {
  accountId: string;
  lang: Lang;
}

const fieldsOf = (one: OpenedIp): ProxyFields => ({
  host: one.host,
  port: one.port,
  user: one.username ?? "",
  password: one.password ?? "",
  country: one.country,
  city: one.city,
  expires: one.expiresAt,
  remark: "",
});

/** IPs for whitelisted addresses have no name and password. */
const templateOf = ({ auth }: OpenedIp) =>
  auth === "user" ? defaultTemplate : proxyTemplates["host:port"];

/**
 * Returns the chunks of the file. `ids` are checked before the first chunk and exported in any
 * status; without them all active IPs are exported.
 * @throws Refusal openedIpNotFound if one is unknown, another account's, or hidden
 */
export async function poolExport(
  services: Services,
  of: ExportCaller,
  { ids, auth, format, protocol, template }: PoolExportRequest,
): Promise<AsyncGenerator<string>> {
  const { accountId } = of;
  const now = services.world.now();
  const batches =
    ids === undefined
      ? activeIps(services.db, { accountId, auth, now })
      : inBatches(await findInOrder(services, accountId, ids), batchRows);
  return proxyFile(format, presentedBatches(), { protocol });

  async function* presentedBatches(): AsyncGenerator<FileRow[]> {
    for await (const rows of batches) {
      const shown = await presentIps(services, services.db, of, rows);
      yield shown.map((one) => ({ fields: fieldsOf(one), template: template ?? templateOf(one) }));
    }
  }
}

/** Finds the opened IPs with these ids, in the same order. */
async function findInOrder(
  { db }: Services,
  accountId: string,
  ids: string[],
): Promise<OpenedRow[]> {
  const rows = await findOpened(db, accountId, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const found = byId.get(id.toLowerCase());
    if (found === undefined) throw new Refusal("openedIpNotFound", { field: "ids" });
    return found;
  });
}
