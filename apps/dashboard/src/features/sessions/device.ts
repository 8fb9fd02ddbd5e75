/** Parses user agents. */
import Bowser from "bowser";

export type DeviceKind = "desktop" | "phone" | "tablet" | "program" | "unknown";
export interface Device {
  kind: DeviceKind;
  /** The browser, or a program with its version; empty if unknown. */
  browser: string;
  /** The operating system; empty for programs. */
  system: string;
}

const MAX_NAME = 60;
const kinds: Record<string, DeviceKind> = { desktop: "desktop", mobile: "phone", tablet: "tablet" };

/** Parses a user agent. Programs other than browsers begin with their name: `curl/8.5.0`. */
export function deviceOf(agent: string): Device {
  const text = agent.trim();
  if (!text) return { kind: "unknown", browser: "", system: "" };
  if (!/^(mozilla|opera)\//i.test(text)) return programOf(text);
  const { browser, os, platform } = Bowser.parse(text);
  const name = browser.name ?? "";
  if (platform.type === "bot") return { kind: "program", browser: name, system: "" };
  const kind = kinds[platform.type ?? ""] ?? "unknown";
  return { kind, browser: name, system: os.name ?? "" };
}

function programOf(agent: string): Device {
  const [first = agent] = agent.split(/\s/);
  const [name, version] = first.split("/");
  const browser = [name, version].filter(Boolean).join(" ").slice(0, MAX_NAME);
  return { kind: "program", browser, system: "" };
}
