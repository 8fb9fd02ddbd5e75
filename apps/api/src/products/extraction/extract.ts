/** What an extraction link opens: each call anew, in one transaction. */
import {
  type Extracted,
  type ExtractQuestion,
  extractQuestion,
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
import { isListed } from "../whitelist/store.ts";
import { createWhitelistedPorts } from "../whitelisted-port/make.ts";
import { countUse, type LinkRow } from "./store.ts";

/** Who asks by a link, and what else the address contains. */
export interface ExtractOptions {
  /** Canonical. */
  ip: string;
  lang: Lang;
  query: Record<string, unknown>;
}
export interface Extraction {
  proxies: Extracted[];
  format: ExtractionFormat;
  /** As it is meant. */
  separator: string;
}

/** A proxy that was made, by its port's id. */
type Made = Extracted & { id: string };
type Asked = ReturnType<typeof askedOf>;

/**
 * Opens what the link and the address ask for, all or none, and waits until it works.
 * @throws Refusal notWhitelisted, accountDisabled, linkNotFound (it was removed meanwhile), what is
 *   wrong with a parameter, noExitThere, insufficientIps, insufficientStock, portUnavailable,
 *   tooManyWhitePorts, insufficientTraffic
 */
export async function extract(
  services: Services,
  link: LinkRow,
  asking: ExtractOptions,
): Promise<Extraction> {
  const { request, made } = await inOpeningSlot(link.accountId, () =>
    transaction(services.db, async (tx) => {
      await mustBeAllowed(services, tx, link, asking);
      const question = askedOf(link, readParameters(asking.query));
      const opened =
        link.plan === "ip"
          ? await openForIps(services, tx, link, question, asking.lang)
          : await openForTraffic(services, tx, link, question);
      const now = new Date(services.world.now());
      if (!(await countUse(tx, link.id, now))) throw new Refusal("linkNotFound");
      return { request: question, made: opened };
    }),
  );
  const proxies = await standing(services, link, made);
  return { proxies, format: request.format, separator: readSeparator(request.separator) };
}

/** The account is held: who closes or disables it waits, and comes before the next one. */
async function mustBeAllowed(
  { world }: Services,
  tx: Tx,
  { accountId }: LinkRow,
  { ip }: ExtractOptions,
): Promise<void> {
  const account = await lockAccount(tx, accountId);
  if (!account || account.closed) throw new Refusal("linkNotFound");
  if (!(await isListed(tx, { accountId, ip, now: new Date(world.now()) })))
    throw new Refusal("notWhitelisted");
  if (account.disabled) throw new Refusal("accountDisabled");
}

const parameters = extractQuestion.omit({ token: true });
type Parameters = Omit<ExtractQuestion, "token">;

/** A parameter that is there twice was added to the link's address: the last one is meant. */
const meant = (value: unknown): unknown => (Array.isArray(value) ? value.at(-1) : value);

function readParameters(query: Record<string, unknown>): Parameters {
  const own = Object.fromEntries(
    Object.keys(parameters.shape)
      .filter((name) => Object.hasOwn(query, name))
      .map((name) => [name, meant(query[name])]),
  );
  const read = parameters.safeParse(own);
  if (!read.success) throw fieldRefusal(read.error.issues, () => false);
  return read.data;
}

/** The address's parameters in place of the link's own; of the other plan's they are passed over. */
function askedOf(link: LinkRow, given: Parameters) {
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
  { place, num, hours, port, protocol }: Asked,
  lang: Lang,
): Promise<Made[]> {
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
  { place, num, minutes, port, protocol }: Asked,
): Promise<Made[]> {
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
 * What was made, once gateways have opened it: a number that nobody could open has
 * become another. What was asked for by its number has ended then, and its IP was given back: it is
 * left out, and where nothing is left that is a refusal.
 */
async function standing(services: Services, link: LinkRow, made: Made[]): Promise<Extracted[]> {
  const numbers = await numbersOf(services, link, made);
  const left = made.flatMap(({ id, ...proxy }) => {
    const port = numbers.get(id);
    return port === undefined ? [] : [{ ...proxy, port }];
  });
  if (left.length === 0) throw new Refusal("portUnavailable", { field: "port" });
  return left;
}

/** By the ports' ids; without those that are closed. */
async function numbersOf(
  services: Services,
  { plan }: LinkRow,
  made: Made[],
): Promise<Map<string, number>> {
  const ids = made.map(({ id }) => id);
  try {
    await waitUntilOpen(services, leasedPortRange, ids);
    const kind = plan === "ip" ? "openedIp" : "whitePort";
    const rows = await liveLeasedPorts(services.db, kind, ids);
    return new Map(rows.map(({ id, port }) => [id, port]));
  } catch (err) {
    // They are paid for: they are answered, whatever can be told of them now.
    services.log.error({ err }, "extracted ports read failed");
    return new Map(made.map(({ id, port }) => [id, port]));
  }
}
