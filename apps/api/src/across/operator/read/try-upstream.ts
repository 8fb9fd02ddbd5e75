/** One request through an upstream from this machine, and what would be sent (spec/supply#test). */
import { createHmac, randomBytes } from "node:crypto";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { foldPlace } from "@turnpike/rules/places-match.ts";
import { defaultMinutes, type PlaceFilter } from "@turnpike/rules/username.ts";
import { classify, type UpstreamAnswer } from "@turnpike/proxy-strings/upstream/errors.ts";
import type { Upstream } from "@turnpike/proxy-strings/upstream/definition.ts";
import { type Rendered, render } from "@turnpike/proxy-strings/upstream/render.ts";
import { numberOf, sessionToken } from "@turnpike/proxy-strings/upstream/session-token.ts";
import { masked, openUpstream, storedNotation } from "../../../inventory/upstream/definition.ts";
import { placesOf, type UpstreamRow } from "../../../inventory/upstream/store/upstreams.ts";
import { FieldRefused } from "../../../platform/act-refused.ts";
import { countryOf } from "../../../platform/geo/country-of.ts";
import type { Services } from "../../../platform/services.ts";
import { fetchClientAddress, portOf } from "../../../platform/proxy/client-address.ts";
import { httpTunnel } from "../../../platform/proxy/http-tunnel.ts";
import { allowedAddress } from "../../../platform/proxy/outward.ts";
import { socksTunnel } from "../../../platform/proxy/socks-tunnel.ts";
import type { NoTunnel, Proxy, Tunnel } from "../../../platform/proxy/tunnel.ts";
import { leavePlace } from "../../../platform/http/fair-share.ts";
import { reasonOf } from "../doctor/check.ts";

/** A request as an operator writes it for `render` and `test`. */
export interface SampleRequest {
  filter: PlaceFilter;
  sid: string | null;
  minutes: number | null;
}

export interface UpstreamTest {
  ok: boolean;
  /** The status or SOCKS5 reply; null if there was no answer. */
  status: number | null;
  /** Null if it worked. */
  class: string | null;
  /** Why no connection came about, or no page; absent if there was an answer. */
  why?: string;
  ms: number;
  exitIp: string | null;
  /** The country of the exit's address; null if unknown. */
  place: string | null;
}

/** The page's own time, beyond the upstream's `connectMs`. */
const pageMs = 10_000;

/** A folded filter. */
export const sampleFilter = (words: Record<keyof PlaceFilter, string | undefined>): PlaceFilter => {
  const folded = Object.entries(words).flatMap(([field, text]) => {
    if (text === undefined || text === "") return [];
    if (field === "country") return [[field, text.toUpperCase()]];
    return [[field, field === "asn" ? Number(text) : foldPlace(text)]];
  });
  return Object.fromEntries(folded) as PlaceFilter;
};

/** What is sent for a request. @throws FieldRefused if this upstream cannot write it */
function rendered(
  upstream: Upstream,
  rows: Awaited<ReturnType<typeof placesOf>>,
  { filter, sid, minutes }: SampleRequest,
  key: string,
): Rendered {
  const { session } = upstream;
  const asked = minutes ?? defaultMinutes;
  const most = session?.maxMinutes ?? null;
  if (sid !== null && most !== null && asked > most) {
    const fault = `sessions last ${most} minutes at most`;
    throw new FieldRefused({ field: "minutes", column: null, fault });
  }
  const { country } = filter;
  if (country !== undefined && upstream.countries && !upstream.countries.includes(country)) {
    const fault = `${country} is none of its countries`;
    throw new FieldRefused({ field: "country", column: null, fault });
  }
  const identity = { holder: "", member: upstream.name, place: JSON.stringify(filter), start: 0 };
  const mac = (text: string) => createHmac("sha256", Buffer.from(key, "hex")).update(text).digest();
  const token =
    sid === null
      ? session === null || session.perConnection
        ? null
        : new Uint8Array(randomBytes(32))
      : sessionToken({ ...identity, sid: sid.toLowerCase(), attempt: 0 }, mac);
  const sent = render(storedNotation(upstream, rows), {
    filter,
    session: token && { token, minutes: asked },
    pick: numberOf(randomBytes(6)),
  });
  if (!("unwritable" in sent)) return sent;
  const fault = "this upstream has no words for it";
  throw new FieldRefused({ field: sent.unwritable, column: null, fault });
}

/** Host, port, user and password as they are sent, with login fields and secret masked. */
export async function renderSample(
  services: Services,
  row: UpstreamRow,
  request: SampleRequest,
): Promise<Rendered> {
  const upstream = openUpstream(services.seal, row);
  return rendered(
    maskedUpstream(upstream),
    await placesOf(services.db, row.id),
    request,
    keyOf(services, row),
  );
}

export function maskedUpstream(upstream: Upstream): Upstream {
  const login = Object.fromEntries(Object.keys(upstream.login).map((field) => [field, masked]));
  return { ...upstream, login, secret: masked };
}

const keyOf = ({ seal }: Services, { id }: { id: string }) => seal.lookup("upstreamSession", id);

/** Makes one request through an upstream; never rejects once the request can be written. */
export async function testUpstream(
  services: Services,
  row: UpstreamRow,
  request: SampleRequest,
  target: URL,
): Promise<UpstreamTest> {
  const upstream = openUpstream(services.seal, row);
  const places = await placesOf(services.db, row.id);
  const sent = rendered(upstream, places, request, keyOf(services, row));
  const began = performance.now();
  const since = () => Math.round(performance.now() - began);
  const failed = { ok: false, status: null, exitIp: null, place: null };
  let way: Tunnel | NoTunnel;
  leavePlace();
  const signal = AbortSignal.timeout(upstream.connectMs + pageMs);
  try {
    const proxy = await proxyOf(services, upstream, sent);
    const to = { host: target.hostname.replace(/^\[|\]$/g, ""), port: portOf(target) };
    const open = upstream.how === "socks5" ? socksTunnel : httpTunnel;
    way = await open(proxy, to, AbortSignal.any([signal, AbortSignal.timeout(upstream.connectMs)]));
  } catch (error) {
    return { ...failed, class: "down", why: reasonOf(error), ms: since() };
  }
  if (!("socket" in way)) {
    const { class: fault } = classify(answerOf(upstream, way), upstream.errors);
    return { ...failed, status: way.status, class: fault, ms: since() };
  }
  const status = upstream.how === "socks5" ? 0 : 200;
  try {
    const header = upstream.exitIpHeader?.toLowerCase();
    const told = way.headers.find(([name]) => name.toLowerCase() === header)?.[1];
    const seen = await fetchClientAddress(way.socket, target, signal);
    const exitIp = canonicalAddress(told?.trim() ?? "") ?? seen;
    const place = exitIp && (await countryOf(services.env.GEO_COUNTRY_MMDB)(exitIp));
    return { ok: true, status, class: null, ms: since(), exitIp, place };
  } catch (error) {
    return { ...failed, status, class: "target", why: reasonOf(error), ms: since() };
  } finally {
    way.socket.destroy();
  }
}

function answerOf(
  { how }: Upstream,
  { status, reason, phrase, headers }: NoTunnel,
): UpstreamAnswer {
  if (status === null) return { kind: "silence" };
  if (how !== "socks5") return { kind: "http", status, reason: phrase, headers };
  return { kind: "socks", reply: reason === "credentials" ? "auth" : status };
}

/** The upstream's address, judged as when it was saved. @throws Error if it is internal */
async function proxyOf(
  { env }: Services,
  { how, ca }: Upstream,
  { host, port, user, password }: Rendered,
): Promise<Proxy> {
  const address = await allowedAddress(env, host);
  const login = { username: user, password };
  const tls = how === "https" ? { tls: { servername: host, ca } } : {};
  return { host: address, port, ...login, ...tls };
}
