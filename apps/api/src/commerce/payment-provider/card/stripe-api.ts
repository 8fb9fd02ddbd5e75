/** Stripe's own client, loaded on first use: without Stripe it costs nothing. */
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Environment } from "@turnpike/contract/environment.ts";
import type { Stripe } from "stripe";
import { mostBytes, TooLong } from "../../../platform/limited-answer.ts";

export const STRIPE = "stripe";
/** A customer is waiting for the page: retrying is better than a long wait. */
const TIMEOUT_MS = 6_000;
const kept = { keepAlive: true };

const clients = new WeakMap<Environment, Promise<Stripe>>();

/** The client for the account of STRIPE_SECRET_KEY. */
export function stripeClient(env: Environment): Promise<Stripe> {
  const known = clients.get(env) ?? createClient(env);
  clients.set(env, known);
  return known;
}

async function createClient(env: Environment): Promise<Stripe> {
  const { Stripe: Client } = await import("stripe");
  const { hostname, port, protocol } = new URL(env.STRIPE_API_URL);
  const isPlain = protocol === "http:";
  return new Client(env.STRIPE_SECRET_KEY ?? "", {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? "http" : "https",
    telemetry: false,
    maxNetworkRetries: 0,
    timeout: TIMEOUT_MS,
    httpAgent: bounded(isPlain ? new HttpAgent(kept) : new HttpsAgent(kept)),
  });
}

/**
 * An agent whose sockets end when an answer, interim ones included, is longer than any that is
 * expected: Stripe's client reads as long as bytes come.
 */
function bounded<A extends HttpAgent>(agent: A): A {
  const read = new WeakMap<object, number>();
  const open = agent.createConnection.bind(agent);
  agent.createConnection = (...asked) => {
    const socket = open(...asked);
    socket?.on("data", (part: Buffer) => {
      const bytes = (read.get(socket) ?? 0) + part.length;
      read.set(socket, bytes);
      if (bytes > mostBytes) socket.destroy(new TooLong(`more than ${mostBytes} bytes`));
    });
    return socket;
  };
  agent.on("free", (socket: object) => read.delete(socket));
  return agent;
}

/** Null if Stripe has no such object, as after switching accounts; throws other errors. */
export async function nullIfMissing<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code === "resource_missing") return null;
    throw error;
  }
}

/** The id of an object that Stripe sends either as an id or expanded. */
export function idOf(thing: string | { id: string } | null | undefined): string | null {
  if (thing === null || thing === undefined) return null;
  return typeof thing === "string" ? thing : thing.id;
}
