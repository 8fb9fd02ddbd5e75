/**
 * The console's dispatcher for all calls. It checks in this order: origin of the page → session →
 * permission → second factor, lately if the call needs that → fields → the handler's own checks
 * (spec/console#calls).
 */
import { setImmediate as breath } from "node:timers/promises";
import type { ConsoleCall } from "@turnpike/contract/console/call.ts";
import { type ConsoleCallName, consoleCalls } from "@turnpike/contract/console/calls.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import { isPermitted } from "@turnpike/rules/staff.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { freshProofMs, staffByToken, staffSessionMs } from "../../identity/staff/sessions.ts";
import type { StaffSession } from "../../identity/staff/store/session.ts";
import { clientIp } from "../../platform/http/client-ip.ts";
import { coveringOf } from "../../platform/http/cover-secrets.ts";
import { waitForGateways } from "../../platform/http/dispatch.ts";
import { success } from "../../platform/http/envelope.ts";
import { fieldsOf } from "../../platform/http/fields-of.ts";
import { disconnectSignal } from "../../platform/http/disconnect.ts";
import { passGate } from "../../platform/http/gate.ts";
import { readRequest } from "../../platform/http/read-request.ts";
import { mayBeLong } from "../../platform/http/long-bodies.ts";
import type { Services } from "../../platform/services.ts";
import type { ConsoleCaller, ConsoleHandlers } from "./caller.ts";
import { setToken, tokenOf } from "./cookie.ts";
import { consoleHandlers } from "./handlers.ts";
import { bodyLimitOf } from "./long-bodies.ts";
import { isOwnOrigin } from "./origin.ts";

type AnyHandler = (question: unknown, caller: ConsoleCaller) => Promise<unknown>;

/** What staff without a second factor may do in production. */
const allowedWithoutMfa: ReadonlySet<ConsoleCallName> = new Set<ConsoleCallName>([
  "whoAmI",
  "mfaStart",
  "mfaConfirm",
  "signOut",
]);

/** @throws Refusal sessionInvalid, notPermitted, mfaNotBound, mfaNeeded */
function requirePermission(
  services: Services,
  {
    name,
    call,
    session,
  }: { name: ConsoleCallName; call: ConsoleCall; session: StaffSession | null },
): void {
  const { access } = call;
  if (access === "visitor") return;
  if (session === null) throw new Refusal("sessionInvalid");
  if (access !== "staff" && !isPermitted(session.role, access))
    throw new Refusal("notPermitted", { permission: access });
  if (!services.env.lab && !session.mfaBound && !allowedWithoutMfa.has(name))
    throw new Refusal("mfaNotBound");
  // A proof of the future is one from before the clock was set back.
  const isFresh = Math.abs(services.world.now() - session.provedAt.getTime()) < freshProofMs;
  if (!services.env.lab && call.fresh && !isFresh) throw new Refusal("mfaNeeded");
}

/** Who calls: the staff member of the session, or nobody yet. */
type Known = StaffSession | null;

/** Finds out who makes a call. @throws Refusal foreignOrigin */
function identifierOf(services: Services, call: ConsoleCall, request: FastifyRequest) {
  const { consoleUrl } = services.env;
  if (!isOwnOrigin(request, consoleUrl)) throw new Refusal("foreignOrigin");
  const token = tokenOf(request, consoleUrl);
  const hasToken = call.access !== "visitor" && token !== "";
  return async (): Promise<Known> => (hasToken ? staffByToken(services, token) : null);
}

/** Refuses a long body of somebody who may not make the call, before it is read. */
function beforeBody(services: Services, name: ConsoleCallName) {
  const call: ConsoleCall = consoleCalls[name];
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (call.access === "visitor" || !mayBeLong(request.headers)) return;
    const identify = identifierOf(services, call, request);
    const turn = { caller: networkOf(clientIp(request)), signal: disconnectSignal(reply) };
    const session = await services.shares.arrivals.run(turn, identify);
    requirePermission(services, { name, call, session });
  };
}

function route(services: Services, name: ConsoleCallName, handler: AnyHandler) {
  const call: ConsoleCall = consoleCalls[name];
  const { shares, env } = services;
  const covering = coveringOf(call.response, "console");
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const ip = clientIp(request);
    const passage = {
      identify: identifierOf(services, call, request),
      permit: (session: Known) => {
        requirePermission(services, { name, call, session });
        return readRequest(call.request, fieldsOf(request));
      },
      turnOf: (session: Known) => ({
        share: call.access === "visitor" ? shares.outside : shares.handlers,
        caller: session === null ? networkOf(ip) : `staff ${session.staffId}`,
      }),
    };
    const agent = (request.headers["user-agent"] ?? "").slice(0, 300);
    const answer = await passGate(services, { request, reply }, passage, (session, question) => {
      const caller: ConsoleCaller = {
        actor: { name: session?.email ?? "", staffId: session?.staffId ?? null, ip, agent },
        session,
        setToken: (fresh) =>
          setToken(reply, env.consoleUrl, { token: fresh, seconds: staffSessionMs / 1_000 }),
      };
      return handler(question, caller);
    });
    if (call.act) await waitForGateways(services);
    const shown = call.response.parse(answer ?? {});
    return success(covering ? covering(shown) : shown);
  };
}

/** How many routes are added at a time: some 20 ms, in between which customers' calls come. */
const routesAtOnce = 40;

/** Adds one POST route per call. Answers are parsed by their schema, so that nothing else leaks. */
export async function consoleRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const handlers: ConsoleHandlers = consoleHandlers(services);
  for (const [at, name] of (Object.keys(consoleCalls) as ConsoleCallName[]).entries()) {
    if (at % routesAtOnce === 0) await breath();
    app.post(
      consoleCalls[name].path,
      {
        config: { share: "gate" },
        bodyLimit: bodyLimitOf(consoleCalls[name]),
        onRequest: beforeBody(services, name),
      },
      route(services, name, handlers[name] as unknown as AnyHandler),
    );
  }
}
