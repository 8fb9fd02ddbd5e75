/**
 * What an upstream's answer means: by status and header, never by
 * status alone, because the same status means opposite things at two wholesalers.
 */

export const errorClasses = [
  "noExit",
  "sessionLost",
  "quota",
  "auth",
  "concurrency",
  "targetRefused",
  "target",
  "request",
  "down",
] as const;
export type ErrorClass = (typeof errorClasses)[number];

/** One row of an upstream's table: everything given must hold, without regard to case. */
export interface ErrorRow {
  status?: number | undefined;
  /** The number of a SOCKS5 reply, or `auth`: user and password were refused. */
  socks?: number | "auth" | undefined;
  /** The header that must be there; with `contains`, the one whose value is searched. */
  header?: string | undefined;
  /** Searched in the header's value; without `header`, in the reason phrase and all headers. */
  contains?: string | undefined;
  class: ErrorClass;
}

/** What came instead of an open tunnel. */
export type UpstreamAnswer =
  | {
      kind: "http";
      status: number;
      reason: string;
      headers: readonly (readonly [name: string, value: string])[];
    }
  | { kind: "socks"; reply: number | "auth" }
  /** The host could not be dialled, hung up, or said nothing. */
  | { kind: "silence" };

export interface Classified {
  class: ErrorClass;
  /**
   * False: no row names the answer. It then steers its own request alone; for others it counts
   * only once several customers and targets got it (`Witnesses`).
   */
  named: boolean;
}

/** Classifies an answer by an upstream's rows; the first row that holds wins. */
export function classify(answer: UpstreamAnswer, rows: readonly ErrorRow[]): Classified {
  if (answer.kind === "silence") return { class: "down", named: true };
  const row = rows.find((each) => holds(each, answer));
  if (row !== undefined) return { class: row.class, named: true };
  return {
    class: answer.kind === "http" ? byStatus(answer.status) : byReply(answer.reply),
    named: false,
  };
}

function byStatus(status: number): ErrorClass {
  if (status === 407) return "auth";
  return status >= 500 ? "noExit" : "target";
}

/** RFC 1928: 1 is a general failure of the server, 3 to 6 are about the way to the target. */
function byReply(reply: number | "auth"): ErrorClass {
  if (reply === "auth") return "auth";
  return reply === 1 ? "noExit" : "target";
}

function holds(row: ErrorRow, answer: Exclude<UpstreamAnswer, { kind: "silence" }>): boolean {
  if (answer.kind === "socks") {
    return row.socks === answer.reply && row.status === undefined && row.header === undefined;
  }
  if (row.socks !== undefined || (row.status !== undefined && row.status !== answer.status)) {
    return false;
  }
  const header = row.header?.toLowerCase();
  const values = answer.headers
    .filter(([name]) => header === undefined || name.toLowerCase() === header)
    .map(([, value]) => value);
  if (header !== undefined && values.length === 0) return false;
  if (row.contains === undefined) return true;
  const wanted = row.contains.toLowerCase();
  const searched = header === undefined ? [answer.reason, ...values] : values;
  return searched.some((text) => text.toLowerCase().includes(wanted));
}
