/** URLs of hubs: join lines and API_URLS (spec/nodes#joining). */

/** A join line: the hub's URL, and a secret that can be used once. */
export interface JoinLine {
  /** `wss://host/link`. */
  url: string;
  secret: string;
}

/** Parses TURNPIKE_JOIN. @throws Error if it is not a join line */
export function readJoinLine(text: string): JoinLine {
  const [, url, secret] = /^(wss?:\/\/.+\/link)\/([A-Za-z0-9_-]{20,200})$/.exec(text.trim()) ?? [];
  if (url === undefined || secret === undefined)
    throw new Error("TURNPIKE_JOIN is not a line that `operator node add` printed");
  return { url: hubUrl(url), secret };
}

/** Parses API_URLS: comma-separated URLs. @throws Error if one of them is not a hub's */
export function readApiUrls(text: string): string[] {
  return text
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean)
    .map(hubUrl);
}

/** @throws Error unless the URL is `wss://`, or `ws://` to this machine */
function hubUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !["ws:", "wss:"].includes(url.protocol))
    throw new Error(`${text}: has to be wss://HOST/link`);
  if (url.protocol === "ws:" && !isLoopback(url.hostname))
    throw new Error(`${text}: ws:// is for loopback alone, use wss://`);
  return text;
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** The URL to which a machine sends `POST` to join. */
export function joinUrl(hub: string): string {
  return `${hub.replace(/^ws/, "http")}/join`;
}
