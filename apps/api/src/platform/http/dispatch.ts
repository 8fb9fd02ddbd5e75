/**
 * The only door: a contract's call in, an envelope out. The order of the checks is specified
 * (spec/api#refusal-order): 413/415/405/404 → session → fields → what a key may → what the handler
 * finds.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Call } from "@turnpike/contract/call.ts";
import { calls } from "@turnpike/contract/calls.ts";
import { asLang, Refusal } from "@turnpike/contract/refusals.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { transaction, type Tx } from "../db/database.ts";
import type { Services } from "../services.ts";
import { canonicalIp } from "./client-ip.ts";
import { type Fields } from "./body.ts";
import { fieldRefusal, success } from "./envelope.ts";
import { endingStreams, openStream, sendEvents, standsShared } from "./events.ts";
import { goneSignal } from "./disconnect.ts";
import { handlersOf, hooksOf } from "../modules.ts";
import type { Asker, EventHandler } from "./handler.ts";
import { fieldsDigest, once } from "./idempotency.ts";
import { shareOf } from "./shares.ts";

/** A handler as the door sees it, whatever its call. */
type AnyHandler = (question: unknown, asker: Asker, tx?: Tx) => Promise<unknown>;

const asText = (value: unknown) => (typeof value === "string" ? value : "");

/** The fields of a request; a body that is no object counts as empty. */
export function fieldsOf(request: FastifyRequest): Fields {
  return typeof request.body === "object" && request.body !== null ? (request.body as Fields) : {};
}

/**
 * Who asks, by session or key.
 * @throws Refusal sessionInvalid
 */
async function whoAsks(
  services: Services,
  call: Call,
  fields: Fields,
  request: FastifyRequest,
): Promise<Asker> {
  const asker: Asker = {
    accountId: "",
    sessionId: "",
    lang: asLang(fields.lang),
    ip: canonicalIp(request.ip),
    agent: (request.headers["user-agent"] ?? "").slice(0, 300),
    ref: request.id,
  };
  const { bySession, byKey } = services.modules.authentication;
  const session = asText(fields.session);
  const key = asText(fields.key);
  if (call.access === "visitor" && !session) return asker;
  if (!session && key) {
    const known = await byKey(services, key);
    if (!known) throw new Refusal("sessionInvalid");
    return { ...asker, accountId: known.accountId };
  }
  const known = session ? await bySession(services, session, { ip: asker.ip }) : null;
  if (known) return { ...asker, ...known };
  if (call.access === "visitor") return asker;
  throw new Refusal("sessionInvalid");
}

/** The question, parsed; a field that does not fit is a refusal that names it. */
function readQuestion(call: Call, fields: Fields): Record<string, unknown> {
  const own = Object.fromEntries(
    Object.keys(call.question.shape)
      .filter((name) => Object.hasOwn(fields, name))
      .map((name) => [name, fields[name]]),
  );
  const parsed = call.question.safeParse(own);
  if (parsed.success) return parsed.data as Record<string, unknown>;
  const absent = (field: string) => own[field] === undefined || own[field] === "";
  throw fieldRefusal(parsed.error.issues, absent);
}

/**
 * Who asks what: judged before any handler, in the share of the network that asks.
 * @throws Refusal sessionInvalid, what is wrong with a field, keyReadOnly, tooManyTries
 */
async function admit(services: Services, call: Call, request: FastifyRequest, gone: AbortSignal) {
  const fields = fieldsOf(request);
  const asker = await services.shares.arrivals.run(
    { asker: networkOf(canonicalIp(request.ip)), gone },
    () => whoAsks(services, call, fields, request),
  );
  const question = readQuestion(call, fields);
  // No session: a key.
  if (call.access === "session" && !asker.sessionId) throw new Refusal("keyReadOnly");
  return { fields, asker, question };
}

/**
 * Asks the handler; a money call within one transaction, once per `requestId`, for an account that
 * is open and stays so until the commit.
 */
async function handle(
  services: Services,
  call: Call,
  handler: AnyHandler,
  question: Record<string, unknown>,
  asker: Asker,
): Promise<unknown> {
  if (!call.once) return handler(question, asker);
  const { requestId } = question;
  return transaction(services.db, async (tx) => {
    await services.modules.authentication.lockOpenAccount(tx, asker.accountId);
    // Parsed before it is kept and committed: an answer that does not fit undoes its effect.
    const effect = async () => call.answer.parse(await handler(question, asker, tx));
    if (typeof requestId !== "string") return effect();
    const key = {
      accountId: asker.accountId,
      call: call.path,
      requestId,
      digest: fieldsDigest(question),
      now: new Date(services.world.now()),
    };
    return once(services.seal, tx, key, effect);
  });
}

const IN_FORCE_TIMEOUT_MS = 500;

/**
 * A change that was answered is in force: a new credential passes at once. Gateways that hear of it
 * late (the news is slow, another machine is away) do not hold up the answer.
 */
export async function waitForGateways({ changesDelivered }: Services): Promise<void> {
  if (!changesDelivered) return;
  const late = new AbortController();
  await Promise.race([
    changesDelivered(),
    sleep(IN_FORCE_TIMEOUT_MS, null, { signal: late.signal }).catch(() => null),
  ]);
  late.abort();
}

const credentialOf = ({ session, key }: Fields) => asText(session) || asText(key);

/** Whether the asker may still be told: the session goes on, or the key holds. */
function stillStands(services: Services, fields: Fields): () => Promise<boolean> {
  const { sessionHolds, byKey } = services.modules.authentication;
  const session = asText(fields.session);
  return session
    ? () => sessionHolds(services, session)
    : async () => (await byKey(services, asText(fields.key))) !== null;
}

/** Adds one POST route per call of the contract. Answers pass their schema: nothing else leaks. */
export function callRoutes(app: FastifyInstance, services: Services): void {
  const handlers = handlersOf(services);
  const hooks = hooksOf(services);
  const open = endingStreams(app);
  for (const [name, call] of Object.entries(calls) as [keyof typeof calls, Call][]) {
    const share = services.shares.of(name);
    if (call.events) {
      const handler = handlers[name] as unknown as EventHandler<unknown, object>;
      app.post(call.path, async (request, reply) => {
        const gone = goneSignal(reply);
        const { fields, asker, question } = await admit(services, call, request, gone);
        const ending = openStream(reply, open);
        const events = await share.run({ asker: shareOf(asker), gone }, () =>
          handler(question, asker, ending.signal),
        );
        const stands = standsShared(credentialOf(fields), stillStands(services, fields));
        return sendEvents(reply, { call, events, stands, ending });
      });
      continue;
    }
    const handler = handlers[name] as unknown as AnyHandler;
    const after = hooks.after[name] as ((answer: unknown) => Promise<unknown>) | undefined;
    const inTurn = hooks.inTurn[name];
    // Money calls of an account wait for each other.
    const serial = call.once;
    app.post(call.path, async (request, reply) => {
      const gone = goneSignal(reply);
      const { asker, question } = await admit(services, call, request, gone);
      const work = () => handle(services, call, handler, question, asker);
      const answer = await share.run({ asker: shareOf(asker), serial, gone }, () =>
        inTurn ? inTurn(asker.accountId, work) : work(),
      );
      if (call.live) await waitForGateways(services);
      return success(call.answer.parse((after ? await after(answer) : answer) ?? {}));
    });
  }
}
