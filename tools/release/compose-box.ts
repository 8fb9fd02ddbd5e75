/**
 * Containers of a compose file without a container engine, as root: each service has a network namespace
 * of its own at a bridge, sees its root file system read only, and runs as the image's user.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
/** TURNPIKE_IMAGE_ROOT is an unpacked image; otherwise this machine with this checkout in its place. */
const imageRoot = process.env["TURNPIKE_IMAGE_ROOT"];
const network = "198.18.7";
export const imageUser = 10_001;

export interface Service {
  name: string;
  environment: Record<string, string>;
  /** Files that it finds in /run/secrets. */
  secrets?: Record<string, string>;
  /** A program of this machine instead of the image's. */
  program?: { command: string[]; user: string };
}

export interface Container {
  child: ChildProcess;
  ended: Promise<{ code: number | null; afterMs: number }>;
  output(): string;
  /** The time of SIGTERM, from which `afterMs` counts. */
  stop(signal?: NodeJS.Signals): void;
}

/** A machine of its own, with a bridge that services are at. */
export class Box {
  readonly folder = mkdtempSync("/var/tmp/turnpike-compose-");
  #holder: ChildProcess;
  #services: string[];

  /** `services` get addresses in order; `host` is the bridge itself. */
  constructor(services: string[]) {
    this.#services = services;
    this.#holder = spawn("unshare", ["-n", "-m", "sleep", "1800"], { stdio: "ignore" });
    const lines = ["host", ...services].map((name, at) => `${network}.${at + 1} ${name}`);
    writeFileSync(this.at("hosts"), `127.0.0.1 localhost\n${lines.join("\n")}\n`);
  }

  at = (...names: string[]) => path.join(this.folder, ...names);
  addressOf = (name: string) => `${network}.${["host", ...this.#services].indexOf(name) + 1}`;

  /** Makes the bridge and the namespaces; they are gone with the box. */
  open(): void {
    const services = this.#services.flatMap((name) => [
      `ip netns add ${name}`,
      `ip link add v-${name} type veth peer name eth0 netns ${name}`,
      `ip link set v-${name} master inside up`,
      `ip -n ${name} addr add ${this.addressOf(name)}/24 dev eth0`,
      `ip -n ${name} link set eth0 up; ip -n ${name} link set lo up`,
      `ip -n ${name} route add default via ${network}.1`,
    ]);
    this.sh(
      [
        "mount --make-rprivate /; mkdir -p /run/netns; mount -t tmpfs none /run/netns",
        "mount --make-shared /run/netns; ip link set lo up; ip link add inside type bridge",
        `ip addr add ${network}.1/24 dev inside; ip link set inside up`,
        ...services,
      ].join("\n"),
    );
  }

  /** Runs a script in the box. @throws Error if it fails */
  sh(script: string): string {
    const { status, stdout, stderr } = spawnSync(
      "nsenter",
      [...this.#into(), "sh", "-ec", script],
      {
        encoding: "utf8",
      },
    );
    if (status !== 0) throw new Error(`${script}\n${stdout}${stderr}`);
    return stdout;
  }

  #into = () => ["-t", String(this.#holder.pid), "-n", "-m"];
  #netOf = (name: string) => (name === "host" ? "" : `ip netns exec ${name} `);

  /** What makes a service's file system, and enters it. */
  #enter({ name, secrets = {} }: Service, command: string): string {
    const [own, data, run] = [this.at("roots", name), this.at("data", name), this.at("run", name)];
    for (const folder of [own, data, path.join(run, "secrets")])
      mkdirSync(folder, { recursive: true });
    for (const [file, text] of Object.entries(secrets))
      writeFileSync(path.join(run, "secrets", file), text);
    const here = `${imageUser}:${imageUser}`;
    return [
      "mount --make-rprivate /",
      `chown ${here} ${data}`,
      imageRoot === undefined
        ? `mount --rbind / ${own}; for d in opt var/lib; do mount -t tmpfs none ${own}/$d; done
          mkdir ${own}/opt/turnpike ${own}/var/lib/turnpike; mount --bind ${root} ${own}/opt/turnpike`
        : `mount --bind ${imageRoot} ${own}; mount -t proc proc ${own}/proc; mount --rbind /dev ${own}/dev`,
      `mount --bind ${data} ${own}/var/lib/turnpike`,
      `mount --bind ${run} ${own}/run; mount -t tmpfs tmpfs ${own}/tmp`,
      `mount --bind ${this.at("hosts")} ${own}/etc/hosts`,
      ...(imageRoot === undefined ? [`mount -o remount,bind,ro ${own}/opt/turnpike`] : []),
      `mount -o remount,bind,ro ${own}`,
      `exec chroot ${own} setpriv --reuid ${imageUser} --regid ${imageUser} --clear-groups --no-new-privs \\
        sh -c 'cd /opt/turnpike && exec ${command}'`,
    ].join("\n");
  }

  #arguments(service: Service, command: string): string[] {
    const { name, program } = service;
    const inner = program
      ? `mount --bind ${this.at("hosts")} /etc/hosts; exec setpriv --reuid ${program.user} --regid ${program.user} --clear-groups ${program.command.join(" ")}`
      : this.#enter(service, command);
    const script = `exec ${this.#netOf(name)}unshare -m --propagation private sh -ec "$0"`;
    return [...this.#into(), "sh", "-c", script, inner];
  }

  /** Starts a service. */
  run(service: Service): Container {
    const child = spawn("nsenter", this.#arguments(service, "node apps/turnpike/dist/main.mjs"), {
      env: service.environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let printed = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (text) => (printed += String(text)));
    let stoppedAt = performance.now();
    const ended = new Promise<{ code: number | null; afterMs: number }>((resolve) => {
      child.once("exit", (code) => resolve({ code, afterMs: performance.now() - stoppedAt }));
    });
    const stop = (signal: NodeJS.Signals = "SIGTERM") => {
      stoppedAt = performance.now();
      child.kill(signal);
    };
    return { child, ended, stop, output: () => printed };
  }

  /** Runs a command in a service's file system and network, as its health check does. */
  exec(service: Service, command: string) {
    const { status, stdout, stderr } = spawnSync("nsenter", this.#arguments(service, command), {
      env: service.environment,
      encoding: "utf8",
    });
    return { code: status, out: stdout, text: stdout + stderr };
  }

  /** Runs curl where customers are. */
  curl(...args: string[]): string {
    const all = [...this.#into(), "curl", "-sS", "--max-time", "20", ...args];
    return execFileSync("nsenter", all, { encoding: "utf8" });
  }

  close(): void {
    this.#holder.kill("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}
