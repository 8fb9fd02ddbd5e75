/** Handles a call of an extraction link: each call opens new proxies, in one transaction. */
import {
  type Extracted,
  type ExtractRequest,
  extractRequest,
  checkPorts,
  readSeparator,
} from "@turnpike/contract/extraction.ts";
import { type Lang, Refusal } from "@turnpike/contract/refusals.ts";
import { type ExtractionFormat, extractionPlace } from "@turnpike/rules/extraction.ts";
import { lockAccount } from "../../identity/account/account-lock.ts";
import { transaction, type Tx } from "../../platform/db/database.ts";
import { hostOfNodes } from "../../inventory/node/fleet.ts";
import { namedPlace } from "../../inventory/exit/named-place.ts";
import { waitUntilOpen } from "../../inventory/listening-port/wait-open.ts";
import { inOpeningSlot } from "../../inventory/listening-port/opening-slots.ts";
import {
  leasedPortRange,
  liveLeasedPorts,
} from "../../inventory/listening-port/store/leased-ports.ts";
import { fieldRefusal } from "../../platform/http/envelope.ts";
import { openIps } from "../pool/open.ts";
import type { Services } from "../../platform/services.ts";
import { isWhitelisted } from "../whitelist/store.ts";
import { createWhitelistedPorts } from "../whitelisted-port/make.ts";
import { recordLinkUse, type LinkRow } from "./store.ts";

/** The caller of a link and the parameters of its URL. */
export interface ExtractOptions {
  /** Canonical form. */
  ip: string;
  lang: Lang;
  query: Record<string, unknown>;
}
export interface Extraction {
  proxies: Extracted[];
  format: ExtractionFormat;
  /** With escape sequences such as `\n` resolved. */
  separator: string;
}

/** A created proxy with the id of its port. */
type CreatedProxy = Extracted & { id: string };
type ExtractionRequest = ReturnType<typeof mergeParameters>;

/**
 * Opens the proxies that the link and the URL ask for, all or none, and waits until they work.
 * @throws Refusal notWhitelisted, accountDisabled, linkNotFound (removed in the meantime), the
 *   refusal of an invalid parameter, noExitThere, insufficientIps, insufficientStock,
 *   portUnavailable, tooManyWhitePorts, insufficientTraffic
 */
export async function extract(
  services: Services,
  link: LinkRow,
  asking: ExtractOptions,
): Promise<Extraction> {
  const { request, made } = await inOpeningSlot(link.accountId, () =>
    transaction(services.db, async (tx) => {
      await refuseUnlessAllowed(services, tx, link, asking);
      const question = mergeParameters(link, readParameters(asking.query));
      const opened =
        link.plan === "ip"
          ? await openForIps(services, tx, link, question, asking.lang)
          : await openForTraffic(services, tx, link, question);
      const now = new Date(services.world.now());
      if (!(await recordLinkUse(tx, link.id, now))) throw new Refusal("linkNotFound");
      return { request: question, made: opened };
    }),
  );
  const proxies = await currentProxies(services, link, made);
  return { proxies, format: request.format, separator: readSeparator(request.separator) };
}

/** Locks the account: closing or disabling it waits for this call and affects the next one. */
async function refuseUnlessAllowed(
  { world }: Services,
  tx: Tx,
  { accountId }: LinkRow,
  { ip }: ExtractOptions,
): Promise<void> {
  const account = await lockAccount(tx, accountId);
  if (!account || account.closed) throw new Refusal("linkNotFound");
  if (!(await isWhitelisted(tx, { accountId, ip, now: new Date(world.now()) })))
    throw new Refusal("notWhitelisted");
  if (account.disabled) throw new Refusal("accountDisabled");
}

const parameters = extractRequest.omit({ token: true });
type Parameters = Omit<ExtractRequest, "token">;

/** A parameter that occurs twice was appended to the link's URL, so the last value wins. */
const lastValue = (value: unknown): unknown => (Array.isArray(value) ? value.at(-1) : value);

function readParameters(query: Record<string, unknown>): Parameters {
  const own = Object.fromEntries(
    Object.keys(parameters.shape)
      .filter((name) => Object.hasOwn(query, name))
      .map((name) => [name, lastValue(query[name])]),
  );
  const read = parameters.safeParse(own);
  if (!read.success) throw fieldRefusal(read.error.issues, () => false);
  return read.data;
}

/** Merges the URL's parameters over the link's own; ignores parameters of the other plan. */
function mergeParameters(link: LinkRow, given: Parameters) {
  const port = given.port ?? link.port ?? undefined;
  const request = {
    place: extractionPlace(link, given),
    num: given.num ?? link.num,
    hours: given.hours ?? link.hours ?? 1,
    minutes: given.minutes ?? link.minutes ?? 1,
    format: given.format ?? link.format,
    separator: given.separator ?? link.separator,
    protocol: given.protocol ?? link.protocol,
    port,
  };
  const refused = checkPorts(request);
  if (refused) throw new Refusal(refused.reason, { field: refused.field });
  return request;
}

async function openForIps(
  services: Services,
  tx: Tx,
  { accountId }: LinkRow,
  { place, num, hours, port, protocol }: ExtractionRequest,
  lang: Lang,
): Promise<CreatedProxy[]> {
  await namedPlace(tx, place);
  const opened = await openIps(services, tx, {
    accountId,
    lang,
    which: { filter: { ...place, postal: undefined, isp: undefined, asn: undefined }, num },
    hours,
    auth: "nouser",
    port,
    by: "link",
  });
  return opened.map((one) => ({
    id: one.id,
    host: one.host,
    port: one.port,
    protocol,
    ip: one.ip,
    country: one.country,
    state: one.state,
    city: one.city,
    expiresAt: one.expiresAt,
  }));
}

async function openForTraffic(
  services: Services,
  tx: Tx,
  { accountId }: LinkRow,
  { place, num, minutes, port, protocol }: ExtractionRequest,
): Promise<CreatedProxy[]> {
  const wanted = { accountId, place, num, minutes, first: port, remark: "", byLink: true };
  const rows = await createWhitelistedPorts(services, tx, wanted);
  const hostOf = await hostOfNodes(services, tx);
  return rows.map(({ id, nodeId, port: number, country, state, city, expiresAt }) => ({
    id,
    host: hostOf(nodeId),
    port: number,
    protocol,
    ip: "",
    country,
    state,
    city,
    expiresAt: expiresAt.toISOString(),
  }));
}

/**
 * The proxies as they are once gateways have opened their ports. A port number that could not be
 * opened has been replaced. If that number was requested explicitly, the opened IP has ended and
 * was refunded: it is left out.
 * @throws Refusal portUnavailable if none is left
 */
async function currentProxies(
  services: Services,
  link: LinkRow,
  made: CreatedProxy[],
): Promise<Extracted[]> {
  const numbers = await currentPorts(services, link, made);
  const left = made.flatMap(({ id, ...proxy }) => {
    const port = numbers.get(id);
    return port === undefined ? [] : [{ ...proxy, port }];
  });
  if (left.length === 0) throw new Refusal("portUnavailable", { field: "port" });
  return left;
}

/** Current port numbers by port id; closed ports are left out. */
async function currentPorts(
  services: Services,
  { plan }: LinkRow,
  made: CreatedProxy[],
): Promise<Map<string, number>> {
  const ids = made.map(({ id }) => id);
  try {
    await waitUntilOpen(services, leasedPortRange, ids);
    const kind = plan === "ip" ? "openedIp" : "whitePort";
    const rows = await liveLeasedPorts(services.db, kind, ids);
    return new Map(rows.map(({ id, port }) => [id, port]));
  } catch (err) {
    // They are already paid for: return them with the ports first assigned.
    services.log.error({ err }, "extracted ports read failed");
    return new Map(made.map(({ id, port }) => [id, port]));
  }
}
