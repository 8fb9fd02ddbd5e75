/** What the emulated wholesaler says instead of an open tunnel, in a preset's own conventions. */
import type { ErrorClass, ErrorRow } from "@turnpike/proxy-strings/upstream/errors.ts";

export interface Refusal {
  status: number;
  reason: string;
  headers: Readonly<Record<string, string>>;
  /** RFC 1928; `auth`: user and password are refused. */
  socks: number | "auth";
  /** The connection is closed without a word. */
  silent: boolean;
}

const usual: Readonly<Record<ErrorClass, [status: number, socks: number | "auth"]>> = {
  noExit: [503, 1],
  sessionLost: [502, 1],
  quota: [402, "auth"],
  auth: [407, "auth"],
  concurrency: [429, 1],
  targetRefused: [403, 2],
  target: [404, 5],
  request: [400, "auth"],
  down: [500, 1],
};

/** Says a class as the preset's first row for it does. */
export function refusalOf(what: ErrorClass, rows: readonly ErrorRow[]): Refusal {
  const [status, socks] = usual[what];
  const row = rows.find((each) => each.class === what && each.socks === undefined);
  const text = row?.contains ?? "refused";
  return {
    status: row?.status ?? status,
    reason: row?.contains !== undefined && row.header === undefined ? text : "Refused",
    headers: row?.header === undefined ? {} : { [row.header]: text },
    socks,
    silent: what === "down",
  };
}

/** A bare status, as a hostile target may provoke it. */
export const statusRefusal = (status: number): Refusal => ({
  status,
  reason: "Refused",
  headers: {},
  socks: status === 407 ? "auth" : 1,
  silent: false,
});

const byName: ReadonlyMap<string, ErrorClass> = new Map(
  Object.keys(usual).map((name) => [name.toLowerCase(), name as ErrorClass]),
);

/**
 * What a target's first label orders: `targetrefused.example` is refused, `status-402.example` is
 * answered with that status, everything else is served.
 */
export function orderedBy(host: string, rows: readonly ErrorRow[]): Refusal | null {
  const label = host.split(".")[0]?.toLowerCase() ?? "";
  const status = /^status-([45]\d\d)$/.exec(label)?.[1];
  if (status !== undefined) return statusRefusal(Number(status));
  const named = byName.get(label);
  return named === undefined ? null : refusalOf(named, rows);
}
