/** Opened IPs as a file in any of the forms (spec/pool#opened-ips). */
import type { OpenedIp } from "@turnpike/contract/pool.ts";
import type { PoolExportQuestion } from "@turnpike/contract/files.ts";
import { type Lang, Refusal } from "@turnpike/contract/refusals.ts";
import { defaultTemplate, type ProxyFields, proxyTemplates } from "@turnpike/rules/proxy-format.ts";
import { type FileRow, inSteps, proxyFile } from "../proxy-file/proxy-file.ts";
import type { Services } from "../../platform/services.ts";
import { activeIps, stepRows } from "./active-ips.ts";
import { presentIps } from "./present.ts";
import { findOpened, type OpenedRow } from "./store/opened-ips.ts";

export interface ExportOf {
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

/** Whitelisted addresses need no name and password: there are none. */
const templateOf = ({ auth }: OpenedIp) =>
  auth === "user" ? defaultTemplate : proxyTemplates["host:port"];

/**
 * The parts of the file, one after another. What was named is judged before the first of them, and
 * comes as it is; else it is what is in use.
 * @throws Refusal openedIpNotFound where one is unknown, another's, or off the list
 */
export async function poolExport(
  services: Services,
  of: ExportOf,
  { ids, auth, format, protocol, template }: PoolExportQuestion,
): Promise<AsyncGenerator<string>> {
  const { accountId } = of;
  const now = services.world.now();
  const steps =
    ids === undefined
      ? activeIps(services.db, { accountId, auth, now })
      : inSteps(await named(services, accountId, ids), stepRows);
  return proxyFile(format, shownSteps(), { protocol });

  async function* shownSteps(): AsyncGenerator<FileRow[]> {
    for await (const rows of steps) {
      const shown = await presentIps(services, services.db, of, rows);
      yield shown.map((one) => ({ fields: fieldsOf(one), template: template ?? templateOf(one) }));
    }
  }
}

/** Those that were named, in that order. */
async function named({ db }: Services, accountId: string, ids: string[]): Promise<OpenedRow[]> {
  const rows = await findOpened(db, accountId, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const found = byId.get(id.toLowerCase());
    if (found === undefined) throw new Refusal("openedIpNotFound", { field: "ids" });
    return found;
  });
}
