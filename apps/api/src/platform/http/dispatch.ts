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
import { readQuestion } from "./read-question.ts";
import {
  trackStreams,
  openStream,
  type OpenStreams,
  sendEvents,
  sharedValidity,
} from "./events.ts";
import type { CallHooks } from "../module.ts";
import { handlersOf, hooksOf } from "../modules.ts";
import type { Asker, EventHandler } from "./handler.ts";
import { coveringOf } from "./cover-secrets.ts";
import { fieldsDigest, runIdempotent } from "./idempotency.ts";
import type { FairShare } from "./fair-share.ts";
import { withinFreeWrites } from "./free-writes.ts";
import { passGate, type Passage } from "./gate.ts";
import { requireScope } from "./require-scope.ts";

/** The handler of any call. */
type AnyHandler = (question: unknown, asker: Asker, tx?: Tx) => Promise<unknown>;

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
): Promise<Asker> {
  const asker: Asker = {
    accountId: "",
    sessionId: "",
    lang: asLang(fieldsOf(request).lang),
    ip: clientIp(request),
    agent: (request.headers["user-agent"] ?? "").slice(0, 300),
    ref: request.id,
  };
  const { bySession, byView, byKey } = services.modules.authentication;
  const { session, key } = credentialsOf(request);
  if (call.access === "visitor" && !session) return asker;
  if (!session && key) {
    const holder = await byKey(services, key, { ip: asker.ip });
    // Every log line about this request names the key's id.
    if (holder.key.id) request.log = request.log.child({ apiKeyId: holder.key.id });
    return { ...asker, ...holder };
  }
  const known = session
    ? ((await bySession(services, session, { ip: asker.ip })) ?? (await byView(services, session)))
    : null;
  if (known) return { ...asker, ...known };
  if (call.access === "visitor") return asker;
  throw new Refusal("sessionInvalid");
}

/** How a request passes the gate to a call's handler. */
function passageTo(
  services: Services,
  { call, share, inTurn }: CallTurn & { call: Call },
  request: FastifyRequest,
): Passage<Asker, Record<string, unknown>> {
  return {
    identify: () => authenticate(services, call, request),
    permit: (asker) => permit(services, call, request, asker),
    turnOf: (asker) => ({
      share,
      asker: services.shares.keyIn(share, asker),
      // Money calls of an account wait for each other.
      serial: call.takesRequestId,
      inTurn: inTurn && ((work) => inTurn(asker.accountId, work)),
    }),
  };
}

/**
 * Checks what the caller may do, and parses the fields.
 * @throws Refusal those of `requireScope`, viewOnly, a field's refusal, verifyEmail
 */
async function permit(services: Services, call: Call, request: FastifyRequest, asker: Asker) {
  // Calls that a view may never make are refused before their fields are parsed.
  if (asker.view && !isViewable(call)) throw new Refusal("viewOnly");
  const question = readQuestion(call.question, fieldsOf(request));
  if (asker.view && !isViewable(call, question)) throw new Refusal("viewOnly");
  if (asker.key) {
    const scope = scopeOf(accessOf(call, question));
    requireScope(asker.key, { scope, once: call.takesRequestId }, question);
  }
  const { isVerified } = services.modules.authentication;
  if (call.needsVerifiedEmail && !(await isVerified(services, asker.accountId)))
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
  asker: Asker,
): Promise<unknown> {
  const { accountId } = asker;
  if (!call.takesRequestId)
    return withinFreeWrites(services, { call, question, accountId }, () =>
      handler(question, asker),
    );
  return withinFreeWrites(services, { call, question, accountId }, () =>
    handleOnce(services, { call, handler, question, asker }),
  );
}

async function handleOnce(
  services: Services,
  {
    call,
    handler,
    question,
    asker,
  }: { call: Call; handler: AnyHandler; question: Record<string, unknown>; asker: Asker },
): Promise<unknown> {
  const { requestId } = question;
  const { lockCaller, refuseInArrears } = services.modules.authentication;
  const spends = call.spends !== null && refusedInArrears(call.spends, question.method);
  return transaction(services.db, async (tx) => {
    await lockCaller(tx, asker);
    const effect = async () => {
      // Only for a first request: a repeated one returns the stored answer and spends nothing.
      if (spends) await refuseInArrears(tx, asker.accountId);
      // Parsed before the commit, so that an invalid answer rolls the effect back.
      return call.answer.parse(await handler(question, asker, tx));
    };
    if (typeof requestId !== "string") return effect();
    const key = {
      accountId: asker.accountId,
      call: call.path,
      requestId,
      digest: fieldsDigest(question),
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
export async function waitForGateways({ changesDelivered }: Services): Promise<void> {
  if (!changesDelivered) return;
  const late = new AbortController();
  await Promise.race([
    changesDelivered(),
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
    app.post(
      call.path,
      { config },
      callRoute(services, { call, handler, share, inTurn: hooks.inTurn[name], after }),
    );
  }
}

/** Where a call waits for its turn. */
interface CallTurn {
  share: FairShare;
  inTurn?: NonNullable<CallHooks["inTurn"]>[CallName] | undefined;
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
      async (asker, question) => {
        const stream = openStream(reply, streams);
        return { events: await handler(question, asker, stream.signal), ending: stream };
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
    share,
    inTurn,
    after,
  }: CallTurn & {
    call: Call;
    handler: AnyHandler;
    after: ((answer: unknown) => Promise<unknown>) | undefined;
  },
) {
  const [ofView, ofKey] = [coveringOf(call.answer, "view"), coveringOf(call.answer, "key")];
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const passage = passageTo(services, { call, share, inTurn }, request);
    const { asker, answer } = await passGate(
      services,
      { request, reply },
      passage,
      async (caller, question) => ({
        asker: caller,
        answer: await handle(services, call, handler, question, caller),
      }),
    );
    if (call.waitsForGateways) await waitForGateways(services);
    const shown = call.answer.parse((after ? await after(answer) : answer) ?? {});
    const covering = asker.view ? ofView : asker.key ? ofKey : null;
    return success(covering ? covering(shown) : shown);
  };
}
