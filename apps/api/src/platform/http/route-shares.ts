/**
 * Every route takes part in the fair shares (spec/quality#n7). Unless it says otherwise, its work
 * counts for the client's network, as authentication does, so that a stranger who repeats a request
 * delays only himself.
 */
import { networkOf } from "@turnpike/rules/network-of.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { Services } from "../services.ts";
import { clientIp } from "./client-ip.ts";
import { disconnectSignal } from "./disconnect.ts";

/** `gate`: by `passGate`. `own`: the handler takes shares itself, as it waits for others. */
type RouteShare = "network" | "gate" | "own";

declare module "fastify" {
  interface FastifyContextConfig {
    share?: RouteShare;
  }
}

/** Routes without a share, each with the reason: none of them reads the database per request. */
export const routesWithoutShare: Record<string, string> = {
  "/healthz": "answers from memory",
  "/readyz": "one check a second, shared by all",
  "/": "the dashboard's page, from memory",
  "/*": "files of a build; large ones have the share of large responses",
  "/login": "redirects",
  "/signin": "redirects",
  "/register": "redirects",
  "/signup": "redirects",
  "/docs": "text from memory",
  "/docs/*": "text from memory",
  "/llms.txt": "text from memory",
  "/llms-full.txt": "text from memory",
  "/openapi.json": "text from memory",
  "/openapi-3.0.json": "text from memory",
  "/console/openapi.json": "text from memory",
  "/downloads/*": "files from memory",
  "/lab/*": "only in the lab, for clients on the same machine",
};

/** The entry of `routesWithoutShare` for a route's path. */
const exemptionOf = (path: string): string | undefined =>
  Object.hasOwn(routesWithoutShare, path)
    ? path
    : Object.keys(routesWithoutShare).find(
        (prefix) =>
          prefix.endsWith("/*") && prefix !== "/*" && path.startsWith(prefix.slice(0, -1)),
      );

export interface SharedRoute {
  methods: string[];
  path: string;
  share: RouteShare | "none";
}
const routes = new WeakMap<FastifyInstance, SharedRoute[]>();
/** All routes of a server and the shares of their work. */
export const sharesOf = (app: FastifyInstance): readonly SharedRoute[] => routes.get(app) ?? [];

/** Puts the work of all routes that are added from now on into shares. */
export function shareRoutes(app: FastifyInstance, { shares }: Pick<Services, "shares">): void {
  const all: SharedRoute[] = [];
  routes.set(app, all);
  const wrapped = new WeakSet<RouteOptions["handler"]>();
  app.addHook("onRoute", (route) => {
    const { url: path, method, config, handler } = route;
    const exempt = exemptionOf(path) !== undefined;
    const share = exempt ? "none" : (config?.share ?? "network");
    all.push({ methods: [method].flat(), path, share });
    // The HEAD route of a GET route has the same handler.
    if (share !== "network" || wrapped.has(handler)) return;
    route.handler = async function withinShare(request, reply) {
      return inNetworkShare(shares, { request, reply }, async () =>
        handler.call(this, request, reply),
      );
    };
    wrapped.add(route.handler);
  });
}

/** The response was a refusal: the network's slot rests, as after a failed authentication. */
class Refused extends Error {}

/**
 * Runs work within the share of the client's network; an answer of 400 or above counts as a failed
 * try.
 * @throws Refusal tooManyTries
 */
export async function inNetworkShare<T>(
  shares: Services["shares"],
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  work: () => Promise<T>,
): Promise<T> {
  const caller = networkOf(clientIp(request));
  let done: { value: T } | undefined;
  try {
    await shares.arrivals.run({ caller, signal: disconnectSignal(reply) }, async () => {
      done = { value: await work() };
      if (reply.statusCode >= 400) throw new Refused();
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
  return (done as { value: T }).value;
}
