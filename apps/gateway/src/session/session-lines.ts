/**
 * What a session writes into the logs: one line, or one for each target of a UDP association. What had
 * an exit goes to the connection log, for the trace; the rest to the request log alone.
 */
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import type { Refused } from "@turnpike/rules/admission.ts";
import type { Target } from "@turnpike/rules/destination.ts";
import type { Gateway } from "../gateway.ts";
import type { Ended } from "../meter/meter.ts";
import type { UsageRecorder } from "../meter/usage-recorder.ts";
import { refusedForms } from "../parse/refused.ts";
import { countReason } from "../report/counters.ts";
import type { ProxySession } from "./proxy-session.ts";

/** What is known of a tunnel or request before it is authenticated. */
export interface RequestContext {
  protocol: RequestRow["protocol"];
  /** The client's address, canonical. */
  client: string;
  /** host:port; empty where it comes later. */
  target: string;
}

type Line = Pick<RequestRow, "id" | "outcome" | "reason"> & Partial<RequestRow>;

export class SessionLines {
  /** Lines so far. */
  count = 0;
  #gateway: Gateway;
  #context: RequestContext;
  #session: ProxySession;
  #startedAt: number;

  constructor(
    gateway: Gateway,
    { context, session }: { context: RequestContext; session: ProxySession },
  ) {
    this.#gateway = gateway;
    this.#context = context;
    this.#session = session;
    this.#startedAt = gateway.auth.now();
  }

  /** A target of a UDP association that is done with; the association has no other line then. */
  target(
    { authority, host: domain }: Target,
    { recorder, at, openedAt }: { recorder: UsageRecorder; at: number; openedAt: number },
  ): void {
    const { closedBecause } = this.#session.connection;
    const outcome = closedBecause === null ? "ok" : "cut";
    const reason = closedBecause ?? "";
    this.countEnded({ domain, outcome, reason, connectMs: null });
    this.add({
      id: this.#freshId(),
      at,
      target: authority,
      protocol: "udp",
      upBytes: recorder.upBytes,
      downBytes: recorder.downBytes,
      ms: Math.round(performance.now() - openedAt),
      outcome,
      reason,
    });
  }

  /** A target that a UDP association may not send to. */
  refusedTarget({ authority, host: domain }: Target, refused: Refused): void {
    countReason(this.#gateway.counters.refused, refused.reason);
    const id = this.#freshId();
    const outcome = outcomeOf(refused);
    this.countEnded({ domain, outcome, reason: refused.reason, connectMs: null });
    this.add({ id, target: authority, protocol: "udp", outcome, ...refused });
  }

  /** Counts how a request ended, for the statistics. */
  countEnded(ended: Pick<Ended, "domain" | "outcome" | "reason" | "connectMs">): void {
    const { admitted, exit } = this.#session;
    this.#gateway.meter.countEnded({
      subAccountId: admitted.grant.holderId,
      product: admitted.grant.product,
      country: exit?.country ?? "",
      city: exit?.city ?? "",
      ...ended,
    });
  }

  add(line: Line): void {
    const { requestLog, connectionLog } = this.#gateway;
    const row = this.row(line);
    this.count += 1;
    (row.exitIp === "" ? requestLog : connectionLog).add(row);
  }

  /** A line with what all lines of the session have. */
  row(line: Line): RequestRow {
    const { admitted, exit } = this.#session;
    const { accountId, holderId, product } = admitted.grant;
    return {
      at: this.#startedAt,
      accountId,
      subAccountId: holderId,
      product,
      client: this.#context.client,
      target: this.#context.target,
      protocol: this.#context.protocol,
      exitIp: exit?.ip ?? "",
      country: exit?.country ?? "",
      upBytes: 0,
      downBytes: 0,
      ms: 0,
      detail: "",
      ...line,
    };
  }

  /** The session's own for its first line. */
  #freshId(): string {
    return this.count === 0 ? this.#session.id : this.#gateway.id();
  }
}

/** Whether the client was refused, or the exit, the target or the gateway failed. */
export function outcomeOf({ reason }: Refused): "refused" | "failed" {
  return refusedForms[reason].status < 500 ? "refused" : "failed";
}
