/** Stripe's own client, loaded on first use: without Stripe it costs nothing. */
import type { IncomingMessage } from "node:http";
import type { Environment } from "@turnpike/contract/environment.ts";
import type { Stripe } from "stripe";
import { mostBytes, TooLong } from "../../../platform/limited-answer.ts";

export const STRIPE = "stripe";
/** A customer is waiting for the page: retrying is better than a long wait. */
const TIMEOUT_MS = 6_000;

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
    httpClient: limited(Client.createNodeHttpClient()),
  });
}

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>;

/** A client that reads an answer up to a length and a time: Stripe's own reads on while bytes come. */
function limited(client: HttpClient): HttpClient {
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(...asked) {
      const answer = await client.makeRequest(...asked);
      const read = answer.toJSON.bind(answer);
      answer.toJSON = () => {
        limitBody(answer.getRawResponse() as IncomingMessage);
        return read();
      };
      return answer;
    },
  };
}

function limitBody(body: IncomingMessage): void {
  const timer = setTimeout(() => body.destroy(new Error("the answer does not end")), TIMEOUT_MS);
  body.once("close", () => clearTimeout(timer));
  let bytes = 0;
  body.on("data", (part: Buffer | string) => {
    bytes += part.length;
    if (bytes > mostBytes)
      body.destroy(new TooLong(`the answer is longer than ${mostBytes} bytes`));
  });
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
