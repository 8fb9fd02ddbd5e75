/**
 * The embedded database: a real PostgreSQL from npm, below `DATA_DIR`, on a unix socket that only
 * its owner can open. A server that outlived a killed product is reused (spec/accounting#database).
 */
import { readFileSync, readlinkSync } from "node:fs";
import { mkdir, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { emptyFile, giveFolder, isLink, writeOwned } from "./owned-files.ts";
import { connectClient, newClient, openClient } from "./connection.ts";
import {
  databaseUser,
  makeFolderIn,
  makeSocketFolder,
  reachableBinaries,
  refuseOtherMajor,
  removeFolder,
  run,
  type RunAs,
} from "./postgres-binaries.ts";

/** Names the socket's file; nothing listens on a network port. */
const SOCKET_NAME = 55_432;
const USER = "turnpike";
/** sockaddr_un holds 108 bytes, and the socket's own name takes 15 of them. */
const MAX_SOCKET_FOLDER = 90;
const LOG_LIMIT_BYTES = 16 * 1024 * 1024;
const START_TRIES = 50;

export interface Embedded {
  /** URL of the database `turnpike`, which exists. */
  url: string;
  /** True if it was already running: another process may be using it. */
  reused: boolean;
  /** Pid of the postmaster. */
  pid: number;
  /** Shuts it down cleanly: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Restarts it when it dies, until `stop()`; true by default. */
  guard?: boolean;
  /** PostgreSQL settings, such as `fsync: "off"` for tests. */
  settings?: Record<string, string>;
}

interface ClusterPaths {
  native: string;
  as: RunAs;
  /** The folder that holds everything; owned by the database's user. */
  base: string;
  cluster: string;
}

interface Running {
  pid: number;
  socketFolder: string;
}

const urlAt = (socketFolder: string, database: string) =>
  `postgres://${USER}@localhost:${SOCKET_NAME}/${database}?host=${encodeURIComponent(socketFolder)}`;

/** The cluster's path for its own processes, independent of parents that they may not enter. */
const ownPath = (place: ClusterPaths) =>
  process.platform === "linux" ? "/proc/self/cwd" : place.cluster;

async function acceptsConnections(socketFolder: string): Promise<boolean> {
  const session = { name: "turnpike-start", connectTimeoutMs: 2_000 };
  const client = newClient(urlAt(socketFolder, "postgres"), { ...session, queryTimeoutMs: 2_000 });
  client.on("error", () => undefined);
  try {
    await connectClient(client, session);
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Whether the process is this cluster's postmaster, not another one with a reused pid. */
function isPostmaster(pid: number, cluster: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  if (process.platform !== "linux") return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EACCES") return false;
    // Root in a container may not read another user's process links; the name is readable.
    return /^\d+ \(postgres\) [^ZX]/.test(statOf(pid));
  }
}

function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return "";
  }
}

/** The running server of this cluster, if it answers; removes a stale pid file. */
async function findRunning(cluster: string): Promise<Running | null> {
  const file = path.join(cluster, "postmaster.pid");
  const lines = (await readFile(file, "utf8").catch(() => "")).split("\n");
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1) return null;
  const socketFolder = lines[4] ?? "";
  if (!isPostmaster(pid, cluster)) {
    // The dead server's pid may be in use again, or not reaped yet: PostgreSQL would assume that it
    // is running.
    const socketLock = path.join(socketFolder, `.s.PGSQL.${SOCKET_NAME}.lock`);
    if (socketFolder) await rm(socketLock, { force: true });
    await rm(file, { force: true });
    return null;
  }
  return socketFolder && (await acceptsConnections(socketFolder)) ? { pid, socketFolder } : null;
}

async function prepare(dataDir: string): Promise<ClusterPaths> {
  const wanted = path.join(dataDir, "postgres");
  const linked = isLink(wanted);
  await mkdir(wanted, { recursive: true, mode: 0o700 });
  const base = linked ? await realpath(wanted) : path.join(await realpath(dataDir), "postgres");
  const cluster = path.join(base, "cluster");
  const as = await databaseUser([cluster, dataDir]);
  if (as.uid !== undefined && as.gid !== undefined) {
    if (!linked) giveFolder(base, { uid: as.uid, gid: as.gid });
    else if ((await stat(base)).uid !== as.uid)
      throw new Error(`${wanted} leads to ${base}, which is not the database's: chown ${as.uid}`);
  }
  return { native: await reachableBinaries(base, as), as, base, cluster };
}

/** Creates the cluster in a temporary folder and renames it: a crash leaves no partial one. */
async function makeCluster(place: ClusterPaths): Promise<void> {
  const unfinished = await makeFolderIn(place.base, "cluster.new", place.as);
  const folder = process.platform === "linux" ? "/proc/self/cwd" : unfinished;
  const result = await run(
    path.join(place.native, "bin", "initdb"),
    ["-D", folder, "-U", USER, "-A", "trust", "-E", "UTF8", "--locale-provider=builtin"].concat([
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      "--no-instructions",
    ]),
    { as: place.as, cwd: unfinished, timeoutMs: 60_000 },
  );
  if (result.code !== 0) throw new Error(`initdb: ${result.output}`);
  await rename(unfinished, place.cluster);
}

/** The socket's folder: the cluster's parent if its path is short and accessible. */
async function socketFolder(place: ClusterPaths): Promise<string> {
  if (place.base.length <= MAX_SOCKET_FOLDER) {
    const writable = await run("/bin/sh", ["-c", `test -w "$0"`, place.base], {
      as: place.as,
      cwd: "/",
      timeoutMs: 5_000,
    });
    if (writable.code === 0) return place.base;
  }
  // Reuses the folder of before a crash, because clients reconnect to that path.
  const note = path.join(place.base, "socket-folder");
  const before = await readFile(note, "utf8").catch(() => "");
  const owner = before
    ? await stat(before).then(
        ({ uid }) => uid,
        () => null,
      )
    : null;
  if (owner !== null && owner === (place.as.uid ?? process.getuid?.())) return before;
  const folder = await makeSocketFolder(place.as);
  writeOwned(note, folder);
  return folder;
}

async function launch(place: ClusterPaths, options: EmbeddedOptions): Promise<Running> {
  const log = path.join(place.cluster, "server.log");
  const size = await stat(log).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LOG_LIMIT_BYTES) emptyFile(log);
  const settings = {
    listen_addresses: "",
    unix_socket_permissions: "0700",
    // Statements may contain secrets.
    log_min_error_statement: "panic",
    ...options.settings,
  };
  const settingFlags = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`);
  const folder = await socketFolder(place);
  const args = ["-D", ownPath(place), "-w", "-t", "30", "-l", `${ownPath(place)}/server.log`];
  args.push("-o", `-p ${SOCKET_NAME} -k '${folder}' ${settingFlags.join(" ")}`, "start");
  for (let attempt = 1; ; attempt++) {
    await run(path.join(place.native, "bin", "pg_ctl"), args, {
      as: place.as,
      cwd: place.cluster,
      timeoutMs: 40_000,
      capture: false,
    });
    const running = await findRunning(place.cluster);
    if (running) return running;
    // After a crash the old server's last processes may still hold its shared memory.
    if (attempt >= START_TRIES) {
      const tail = (await readFile(log, "utf8").catch(() => "")).slice(-1500);
      throw new Error(`embedded PostgreSQL start failed: ${tail}`);
    }
    await sleep(100);
  }
}

async function ensureDatabase(running: Running): Promise<string> {
  const url = urlAt(running.socketFolder, "postgres");
  const client = await openClient(url, { name: "turnpike-start" });
  try {
    const found = await client.query("select 1 from pg_database where datname = 'turnpike'");
    if (found.rowCount === 0) await client.query("create database turnpike");
  } finally {
    await client.end();
  }
  return urlAt(running.socketFolder, "turnpike");
}

/**
 * Starts the embedded PostgreSQL of a data directory, or finds it running. Takes about 3 s the
 * first time, under 1 s later. @throws Error with the tail of the server's log if it cannot start
 */
export async function startEmbedded(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<Embedded> {
  const place = await prepare(path.resolve(dataDir));
  const existing = await stat(path.join(place.cluster, "PG_VERSION")).catch(() => null);
  if (!existing) await makeCluster(place);
  else await refuseOtherMajor(place);
  const found = await findRunning(place.cluster);
  const running = found ?? (await launch(place, options));
  const url = await ensureDatabase(running);
  const guard = options.guard === false ? null : supervise(place, options, running.pid);
  return {
    url,
    reused: found !== null,
    pid: running.pid,
    stop: async () => {
      await guard?.stop();
      await stopServer(place, running);
    },
  };
}

async function stopServer(place: ClusterPaths, { socketFolder: folder }: Running): Promise<void> {
  await run(
    path.join(place.native, "bin", "pg_ctl"),
    ["-D", ownPath(place), "-m", "fast", "-w", "-t", "30", "stop"],
    { as: place.as, cwd: place.cluster, timeoutMs: 35_000, capture: false },
  );
  if (folder !== place.base) await removeFolder(folder, place.as);
}

/** Shuts down the embedded PostgreSQL of a data directory if it runs, whoever started it. */
export async function stopEmbedded(dataDir: string): Promise<void> {
  const place = await prepare(path.resolve(dataDir));
  const running = await findRunning(place.cluster);
  if (running) await stopServer(place, running);
}

const GUARD_EVERY_MS = 500;

/** Supervises the server: restarts it at the same address when it dies. */
function supervise(place: ClusterPaths, options: EmbeddedOptions, firstPid: number) {
  let pid = firstPid;
  let work: Promise<void> | null = null;
  const check = async () => {
    const running = (await findRunning(place.cluster)) ?? (await launch(place, options));
    pid = running.pid;
  };
  const timer = setInterval(() => {
    // Runs twice a second, so the check uses no promises and no file reads in threads.
    if (work === null && isPostmaster(pid, place.cluster)) return;
    // A failed start is retried at the next check; the server's log has the reason.
    work ??= check()
      .catch(() => undefined)
      .finally(() => {
        work = null;
      });
  }, GUARD_EVERY_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await work;
    },
  };
}
