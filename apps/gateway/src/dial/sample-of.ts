/** What an upstream said, as operators may read it. */
import type { UpstreamFact } from "@turnpike/contract/upstream-facts.ts";
import type { UpstreamAnswer } from "@turnpike/proxy-strings/upstream/errors.ts";

const longest = 200;
/** How much of an answer is looked at. */
const longestRead = 2_000;

/** What the upstream said to a user, in one line without login fields and secrets. */
export function sampleOf(
  { upstream, user }: { upstream: Pick<UpstreamFact, "login" | "secret">; user: string },
  answer: UpstreamAnswer,
): string {
  if (answer.kind === "silence") return "no answer";
  const to = masked(upstream, user);
  if (answer.kind === "socks") return `SOCKS5 ${answer.reply} to ${to}`.slice(0, longest);
  const headers = answer.headers
    .filter(([name]) => name.startsWith("x-") || name === "proxy-status")
    .map(([name, value]) => `${name}: ${value}`);
  const said = [`${answer.status} ${answer.reason}`, ...headers].join("; ");
  return masked(upstream, `${to} → ${said}`.slice(0, longestRead)).slice(0, longest);
}

/**
 * Replaces login fields and the secret by `***`, also as a URL spells them. The longest goes first: a
 * login that begins the secret would leave the rest of it. A word in base64 may be the login that we
 * sent.
 */
function masked({ login, secret }: Pick<UpstreamFact, "login" | "secret">, text: string): string {
  const words = [...Object.values(login), secret].flatMap((word: string | null | undefined) =>
    word ? [word, encodeURIComponent(word.toWellFormed())] : [],
  );
  const inOrder = words.toSorted((one, other) => other.length - one.length);
  const plain = inOrder.reduce((left, word) => left.replaceAll(word, "***"), text);
  return plain.replaceAll(/[A-Za-z0-9+/_-]{8,}={0,2}/g, (word) => {
    const read = Buffer.from(word, "base64").toString("utf8");
    return inOrder.some((one) => one.length > 3 && read.includes(one)) ? "***" : word;
  });
}
