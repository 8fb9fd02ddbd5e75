/** A manager's configuration, from its environment and the provider it was downloaded from. */
import { homedir } from "node:os";
import path from "node:path";
import { managerPort } from "@turnpike/contract/manager.ts";
import { ownFolder } from "./own-folder.ts";

/** What the API writes into the downloaded file (`api/src/platform/http/downloads.ts`). */
export interface Provider {
  /** Origins of its dashboards. */
  dashboards?: string[];
  /** The port at which its dashboards expect the manager. */
  port?: number;
}
export interface Config {
  port: number;
  /** The folder of the state file. */
  folder: string;
  /** Origins of dashboards that may use it, in browsers' spelling. */
  dashboards: string[];
}

type Source = Record<string, string | undefined>;

/** The variables that are read. */
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
/** Variables that any process needs: Windows opens no socket without SystemRoot. */
const systems = ["PATH", "HOME", "USERPROFILE", "SYSTEMROOT", "WINDIR", "TEMP", "TMP", "COMSPEC"];
const needed = new Set([...own, ...systems]);

/** The part of an environment that a manager needs, without the API's secrets. */
export function managerEnvironment(source: Source): Source {
  const isNeeded = (name: string) =>
    needed.has(process.platform === "win32" ? name.toUpperCase() : name);
  return Object.fromEntries(Object.entries(source).filter(([name]) => isNeeded(name)));
}

/**
 * Reads MANAGER_PORT, MANAGER_DIR, DASHBOARD_ORIGINS, PUBLIC_URL, HOST and PORT
 * (spec/manager#origins). A downloaded manager knows its provider's dashboards; local ones are
 * added only if the environment names one.
 * @throws Error that names the invalid variable
 */
export function readConfig(source: Source, provider: Provider = {}): Config {
  const env: Source = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
  const providerDashboards = provider.dashboards ?? [];
  const isDownload =
    providerDashboards.length > 0 && env.PUBLIC_URL === undefined && env.PORT === undefined;
  const localDashboards = isDownload ? [] : ownDashboards(env);
  const more = (env.DASHBOARD_ORIGINS ?? "").split(/[,\s]+/).filter(Boolean);
  return {
    port: readPort("MANAGER_PORT", env.MANAGER_PORT, provider.port ?? managerPort),
    folder: path.resolve(env.MANAGER_DIR ?? defaultFolder(env)),
    dashboards: [
      ...new Set([
        ...providerDashboards.map((url) => originOf("the provider's dashboard", url)),
        ...localDashboards,
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
  const loopback = wildcardHosts.has(host) ? [`http://127.0.0.1:${port}`] : [];
  return [originOf("PUBLIC_URL", url), `http://localhost:${port}`, ...loopback];
}
/** Wildcard values of HOST: the dashboard is opened at another address of this machine. */
const wildcardHosts = new Set(["0.0.0.0", "::"]);

function readPort(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text.trim()) || port > 65_535) throw new Error(`${name}: is no port`);
  return port;
}

/** The origin of a website's URL. @throws Error if the URL has none */
function originOf(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error(`${name}: ${text} is no address`);
  return url.origin;
}

/** The default folder; one that an earlier version made is kept, with its ports. */
function defaultFolder(env: Source): string {
  if (env.XDG_STATE_HOME && path.isAbsolute(env.XDG_STATE_HOME))
    return ownFolder(env.XDG_STATE_HOME);
  if (process.platform === "win32" && env.APPDATA) return ownFolder(env.APPDATA);
  return ownFolder(homedir(), ".");
}
