/**
 * The dispatcher: every call of the contract passes through it, and its result becomes an envelope.
 * The order of checks is specified (spec/api#refusal-order): 413/415/405/404 → session → fields →
 * permissions of a key → the handler's own.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { accessOf, type Call, isViewable, scopeOf } from "@turnpike/contract/call.ts";
import { type CallName, calls } from "@turnpike/contract/calls.ts";
import { asLang, Refusal } from "@turnpike/contract/refusals.ts";
import { refusedInArrears } from "@turnpike/rules/arrears.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { transaction, type Tx } from "../db/database.ts";
import type { Services } from "../services.ts";
import { clientIp } from "./client-ip.ts";
import { success } from "./envelope.ts";
import { fieldsOf } from "./fields-of.ts";
import { readRequest } from "./read-request.ts";
import {
  trackStreams,
  openStream,
  type OpenStreams,
  sendEvents,
  sharedValidity,
} from "./events.ts";
import type { CallHooks } from "../module.ts";
import { handlersOf, hooksOf } from "../modules.ts";
import type { Caller, EventHandler } from "./handler.ts";
import { coveringsOf } from "./cover-secrets.ts";
import { fieldsDigest, runIdempotent } from "./idempotency.ts";
import type { FairShare } from "./fair-share.ts";
import { withinFreeWrites } from "./free-writes.ts";
import { passGate, type Passage } from "./gate.ts";
import { recordAct } from "./record-act.ts";
import { actsFor, readerOf, requireRole, requireScope } from "./require-scope.ts";

/** The handler of any call. */
type AnyHandler = (question: unknown, caller: Caller, tx?: Tx) => Promise<unknown>;

const asText = (value: unknown) => (typeof value === "string" ? value : "");

/** The key in `Authorization: Bearer`; empty if there is none. */
export function bearerOf({ headers }: FastifyRequest): string {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
}

/** The credentials of a request: in its body or, for a key, in its header. */
function credentialsOf(request: FastifyRequest): { session: string; key: string } {
  const { session, key } = fieldsOf(request);
  return { session: asText(session), key: asText(key) || bearerOf(request) };
}

/**
 * Authenticates a request by session or key; a call for visitors needs neither.
 * @throws Refusal sessionInvalid, keyUnknown, keyMistyped, keyExpired, tooManyTries
 */
async function authenticate(
  services: Services,
  call: Call,
  request: FastifyRequest,
): Promise<Caller> {
  const caller: Caller = {
    accountId: "",
    sessionId: "",
    lang: asLang(fieldsOf(request).lang),
    ip: clientIp(request),
    agent: (request.headers["user-agent"] ?? "").slice(0, 300),
    ref: request.id,
  };
  const { bySession, byView, byKey } = services.modules.authentication;
  const { session, key } = credentialsOf(request);
  if (call.access === "visitor" && !session) return caller;
  if (!session && key) {
    const holder = await byKey(services, key, { ip: caller.ip });
    // Every log line about this request names the key's id.
    if (holder.key.id) request.log = request.log.child({ apiKeyId: holder.key.id });
    return { ...caller, ...holder };
  }
  const known = session
    ? ((await bySession(services, session, { ip: caller.ip })) ?? (await byView(services, session)))
    : null;
  if (known && actsFor(known, call)) return { ...caller, ...known };
  if (call.access === "visitor") return caller;
  throw new Refusal("sessionInvalid");
}

/** How a request passes the gate to a call's handler. */
function passageTo(
  services: Services,
  { call, share, inTurn, first }: CallTurn & { call: Call },
  request: FastifyRequest,
): Passage<Caller, Record<string, unknown>> {
  return {
    identify: () => authenticate(services, call, request),
    permit: (caller) => permit(services, call, request, caller),
    turnOf: (caller) => ({
      share,
      caller: services.shares.keyIn(share, caller),
      // Money calls of an account wait for each other.
      serial: call.takesRequestId,
      inTurn: inTurn && ((work) => inTurn(caller.accountId, work)),
      first: first && (() => first(caller.accountId)),
    }),
  };
}

/**
 * Checks what the caller may do, and parses the fields.
 * @throws Refusal those of `requireScope`, roleScope, viewOnly, a field's refusal, verifyEmail
 */
async function permit(services: Services, call: Call, request: FastifyRequest, caller: Caller) {
  // Calls that a view may never make are refused before their fields are parsed.
  if (caller.view && !isViewable(call)) throw new Refusal("viewOnly");
  const question = readRequest(call.request, fieldsOf(request));
  if (caller.view && !isViewable(call, question)) throw new Refusal("viewOnly");
  if (caller.key) {
    const scope = scopeOf(accessOf(call, question));
    requireScope(caller.key, { scope, once: call.takesRequestId }, question);
  }
  if (caller.person) requireRole(caller.person, { access: accessOf(call, question), call });
  const { isVerified } = services.modules.authentication;
  if (call.needsVerifiedEmail && !(await isVerified(services, caller.accountId)))
    throw new Refusal("verifyEmail");
  return question;
}

/**
 * Runs the handler. A money call runs in one transaction, once per `requestId`; its account cannot
 * be closed before the commit.
 */
function handle(
  services: Services,
  call: Call,
  handler: AnyHandler,
  question: Record<string, unknown>,
  caller: Caller,
): Promise<unknown> {
  const { accountId } = caller;
  if (!call.takesRequestId)
    return withinFreeWrites(services, { call, question, accountId }, async () => {
      const answer = await handler(question, caller);
      await recordAct(services, services.db, { call, question, caller });
      return answer;
    });
  return withinFreeWrites(services, { call, question, accountId }, () =>
    handleOnce(services, { call, handler, question, caller }),
  );
}

async function handleOnce(
  services: Services,
  work: { call: Call; handler: AnyHandler; question: Record<string, unknown>; caller: Caller },
): Promise<unknown> {
  const { call, handler, question, caller } = work;
  const { requestId } = question;
  const { lockCaller, refuseInArrears, beforeBuying } = services.modules.authentication;
  const spends = call.spends !== null && refusedInArrears(call.spends, question.method);
  return transaction(services.db, async (tx) => {
    await lockCaller(tx, caller);
    const effect = async () => {
      // Only for a first request: a repeated one returns the stored answer and spends nothing.
      if (spends) refuseInArrears(tx, caller.accountId);
      if (call.buys) await beforeBuying(services, tx, caller);
      // Parsed before the commit, so that an invalid answer rolls the effect back.
      const answer = call.response.parse(await handler(question, caller, tx));
      await recordAct(services, tx, { call, question, caller });
      return answer;
    };
    if (typeof requestId !== "string") return effect();
    const key = {
      accountId: caller.accountId,
      call: call.path,
      requestId,
      digest: fieldsDigest(question, { provesFresh: "confirmCode" in call.request.shape }),
      now: new Date(services.world.now()),
    };
    return runIdempotent(services.seal, tx, key, effect);
  });
}

const GATEWAYS_TIMEOUT_MS = 500;

/**
 * Waits until gateways have received the changes committed so far, so that a credential works once
 * the response arrives. A slow or disconnected gateway delays the response by at most this timeout.
 */
export async function waitForGateways({ hub }: Services): Promise<void> {
  const late = new AbortController();
  await Promise.race([
    hub.changesDelivered(),
    sleep(GATEWAYS_TIMEOUT_MS, null, { signal: late.signal }).catch(() => null),
  ]);
  late.abort();
}

/** Checks whether the caller may still receive events: its session or key is still valid. */
function validityOf(services: Services, request: FastifyRequest): () => Promise<boolean> {
  const { isSessionValid, isKeyValid, byView } = services.modules.authentication;
  const { session, key } = credentialsOf(request);
  const from = { ip: clientIp(request) };
  if (!session) return () => isKeyValid(services, key, from);
  return async () =>
    (await isSessionValid(services, session)) || (await byView(services, session)) !== null;
}

/** Adds one POST route per call of the contract. Answers are parsed, so that nothing else leaks. */
export function callRoutes(app: FastifyInstance, services: Services): void {
  const config = { share: "gate" } as const;
  const handlers = handlersOf(services);
  const hooks = hooksOf(services);
  const streams = trackStreams(app);
  for (const [name, call] of Object.entries(calls) as [keyof typeof calls, Call][]) {
    const share = services.shares.forCall(name);
    if (call.events) {
      const handler = handlers[name] as unknown as EventHandler<unknown, object>;
      app.post(call.path, { config }, eventRoute(services, { call, handler, share, streams }));
      continue;
    }
    const handler = handlers[name] as unknown as AnyHandler;
    const after = hooks.after[name] as ((answer: unknown) => Promise<unknown>) | undefined;
    const turn = { share, inTurn: hooks.inTurn[name], first: hooks.first[name] };
    app.post(call.path, { config }, callRoute(services, { call, handler, after, ...turn }));
  }
}

/** Where a call waits for its turn. */
interface CallTurn {
  share: FairShare;
  inTurn?: NonNullable<CallHooks["inTurn"]>[CallName] | undefined;
  first?: NonNullable<CallHooks["first"]>[CallName] | undefined;
}

/** The route of a call that returns a stream of events. */
function eventRoute(
  services: Services,
  {
    call,
    handler,
    share,
    streams,
  }: {
    call: Call;
    handler: EventHandler<unknown, object>;
    share: FairShare;
    streams: OpenStreams;
  },
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const passage = passageTo(services, { call, share }, request);
    const { events, ending } = await passGate(
      services,
      { request, reply },
      passage,
      async (caller, question) => {
        const stream = openStream(reply, streams);
        return { events: await handler(question, caller, stream.signal), ending: stream };
      },
    );
    const { session, key } = credentialsOf(request);
    const from = clientIp(request);
    const isValid = sharedValidity(session || `${key} ${from}`, validityOf(services, request));
    return sendEvents(reply, { call, events, isValid, ending });
  };
}

/** The route of a call that returns one answer. */
function callRoute(
  services: Services,
  {
    call,
    handler,
    after,
    ...turn
  }: CallTurn & {
    call: Call;
    handler: AnyHandler;
    after: ((answer: unknown) => Promise<unknown>) | undefined;
  },
) {
  const coveringFor = coveringsOf(call.response);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const passage = passageTo(services, { call, ...turn }, request);
    const { caller, answer } = await passGate(
      services,
      { request, reply },
      passage,
      async (caller, question) => ({
        caller,
        answer: await handle(services, call, handler, question, caller),
      }),
    );
    if (call.waitsForGateways) await waitForGateways(services);
    const shown = call.response.parse((after ? await after(answer) : answer) ?? {});
    const reader = readerOf(caller, call);
    const covering = reader && coveringFor(reader);
    return success(covering ? covering(shown) : shown);
  };
}
