/** Names a device in mails, only with known words from the User-Agent, never with its own text. */

const programs: [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS)\//, "Chrome"],
  [/\bVersion\/\S+ .*\bSafari\//, "Safari"],
  [/^curl\//i, "curl"],
  [/^python-requests\/|^Python/, "Python"],
  [/^(?:node|undici)\b/, "Node.js"],
  [/^Go-http-client\//, "Go"],
];
const systems: [RegExp, string][] = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

const named = (known: [RegExp, string][], agent: string) =>
  known.find(([sign]) => sign.test(agent))?.[1];

/** Returns for example `Firefox, Windows`; a dash if neither is known. */
export function deviceName(agent: string): string {
  const parts = [named(programs, agent), named(systems, agent)].filter(Boolean);
  return parts.join(", ") || "–";
}
