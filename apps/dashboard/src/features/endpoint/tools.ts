/** How proxies get into programs that are not written in code: one template for all (spec/traffic-plan#endpoints). */
import type { ProxyFormat } from "@turnpike/proxy-strings/write/proxy-formats.ts";

export interface Tool {
  /** The program's own name; not translated. */
  name: string;
  format: ProxyFormat;
  /** Its menu, in its own words. */
  where?: string;
  /** Its command; `FILE` is the saved file. */
  command?: string;
  /** It takes lines that are pasted instead of a file. */
  pasted?: true;
}

const menu = (...path: string[]) => path.join(" → ");

export const tools: readonly Tool[] = [
  { name: "Clash · Mihomo", format: "clash", command: "mihomo -f FILE" },
  { name: "sing-box", format: "sing-box", command: "sing-box run -c FILE" },
  { name: "Xray", format: "xray", command: "xray run -c FILE" },
  { name: "Proxifier", format: "proxifier", where: menu("File", "Import Profile…") },
  {
    name: "SwitchyOmega · ZeroOmega",
    format: "switchyomega",
    where: menu("Options", "Import/Export", "Restore from file"),
  },
  { name: "FoxyProxy", format: "foxyproxy", where: menu("Options", "Import") },
  { name: "AdsPower", format: "adspower", where: menu("Proxies", "Add proxy"), pasted: true },
  { name: "Dolphin{anty}", format: "dolphin", where: menu("Proxies", "New proxy"), pasted: true },
  {
    name: "GoLogin",
    format: "host-port-user-pass",
    where: menu("Proxies", "Add proxy"),
    pasted: true,
  },
  {
    name: "Multilogin",
    format: "host-port-user-pass",
    where: menu("Proxies", "Custom proxy"),
    pasted: true,
  },
];
