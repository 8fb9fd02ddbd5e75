/** Exports whitelisted ports in any file format. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { WhitelistedPortExportRequest } from "@turnpike/contract/files.ts";
import { maxLiveWhitelistedPorts } from "@turnpike/rules/pool.ts";
import type { ProxyFields } from "@turnpike/proxy-strings/write/proxy-format.ts";
import { hostOfNodes } from "../../inventory/node/fleet.ts";
import { normalizedIds } from "../../platform/db/uuid.ts";
import { type FileRow, inBatches, proxyFile } from "../proxy-file/proxy-file.ts";
import type { Services } from "../../platform/services.ts";
import { pageOfWhitelistedPorts, type WhitelistedPortRow, whitelistedPortsByIds } from "./store.ts";

const batchRows = 500;

/**
 * Returns the chunks of the file. `ids` are checked before the first chunk.
 * @throws Refusal whitePortNotFound if one is unknown, ended or another account's
 */
export async function whitelistedPortExport(
  services: Services,
  accountId: string,
  { ids, format, protocol, template }: WhitelistedPortExportRequest,
): Promise<AsyncGenerator<string>> {
  const rows =
    ids === undefined
      ? await allLivePorts(services, accountId)
      : await findInOrder(services, accountId, ids);
  const hostOf = await hostOfNodes(services, services.db);
  return proxyFile(format, batches(), { protocol });

  async function* batches(): AsyncGenerator<FileRow[]> {
    for (const some of inBatches(rows, batchRows))
      yield some.map((row) => ({ fields: fieldsOf(row, hostOf(row.nodeId)), template }));
  }
}

const fieldsOf = (row: WhitelistedPortRow, host: string): ProxyFields => ({
  host,
  port: row.port,
  user: "",
  password: "",
  country: row.country,
  city: row.city,
  expires: row.expiresAt.toISOString(),
  remark: row.remark,
});

/** One page holds them all, as the number of live ports is capped. */
async function allLivePorts(
  { db, world }: Services,
  accountId: string,
): Promise<WhitelistedPortRow[]> {
  const page = { sought: undefined, offset: 0, limit: maxLiveWhitelistedPorts };
  return (await pageOfWhitelistedPorts(db, { accountId, now: new Date(world.now()), ...page }))
    .rows;
}

async function findInOrder(
  { db, world }: Services,
  accountId: string,
  given: string[],
): Promise<WhitelistedPortRow[]> {
  const ids = normalizedIds(given);
  const found = await whitelistedPortsByIds(db, { accountId, ids, now: new Date(world.now()) });
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    if (row === undefined) throw new Refusal("whitePortNotFound");
    return row;
  });
}
