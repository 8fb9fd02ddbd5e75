/** The cookie that has the session of the staff: no script reads it, no other site sends it. */
import type { FastifyReply, FastifyRequest } from "fastify";

/** With https the name binds the cookie to this very host (`__Host-`). */
const nameOf = (url: string) =>
  url.startsWith("https:") ? "__Host-turnpike_console" : "turnpike_console";

/** The token in a request's cookie; empty without one. */
export function tokenOf({ headers }: FastifyRequest, consoleUrl: string): string {
  const name = nameOf(consoleUrl);
  for (const pair of (headers.cookie ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return "";
}

/** Sets the cookie for as long as a session can last, or (null) removes it. */
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
