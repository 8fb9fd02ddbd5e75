/** Parses user agents. */
import { browserOf, systemOf } from "@turnpike/rules/device-name.ts";

export type DeviceKind = "desktop" | "phone" | "tablet" | "program" | "unknown";
export interface Device {
  kind: DeviceKind;
  /** The browser, or a program with its version; empty if unknown. */
  browser: string;
  /** The operating system; empty for programs. */
  system: string;
}

const MAX_NAME = 60;

const phones = /\bMobile\b|\biPhone\b/;
const tablets = /\biPad\b|\bTablet\b|\bAndroid\b/;

function kindOf(text: string): DeviceKind {
  if (/\biPad\b/.test(text)) return "tablet";
  if (phones.test(text)) return "phone";
  if (tablets.test(text)) return "tablet";
  return systemOf(text) === undefined ? "unknown" : "desktop";
}

/** Parses a user agent. Programs other than browsers begin with their name: `curl/8.5.0`. */
export function deviceOf(agent: string): Device {
  const text = agent.trim();
  if (!text) return { kind: "unknown", browser: "", system: "" };
  if (!/^(mozilla|opera)\//i.test(text)) return programOf(text);
  const [bot] = /[\w-]{0,30}(bot|crawler|spider)\b/i.exec(text) ?? [];
  if (bot !== undefined) return { kind: "program", browser: bot, system: "" };
  const system = systemOf(text) ?? "";
  const isApple = system === "iPhone" || system === "iPad";
  return {
    kind: kindOf(text),
    browser: browserOf(text) ?? "",
    system: isApple ? "iOS" : system,
  };
}

function programOf(agent: string): Device {
  const [first = agent] = agent.split(/\s/);
  const [name, version] = first.split("/");
  const browser = [name, version].filter(Boolean).join(" ").slice(0, MAX_NAME);
  return { kind: "program", browser, system: "" };
}
