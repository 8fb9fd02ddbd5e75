/** An upstream's `host:port`, or `host:first-last` where the port carries the session. */

export interface UpstreamHost {
  host: string;
  first: number;
  /** The same as `first` without a range. */
  last: number;
}

const HOST =
  /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9_])?):(\d{1,5})(?:-(\d{1,5}))?$/i;

/** Parses it; a fault says what is wrong and where, columns from 1. */
export function readHost(text: string): UpstreamHost | { column: number; fault: string } {
  const [, host, low, high] = HOST.exec(text) ?? [];
  if (host === undefined || low === undefined) {
    return { column: 1, fault: "host:port or host:first-last is expected" };
  }
  const [first, last] = [Number(low), Number(high ?? low)];
  const column = host.length + 2;
  if (first < 1 || last > 65_535 || first > 65_535) return { column, fault: "no such port" };
  if (first > last) return { column, fault: "the first port is above the last" };
  return { host: host.replace(/^\[|\]$/g, "").toLowerCase(), first, last };
}
