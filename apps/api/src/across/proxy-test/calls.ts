/**
 * /v1/proxyTest: tests one of the account's own proxies from this server (spec/pool#proxy-test): a
 * sub-account at the gateway, a static IP at its own address, a port of an unlimited plan, or an
 * opened IP. It connects only to this provider's gateways and test page; the bytes count as usual.
 */
import { isIP } from "node:net";
import type { Environment } from "@turnpike/contract/environment.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { gatewaySentences, isRefusedReason } from "@turnpike/locales/gateway.ts";
import { type ParsedEndpoint, readEndpoint } from "@turnpike/rules/read-endpoint.ts";
import { parseOldUsername, parseUsername } from "@turnpike/rules/username.ts";
import { networkOfExit } from "../../inventory/exit/store/exits.ts";
import { healthOf } from "../../inventory/exit/store/health.ts";
import { sharedExitsAt } from "../../inventory/exit/store/shared-ports.ts";
import { endpoints } from "../../inventory/geo/endpoints.ts";
import { hostOfNodes } from "../../inventory/node/fleet.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { openIpsAt } from "../../products/pool/store/find.ts";
import { findFailure } from "../request-log/find-failure.ts";
import type { Services } from "../../platform/services.ts";
import { staticAt, staticsOnExits } from "../../products/static/store/find.ts";
import { liveSubAccount } from "../../products/sub-account/find.ts";
import { openPortsAt } from "../../products/unlimited/store/find.ts";
import { placeOf } from "../../products/unlimited/present.ts";
import { portOf } from "../../platform/proxy/client-address.ts";
import { attempt, type AttemptResult } from "./attempt.ts";
import { limitWrongPasswords, proxyTestSlots } from "./limiter.ts";

export function proxyTestCalls(services: Services): Pick<Handlers, "proxyTest"> {
  const [inSlot, limited] = [proxyTestSlots(), limitWrongPasswords()];
  const { db, env, world } = services;
  return {
    proxyTest: async ({ proxy: text, protocol }, { accountId, lang }) => {
      const proxy = parseProxy(text);
      const atGateway = await isGateway(services, proxy);
      const ownProxy = atGateway
        ? null
        : ((await ownPort(services, accountId, proxy)) ??
          (await ownOpened(services, accountId, proxy)) ??
          (await ownStatic(services, accountId, proxy)));
      if (proxy.username === "") throw new Refusal("proxyNeedsCredentials", { field: "proxy" });
      const url = testUrl(env);
      const holder = ownProxy ?? (await ownSubAccount(services, accountId, proxy));
      const by = protocol ?? proxy.protocol ?? "http";
      const since = world.now();
      const test = () => limited(accountId, () => attempt(proxy, by, url));
      const result = await inSlot(accountId, test);
      if (result.exitIp !== null) {
        const network = await networkOfExit(db, result.exitIp);
        return { ok: true, ...result, country: null, asn: null, ...network, text: "", fix: "" };
      }
      const fields = { accountId, subAccountId: holder.id, since };
      const target = `${url.hostname}:${portOf(url)}`;
      const why = await explainFailure(services, result, {
        ...fields,
        socks: by === "socks5",
        target,
      });
      const sentences = gatewaySentences(lang, why.reason);
      return { ok: false, ...result, ...why, country: null, asn: null, ...sentences };
    },
  };
}

/** @throws Refusal badProxy */
function parseProxy(text: string): ParsedEndpoint {
  const proxy = readEndpoint(text);
  if (proxy === null) throw new Refusal("badProxy", { field: "proxy" });
  return proxy;
}

async function isGateway(services: Services, proxy: ParsedEndpoint): Promise<boolean> {
  const { db, env } = services;
  return (await endpoints(services, db)).some(({ host, port }) => {
    return port === proxy.port && [host, env.HOST].some((own) => own.toLowerCase() === proxy.host);
  });
}

/**
 * Finds the sub-account that the user name refers to.
 * @throws Refusal subAccountNotFound
 */
async function ownSubAccount({ db }: Services, accountId: string, { username }: ParsedEndpoint) {
  const read = (name?: string | null) => (name ? liveSubAccount(db, accountId, name) : null);
  const own = await read(parseUsername(username).name);
  const sub = own ?? (await read(parseOldUsername(username)?.name));
  if (sub === null) throw new Refusal("subAccountNotFound", { field: "proxy" });
  return sub;
}

/**
 * Finds the account's own port of an unlimited plan at the endpoint, if it is open and has the
 * address shown in lists; null otherwise, so that no other address is ever connected to.
 * @throws Refusal portNotFound if the user name is not the port's
 */
async function ownPort(
  services: Services,
  accountId: string,
  { host, port, username }: ParsedEndpoint,
): Promise<{ id: string } | null> {
  const { db, env } = services;
  const hostOf = await hostOfNodes(services, db);
  const own = (await openPortsAt(db, accountId, port)).find(({ nodeId, region }) => {
    const hosts = [env.HOST, ...Object.values(placeOf(env, region, hostOf(nodeId)))];
    return hosts.some((one) => one.toLowerCase() === host);
  });
  if (own === undefined) return null;
  if (username !== "" && username.toLowerCase() !== own.name.toLowerCase())
    throw new Refusal("portNotFound", { field: "proxy" });
  return own;
}

/**
 * Finds the account's own opened IP at the endpoint, if a gateway has it open; null otherwise. One
 * without credentials admits only whitelisted addresses, and this server's is not one.
 * @throws Refusal openedIpNotFound if the user name is not the opened IP's
 */
async function ownOpened(
  services: Services,
  accountId: string,
  { host, port, username }: ParsedEndpoint,
): Promise<{ id: string } | null> {
  const { db, env } = services;
  const hostOf = await hostOfNodes(services, db);
  const own = (await openIpsAt(db, accountId, port)).find(({ nodeId }) =>
    [env.HOST, hostOf(nodeId)].some((one) => one.toLowerCase() === host),
  );
  if (own === undefined) return null;
  if (username !== "" && username.toLowerCase() !== own.name?.toLowerCase())
    throw new Refusal("openedIpNotFound", { field: "proxy" });
  return own;
}

/**
 * Finds the account's own static IP at the endpoint, if a gateway has that port open at its
 * address, or as its shared port. No other address is ever connected to (spec/pool#proxy-test).
 * @throws Refusal proxyNotOurs, staticNotFound if the user name is not the IP's
 */
async function ownStatic(
  services: Services,
  accountId: string,
  proxy: ParsedEndpoint,
): Promise<{ id: string }> {
  const { db } = services;
  const { host, port, username } = proxy;
  const shared = await ownShared(services, accountId, proxy);
  const own = shared ?? (isIP(host) ? await staticAt(db, accountId, host) : null);
  const health = own && (await healthOf(db, [own.exitId])).get(own.exitId);
  if (!own || (!shared && own.ip !== host) || !health?.ports.includes(port))
    throw new Refusal("proxyNotOurs", { field: "proxy" });
  if (username !== "" && username.toLowerCase() !== own.name.toLowerCase())
    throw new Refusal("staticNotFound", { field: "proxy" });
  return own;
}

/** The account's static IP whose shared port at its node is the endpoint; null if none is. */
async function ownShared(services: Services, accountId: string, { host, port }: ParsedEndpoint) {
  const { db, env } = services;
  const exits = await sharedExitsAt(db, port);
  if (exits.length === 0) return null;
  const hostOf = await hostOfNodes(services, db);
  const here = exits.filter(({ nodeId }) =>
    [env.HOST, hostOf(nodeId)].some((one) => one.toLowerCase() === host),
  );
  const ids = here.map(({ id }) => id);
  return (await staticsOnExits(db, accountId, ids))[0] ?? null;
}

/** The page that returns the client's address: the lab's target, or the configured one. */
export function testUrl(env: Environment): URL {
  if (env.PROXY_TEST_URL !== undefined) return new URL(env.PROXY_TEST_URL);
  if (env.lab) return new URL(`http://127.0.0.1:${env.LAB_TARGET_PORT}/ip`);
  throw new Refusal("proxyTestUnavailable");
}

/** SOCKS5 has few reply codes: the most likely reason of each, used if the log has none. */
const socksReasons: Record<number, string> = {
  1: "noExit",
  2: "targetNotAllowed",
  4: "targetUnreachable",
  5: "exitUnreachable",
};

/** Why an attempt failed; read from the request log if the proxy could not tell. */
async function explainFailure(
  services: Services,
  { reason, detail, requestId, status }: AttemptResult,
  query: Parameters<typeof findFailure>[1] & { socks: boolean },
): Promise<Pick<AttemptResult, "reason" | "detail" | "requestId">> {
  // Credentials that SOCKS5 refuses may be wrong, or blocked for a minute.
  const isReasonKnown = isRefusedReason(reason) && !(query.socks && reason === "credentials");
  if (isReasonKnown) return { reason, detail, requestId };
  const found = await findFailure(services, query);
  if (found !== null) return { ...found, requestId: found.id };
  const likeliest = query.socks && status !== null ? socksReasons[status] : undefined;
  const own = isRefusedReason(reason) ? reason : null;
  return { reason: own ?? likeliest ?? "targetUnreachable", detail: "", requestId };
}
