/** Exports static IPs in any file format (spec/static#export). */
import type { StaticTerm } from "@turnpike/contract/data-plane.ts";
import { type Lang, Refusal } from "@turnpike/contract/refusals.ts";
import type { StaticIp } from "@turnpike/contract/static.ts";
import type { ExportRequest } from "@turnpike/contract/static-export.ts";
import type { ProxyFields } from "@turnpike/proxy-strings/write/proxy-format.ts";
import { type FileRow, inBatches, proxyFile } from "../proxy-file/proxy-file.ts";
import { rotateLink } from "../../platform/rotate-token.ts";
import type { Services } from "../../platform/services.ts";
import { activeStaticsAfter } from "./store/lists.ts";
import { presentStatics } from "./present.ts";
import { findStatics, type StaticRow } from "./store/static-ips.ts";

/** Rows per batch. */
const batchRows = 500;

export interface ExportScope {
  accountId: string;
  term: StaticTerm;
  lang: Lang;
}

/** The values of a static IP's placeholders and columns; the city is its token. */
const fieldsOf = ({ env }: Services, one: StaticIp): ProxyFields => ({
  host: one.host,
  port: one.port,
  user: one.account,
  password: one.password,
  country: one.country,
  city: one.city,
  expires: one.expiresAt,
  remark: one.remark,
  changeIp: rotateLink(env, one.rotateToken),
});

/**
 * Returns the chunks of the file. `ids` are checked before the first chunk.
 * @throws Refusal staticNotFound if one of `ids` is unknown or another account's
 */
export async function staticExport(
  services: Services,
  of: ExportScope,
  { ids, format, protocol, template }: ExportRequest,
): Promise<AsyncGenerator<string>> {
  const all = ids === undefined;
  const batches =
    ids === undefined
      ? allActive(services, of)
      : inBatches(await findInOrder(services, of, ids), batchRows);
  return proxyFile(format, presentedBatches(), { protocol });

  async function* presentedBatches(): AsyncGenerator<FileRow[]> {
    for await (const rows of batches) {
      const shown = await presentStatics(services, services.db, rows, of.lang);
      // Without `ids`, IPs whose port no gateway has opened yet are left out: they do not work.
      const exported = all ? shown.filter(({ port }) => port !== 0) : shown;
      yield exported.map((one) => ({ fields: fieldsOf(services, one), template }));
    }
  }
}

/** Finds the static IPs with these ids, in the same order. */
async function findInOrder({ db }: Services, { accountId, term }: ExportScope, ids: string[]) {
  const rows = await findStatics(db, { accountId, term, ids });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id.toLowerCase());
    if (row === undefined) throw new Refusal("staticNotFound", { field: "ids" });
    return row;
  });
}

/** Yields all unexpired IPs, newest first like the list. */
async function* allActive(
  { db, world }: Services,
  { accountId, term }: ExportScope,
): AsyncGenerator<StaticRow[]> {
  const of = { accountId, term, now: world.now() };
  let last: StaticRow | undefined;
  do {
    const rows = await activeStaticsAfter(db, of, { last, limit: batchRows });
    if (rows.length > 0) yield rows;
    last = rows.length < batchRows ? undefined : rows.at(-1);
  } while (last !== undefined);
}
