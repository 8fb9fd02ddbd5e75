/**
 * The log lines of a session: one, or one for each target of a UDP association. Lines with an exit
 * go to the connection log, for the trace; others only to the request log.
 */
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import type { Refused } from "@turnpike/rules/admission.ts";
import type { Target } from "@turnpike/rules/destination.ts";
import type { Gateway } from "./gateway.ts";
import type { EndedRequest } from "../meter/meter.ts";
import type { UsageRecorder } from "../meter/usage-recorder.ts";
import { refusedForms } from "../parse/refused.ts";
import { countReason } from "../report/counters.ts";
import type { ProxySession } from "./proxy-session.ts";

/** What is known of a tunnel or request before it is authenticated. */
export interface RequestContext {
  protocol: RequestRow["protocol"];
  /** The client's address, canonical. */
  client: string;
  /** host:port; empty if not known yet. */
  target: string;
}

type Line = Pick<RequestRow, "id" | "outcome" | "reason"> &
  Partial<
    Pick<
      RequestRow,
      "at" | "target" | "protocol" | "upBytes" | "downBytes" | "ms" | "detail" | "open"
    >
  > & { address?: string | undefined };

export class SessionLines {
  /** The number of lines so far. */
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

  /** Logs a finished target of a UDP association, which then gets no line of its own. */
  addTarget(
    { authority, host: domain }: Target,
    {
      recorder,
      at,
      openedAt,
      address,
    }: { recorder: UsageRecorder; at: number; openedAt: number; address: string },
  ): void {
    const { closedBecause } = this.#session.connection;
    const outcome = closedBecause === null ? "ok" : "cut";
    const reason = closedBecause ?? "";
    this.countOutcome({ domain, outcome, reason, connectMs: null }, recorder);
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
      address,
    });
  }

  /** Logs a target that a UDP association may not send to. */
  addRefusedTarget({ authority, host: domain }: Target, refused: Refused): void {
    countReason(this.#gateway.counters.refused, refused.reason);
    const id = this.#freshId();
    const outcome = outcomeOf(refused);
    this.countOutcome({ domain, outcome, reason: refused.reason, connectMs: null }, null);
    this.add({ id, target: authority, protocol: "udp", outcome, ...refused });
  }

  /** Counts an outcome for the statistics; `recorder` counted its bytes. */
  countOutcome(
    {
      domain,
      outcome,
      reason,
      connectMs,
    }: Pick<EndedRequest, "domain" | "outcome" | "reason" | "connectMs">,
    recorder: UsageRecorder | null,
  ): void {
    const { admitted, exit } = this.#session;
    const { accountId, holderId: subAccountId, product } = admitted.grant;
    const { country = "", city = "" } = exit ?? {};
    const key = { accountId, subAccountId, product, domain, country, city };
    const ended = { ...key, outcome, reason, connectMs };
    this.#gateway.meter.countOutcome(ended, recorder?.counter);
  }

  add(line: Line): void {
    const { requestLog, lineFolding, emptyConnections } = this.#gateway;
    const row = this.row(line);
    this.count += 1;
    if (row.exitIp === "") return requestLog.add(row);
    if (row.upBytes + row.downBytes === 0) emptyConnections.count(row.accountId);
    lineFolding.add(row);
  }

  /** Creates a line with the fields that all lines of the session share. */
  row(line: Line): RequestRow {
    const { admitted, exit } = this.#session;
    const { accountId, holderId, product } = admitted.grant;
    // Runs once per tunnel: a literal is several times as fast as spreading objects.
    const row: RequestRow = {
      id: line.id,
      at: line.at ?? this.#startedAt,
      accountId,
      subAccountId: holderId,
      client: this.#context.client,
      target: line.target ?? this.#context.target,
      protocol: line.protocol ?? this.#context.protocol,
      // Some wholesalers do not tell it, and a modem's is not known while it changes.
      exitIp: exit?.ip === "" ? null : (exit?.ip ?? ""),
      country: exit?.country ?? "",
      upBytes: line.upBytes ?? 0,
      downBytes: line.downBytes ?? 0,
      ms: line.ms ?? 0,
      outcome: line.outcome,
      reason: line.reason,
      detail: line.detail ?? "",
      product,
    };
    if (line.address !== undefined) row.address = line.address;
    if (line.open) row.open = line.open;
    if (exit?.member) {
      row.upstream = exit.member.upstream.name;
      if (exit.member.session !== null) row.session = exit.member.session;
    }
    return row;
  }

  /** The session's own id for its first line, a new one for others. */
  #freshId(): string {
    return this.count === 0 ? this.#session.id : this.#gateway.id();
  }
}

/** Whether the client was refused, or the exit, the target or the gateway failed. */
export function outcomeOf({ reason }: Refused): "refused" | "failed" {
  return refusedForms[reason].status < 500 ? "refused" : "failed";
}
