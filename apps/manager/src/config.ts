/** What a manager is told: by its environment, and by the provider whose download it is. */
import { homedir } from "node:os";
import path from "node:path";
import { managerPort } from "@turnpike/contract/manager.ts";

/** What the API writes into the file that it gives out (`api/http/downloads.ts`). */
export interface Provider {
  /** Origins of its dashboards. */
  dashboards?: string[];
  /** Where its dashboards look for the manager. */
  port?: number;
}
export interface Config {
  port: number;
  /** Where the local ports are kept. */
  folder: string;
  /** Origins of dashboards that may use it, as browsers spell them. */
  dashboards: string[];
}

type Source = Record<string, string | undefined>;

/** What is read here. */
const own = [
  "MANAGER_PORT",
  "MANAGER_DIR",
  "DASHBOARD_ORIGINS",
  "PUBLIC_URL",
  "HOST",
  "PORT",
  "XDG_STATE_HOME",
  "APPDATA",
];
/** What a process needs to begin at all: Windows opens no socket without SystemRoot. */
const systems = ["PATH", "HOME", "USERPROFILE", "SYSTEMROOT", "WINDIR", "TEMP", "TMP", "COMSPEC"];
const needed = new Set([...own, ...systems]);

/** Of an environment what a manager needs: the product's secrets are none of its business. */
export function managerEnvironment(source: Source): Source {
  const isNeeded = (name: string) =>
    needed.has(process.platform === "win32" ? name.toUpperCase() : name);
  return Object.fromEntries(Object.entries(source).filter(([name]) => isNeeded(name)));
}

/**
 * Reads MANAGER_PORT, MANAGER_DIR, DASHBOARD_ORIGINS, PUBLIC_URL, HOST and PORT
 * (spec/manager#origins). A download knows its provider's dashboards: this machine's own are added
 * to them only where the environment speaks of any.
 * @throws Error that names the variable which is wrong
 */
export function readConfig(source: Source, provider: Provider = {}): Config {
  const env: Source = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
  const given = provider.dashboards ?? [];
  const isDownload = given.length > 0 && env.PUBLIC_URL === undefined && env.PORT === undefined;
  const here = isDownload ? [] : ownDashboards(env);
  const more = (env.DASHBOARD_ORIGINS ?? "").split(/[,\s]+/).filter(Boolean);
  return {
    port: readPort("MANAGER_PORT", env.MANAGER_PORT, provider.port ?? managerPort),
    folder: path.resolve(env.MANAGER_DIR ?? defaultFolder(env)),
    dashboards: [
      ...new Set([
        ...given.map((url) => originOf("the provider's dashboard", url)),
        ...here,
        ...more.map((url) => originOf("DASHBOARD_ORIGINS", url)),
      ]),
    ],
  };
}

function ownDashboards(env: Source): string[] {
  const port = readPort("PORT", env.PORT, 3_000);
  const host = env.HOST ?? "127.0.0.1";
  const spelled = host.includes(":") ? `[${host}]` : host;
  const url = env.PUBLIC_URL ?? `http://${spelled}:${port}`;
  const loopback = everyAddress.has(host) ? [`http://127.0.0.1:${port}`] : [];
  return [originOf("PUBLIC_URL", url), `http://localhost:${port}`, ...loopback];
}
/** As HOST: nobody types it, people open the dashboard at an address of the machine. */
const everyAddress = new Set(["0.0.0.0", "::"]);

function readPort(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text.trim()) || port > 65_535) throw new Error(`${name}: is no port`);
  return port;
}

/** @throws Error where the address is none of a website; an origin without a name is none */
function originOf(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error(`${name}: ${text} is no address`);
  return url.origin;
}

function defaultFolder(env: Source): string {
  const name = "turnpike-manager";
  if (env.XDG_STATE_HOME && path.isAbsolute(env.XDG_STATE_HOME)) {
    return path.join(env.XDG_STATE_HOME, name);
  }
  if (process.platform === "win32" && env.APPDATA) return path.join(env.APPDATA, name);
  return path.join(homedir(), `.${name}`);
}
