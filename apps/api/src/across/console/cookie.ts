/**
 * The cookie with the staff session: not readable by scripts, not sent across sites. A browser that
 * refuses cookies keeps the token in its page's memory and sends it in a header.
 */
import type { FastifyReply, FastifyRequest } from "fastify";

/** With https the `__Host-` prefix binds the cookie to this exact host. */
const nameOf = (url: string) =>
  url.startsWith("https:") ? "__Host-turnpike_console" : "turnpike_console";

const HEADER = "turnpike-console-session";

/** Returns the token in a request's header or cookie; empty if there is none. */
export function tokenOf({ headers }: FastifyRequest, consoleUrl: string): string {
  const sent = headers[HEADER];
  if (typeof sent === "string") return sent;
  const name = nameOf(consoleUrl);
  for (const pair of (headers.cookie ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return "";
}

/** Sets the cookie for a session's maximum lifetime, or removes it (null). */
export function setToken(
  reply: FastifyReply,
  consoleUrl: string,
  { token, seconds }: { token: string | null; seconds: number },
): void {
  const secure = consoleUrl.startsWith("https:") ? "; Secure" : "";
  const age = token === null ? 0 : seconds;
  reply.header(
    "set-cookie",
    `${nameOf(consoleUrl)}=${token ?? ""}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${age}${secure}`,
  );
}
