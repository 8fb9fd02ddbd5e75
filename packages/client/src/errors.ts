/** The two ways in which a call fails: it was refused, or nobody knows. */
import type { RefusalReason } from "./calls.gen.ts";

/**
 * The API answered, and said no: nothing was done. Only with codes 500 and 503 it cannot be sure; a call
 * with a `requestId` can then be made again with the same one.
 */
export class ApiRefusal extends Error {
  override name = "ApiRefusal";
  /** The family of the reason: 402 is "not enough", 409 "conflicts" and so on. */
  code: number;
  /** The reason's stable name; a later version of the API may know more of them. */
  reason: RefusalReason | (string & Record<never, never>);
  /** The sentence for a person, in the client's `lang`. */
  msg: string;
  /** Which field does not fit. */
  field: string | undefined;
  /** Of what there is not enough (402): `wallet`, `traffic`, `ip` … */
  short: string | undefined;
  /** When to try again (429). */
  retryAfterSeconds: number | undefined;
  /** What to send again with a call that spends. */
  requestId: string | undefined;
  /** Everything that the refusal told, such as `entry` of a list or the `ref` of a fault. */
  data: Record<string, unknown>;

  constructor(code: number, msg: string, data: Record<string, unknown>) {
    const reason = textOf(data.reason) ?? "unknown";
    super(msg || reason);
    this.code = code;
    this.reason = reason;
    this.msg = msg;
    this.field = textOf(data.field);
    this.short = textOf(data.short);
    const wait = data.retryAfterSeconds;
    this.retryAfterSeconds = typeof wait === "number" ? wait : undefined;
    this.data = data;
  }
}

/** What went wrong on the way. */
export type TransportFault = "network" | "timeout" | "status" | "badAnswer";

/**
 * No answer of the API came back: whether the call was done is not known. A call with a `requestId`
 * can be made again with the same one; it is never done twice.
 */
export class ApiUnreachable extends Error {
  override name = "ApiUnreachable";
  fault: TransportFault;
  /** The HTTP status, where there was one. */
  status: number | undefined;
  /** What to send again with a call that spends. */
  requestId: string | undefined;

  constructor(
    fault: TransportFault,
    message: string,
    more: { status?: number; requestId?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.fault = fault;
    this.status = more.status;
    this.requestId = more.requestId;
  }
}

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);
