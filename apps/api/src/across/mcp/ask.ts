/**
 * How a tool makes calls: as a request to this server's own routes, with the agent's key. So the
 * dispatcher checks and limits them like calls over HTTP (fields, scopes, shares, `requestId`), and
 * the log and the metrics contain them.
 */
import type { CallResponse, RequestInput } from "@turnpike/contract/call.ts";
import { type CallName, type Calls, calls } from "@turnpike/contract/calls.ts";
import type { FastifyInstance } from "fastify";
import type { Envelope } from "../../platform/http/envelope.ts";

/** A call that was refused, as its envelope says it. */
export class CallRefused extends Error {
  envelope: Envelope & { data: Record<string, unknown> };
  constructor(envelope: Envelope) {
    super(envelope.msg);
    this.envelope = { ...envelope, data: (envelope.data ?? {}) as Record<string, unknown> };
  }
}

/** Makes a call. @throws CallRefused */
export type Ask = <K extends CallName>(
  name: K,
  request: RequestInput<Calls[K]>,
) => Promise<CallResponse<Calls[K]>>;

/** Who asks: the key, and the client's address and agent. */
export interface Agent {
  key: string;
  ip: string;
  agent: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/** Returns the function that makes calls for an agent. */
export function askAs(app: FastifyInstance, { key, ip, agent, signal }: Agent): Ask {
  return async (name, request) => {
    const answer = await app.inject({
      method: "POST",
      url: calls[name].path,
      remoteAddress: ip,
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "user-agent": agent,
      },
      payload: JSON.stringify(request),
      signal,
    });
    const envelope = answer.json<Envelope>();
    if (envelope.code !== 0) throw new CallRefused(envelope);
    return envelope.data as never;
  };
}
