/** Imports and re-reads lists that were bought from wholesalers (spec/supply#lists). */
import { ActRefused } from "../../platform/act-refused.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Tx } from "../../platform/db/database.ts";
import { fetchText } from "../../platform/proxy/outward.ts";
import type { Services } from "../../platform/services.ts";
import { nodeIdNamed } from "../node/store/addresses.ts";
import {
  type LineFault,
  lineKey,
  type ListLine,
  maxListLines,
  readListLines,
} from "./list-lines.ts";
import { exitsOf, type FoundLine, probeLines } from "./list-probe.ts";
import { importExitsIn } from "./operator-stock.ts";
import {
  delist,
  exitsOfList,
  foreignAt,
  type ListedExit,
  type ListHead,
  listNamed,
  type ListRow,
  putList,
  setListed,
  setSynced,
} from "./store/lists.ts";

const MAX_BYTES = 4_000_000;
const FETCH_MS = 30_000;

/** A list as an operator imports it. */
export interface ListImport extends ListHead {
  /** Where it is read; null: `text` is its content. */
  url: string | null;
  text: string;
  endsOn: string | null;
}

/** Lines that were read and asked for their address, before anything is written. */
export interface PreparedList {
  /** Lines with an address, new or known. */
  lines: FoundLine[];
  failed: LineFault[];
  elsewhere: number;
  /** Exits of the list that it lacks now; empty if it is not the whole list. */
  missing: string[];
}

export interface ListResult {
  name: string;
  added: number;
  changed: number;
  /** Lines that were not taken, with the reason. */
  failed: LineFault[];
  elsewhere: number;
  /** Exits that the list lacks: nobody had them, or they go when their customer's time ends. */
  retired: number;
  leaving: number;
}

/** Returns the content of a list's page. @throws ActRefused if it cannot be read */
export async function fetchList({ env }: Pick<Services, "env">, url: string): Promise<string> {
  const address = URL.parse(url);
  if (address === null || !/^https?:$/.test(address.protocol))
    throw new ActRefused("the URL of a list must begin with http:// or https://");
  const limits = { maxBytes: MAX_BYTES, timeoutMs: FETCH_MS };
  const answer = await fetchText(env, address, limits).catch((error: unknown) => {
    // Never the URL itself: it often has a password.
    throw new ActRefused(`${address.host} cannot be read: ${reasonOf(error)}`);
  });
  if (answer.status !== 200) throw new ActRefused(`${address.host} answers ${answer.status}`);
  return answer.text;
}

const reasonOf = (error: unknown) =>
  (error as NodeJS.ErrnoException).code ?? (error as Error).message;

/**
 * Reads a list and asks its new proxies for their addresses. `whole`: exits that it lacks go.
 * @throws ActRefused if no line can be read
 */
export async function prepareList(
  services: Services,
  { name, how, country }: Pick<ListHead, "name" | "how" | "country">,
  { text, whole }: { text: string; whole: boolean },
): Promise<PreparedList> {
  const networks = services.env.EXIT_NETWORKS;
  const { lines, faults } = await readListLines(text, { how, networks });
  if (lines.length === 0) throw new ActRefused(noLines(faults));
  // An error page has words, and perhaps an address: that is not what was bought.
  if (whole && faults.length > lines.length)
    throw new ActRefused(`most of the list cannot be read${firstOf(faults)}`);
  const list = await listNamed(services.db, name);
  const known = list === null ? [] : await exitsOfList(services.db, list.id);
  const byKey = new Map(known.map((exit) => [lineKey(exit), exit]));
  const fresh = lines.filter((line) => !byKey.has(lineKey(line)));
  const probed = await probeLines(services, fresh, country);
  const here = lines.flatMap((line) => withKnownAddress(line, byKey));
  const keys = new Set(lines.map(lineKey));
  const isWhole = whole && lines.length < maxListLines;
  const missing = isWhole ? known.filter((exit) => !keys.has(lineKey(exit))) : [];
  if (here.length + probed.found.length === 0)
    throw new ActRefused(`no proxy of the list answers${firstOf(probed.failed)}`);
  return {
    lines: [...here, ...probed.found].toSorted((one, other) => one.line - other.line),
    failed: [...faults, ...probed.failed].toSorted((one, other) => one.line - other.line),
    elsewhere: probed.elsewhere,
    missing: missing.map(({ id }) => id),
  };
}

const firstOf = ([first]: LineFault[]) =>
  first === undefined ? "" : `: line ${first.line}: ${first.text}`;
const noLines = (faults: LineFault[]) => `the list has no proxies${firstOf(faults)}`;

const withKnownAddress = (line: ListLine, byKey: ReadonlyMap<string, ListedExit>): FoundLine[] => {
  const exit = byKey.get(lineKey(line));
  return exit === undefined ? [] : [{ ...line, ip: exit.ip }];
};

/** Writes a list and its lines, and lets those go that it lacks. */
export async function importListIn(
  services: Services,
  tx: Tx,
  { url, text: _text, ...head }: ListImport,
  prepared: PreparedList,
): Promise<ListResult> {
  const { world, seal, env } = services;
  await refuseOther(tx, head);
  const nodeId = head.node === "" ? null : await nodeIdNamed(tx, head.node);
  if (head.node !== "" && nodeId === null) throw new ActRefused(`there is no node ${head.node}`);
  const now = new Date(world.now());
  const sealedUrl = url === null ? "" : seal.seal(url);
  const list = { ...head, id: world.id(), sealedUrl, nodeId };
  const listId = await putList(tx, list, now);
  const lines = await ownLines(tx, listId, prepared);
  const exits = await exitsOf(env, head, lines.own);
  const { added, changed } = await importExitsIn(services, tx, exits);
  const ips = lines.own.map(({ ip }) => ip);
  await setListed(tx, { listId, product: head.product, ips });
  const gone = await delist(tx, prepared.missing, now);
  await recordChanges(
    tx,
    gone.retired.map((id) => ({ kind: "exit", id })),
  );
  if (url !== null) await setSynced(tx, listId, { at: now, trouble: "" });
  const { name } = head;
  const { elsewhere } = prepared;
  const counts = { added, changed, elsewhere, retired: gone.retired.length, leaving: gone.leaving };
  return { name, ...counts, failed: lines.failed };
}

/** A list keeps its product and its protocol: its exits are sold by them. */
async function refuseOther(tx: Tx, { name, product, how }: ListHead): Promise<void> {
  const known = await listNamed(tx, name);
  if (known === null || (known.product === product && known.how === how)) return;
  throw new ActRefused(
    `there is a list ${name} of product ${known.product} by ${known.how}: give this one another --name`,
  );
}

/** Leaves out lines whose address is an exit of the operator's already. */
async function ownLines(tx: Tx, listId: string, { lines, failed }: PreparedList) {
  const foreign = new Set(
    await foreignAt(
      tx,
      listId,
      lines.map(({ ip }) => ip),
    ),
  );
  const own = lines.filter(({ ip }) => !foreign.has(ip));
  const taken = lines.filter(({ ip }) => foreign.has(ip));
  const faults = taken.map(({ line, ip }) => ({ line, text: `${ip} is an exit already` }));
  const all = [...failed, ...faults].toSorted((one, other) => one.line - other.line);
  return { own, failed: all };
}

/** The import that reads a list again: as it was imported last, from its URL. */
export function importOf(services: Services, list: ListRow): ListImport {
  const { sealedUrl, id: _id, syncedAt: _syncedAt, trouble: _trouble, ...head } = list;
  return { ...head, url: services.seal.open(sealedUrl), text: "" };
}
