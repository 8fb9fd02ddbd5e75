/** The gateway's log. It may contain user names, never passwords. */
import { pino } from "pino";

export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A log of JSON lines on stderr. */
export function openLog(level: string, gateway: string): Log {
  const redact = ["password", "*.password", "verifier", "*.verifier", "proxyAuthorization"];
  return pino({ level, base: { gateway }, redact }, pino.destination(2));
}
