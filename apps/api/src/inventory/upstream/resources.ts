/** Upstreams as gateways receive them; all nodes that carry traffic do (spec/supply#upstreams). */
import type { Product } from "@turnpike/contract/data-plane.ts";
import type {
  OwnExitsFact,
  UpstreamFact,
  UpstreamPlaceFact,
} from "@turnpike/contract/upstream-facts.ts";
import { resourcePage } from "../../platform/resource-page.ts";
import type { Services } from "../../platform/services.ts";
import { openUpstream } from "./definition.ts";
import {
  liveUpstreams,
  liveUpstreamsAfter,
  ownByDefault,
  ownExits,
  ownExitsId,
  ownShares,
  type PlacesPage,
  placePages,
  placePagesAfter,
  type UpstreamRow,
} from "./store/upstreams.ts";

/** An upstream without sessions serves only requests without a session id. */
const noSessions = { maxMinutes: 0, format: "alnum8", perConnection: true };

function factOf({ seal }: Services, row: UpstreamRow): UpstreamFact {
  const { id, name, state } = row;
  const { login, secret, products, ca, session, ...open } = openUpstream(seal, row);
  return {
    kind: "upstream",
    id,
    name,
    how: open.how,
    hosts: open.hosts,
    login: definedOnly(login),
    secret: secret ?? "",
    user: open.user,
    password: open.password,
    map: definedOnly(open.map ?? {}),
    places: open.places,
    countries: open.countries,
    session: session ?? noSessions,
    errors: open.errors.map(definedOnly) as UpstreamFact["errors"],
    exitIpHeader: open.exitIpHeader,
    dns: open.dns,
    connectMs: open.connectMs,
    maxConnections: open.maxConnections,
    priority: open.priority,
    weight: open.weight,
    state: state === "retired" ? "paused" : state,
    products: (row.inFirstPool ? products : products.filter(isOther)) as Product[],
    ...(row.pools !== null && products.includes(traffic) && { pools: row.pools }),
    sessionKey: seal.lookup("upstreamSession", id),
    allowRetryElsewhere: open.allowRetryElsewhere,
    ...(ca !== null && { ca }),
  };
}

const traffic = "traffic";
const isOther = (product: string) => product !== traffic;

const definedOnly = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]-?: Exclude<T[K], undefined>;
  };

export async function upstreamResources(services: Services, ids: string[]) {
  return (await liveUpstreams(services.db, ids)).map((row) => factOf(services, row));
}

export async function upstreamResourcesAfter(services: Services, lastId: string, limit: number) {
  return resourcePage(await liveUpstreamsAfter(services.db, lastId, limit), limit, (rows) =>
    rows.map((row) => factOf(services, row)),
  );
}

/** Each has a thousand rows, and a message of the link has to stay small. */
const mostPages = 10;

const pageOf = (page: PlacesPage): UpstreamPlaceFact => ({ kind: "upstreamPlaces", ...page });

export async function placeResources({ db }: Services, ids: string[]) {
  return (await placePages(db, ids)).map(pageOf);
}

export async function placeResourcesAfter({ db }: Services, lastId: string, limit: number) {
  const most = Math.min(limit, mostPages);
  return resourcePage(await placePagesAfter(db, lastId, most), most, (rows) => rows.map(pageOf));
}

async function ownExitsFacts({ db }: Services): Promise<OwnExitsFact[]> {
  const [own, pools] = await Promise.all([ownExits(db), ownShares(db)]);
  if (own === null && pools === null) return [];
  const share = own ?? ownByDefault;
  return [{ kind: "ownExits", id: ownExitsId, ...share, ...(pools !== null && { pools }) }];
}

export const ownExitsResources = (services: Services) => ownExitsFacts(services);

export async function ownExitsResourcesAfter(services: Services, lastId: string, limit: number) {
  const facts = lastId < ownExitsId ? await ownExitsFacts(services) : [];
  return resourcePage(facts, limit, (rows) => rows);
}
