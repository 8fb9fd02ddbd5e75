/** Names a device only with known words from the User-Agent, never with its own text. */

/** The first that fits: most browsers call themselves Chrome and Safari, too. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:A|iOS|e)?\//, "Edge"],
  [/\b(?:OPR|OPT|OPX|Opera)\//, "Opera"],
  [/\bYaBrowser\//, "Yandex Browser"],
  [/\bUC ?Browser\b/, "UC Browser"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|HeadlessChrome|Chromium|CriOS)\//, "Chrome"],
  [/\b(?:MSIE |Trident\/)/, "Internet Explorer"],
  [/\bVersion\/\S+ .*\bSafari\//, "Safari"],
];
const programs: [RegExp, string][] = [
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

/** Returns the browser, such as `Firefox`; undefined if it is not known. */
export const browserOf = (agent: string) => named(browsers, agent);
/** Returns the system, such as `Windows`; undefined if it is not known. */
export const systemOf = (agent: string) => named(systems, agent);

/** Returns for example `Firefox, Windows`; a dash if neither is known. */
export function deviceName(agent: string): string {
  const program = browserOf(agent) ?? named(programs, agent);
  const parts = [program, systemOf(agent)].filter(Boolean);
  return parts.join(", ") || "–";
}
