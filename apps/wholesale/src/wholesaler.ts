/**
 * An emulated wholesaler: one host and port for all exits; place and session are in the user name,
 * in the grammar of a preset. A real peer on real sockets, for tests and the lab:
 * HTTP CONNECT, plain HTTP and SOCKS5 on one port, TLS in front if it has a certificate.
 */
import type { ErrorClass, ErrorRow } from "@turnpike/proxy-strings/upstream/errors.ts";
import { presetOf } from "@turnpike/proxy-strings/upstream/presets.ts";
import { orderedBy, type Refusal, refusalOf } from "./answers.ts";
import { dialFrom } from "./dial.ts";
import { type Desk, Front, type FrontOptions, type Login, type Served } from "./front.ts";
import { Exits, placesFor, type WholesalePlace } from "./places.ts";
import { type Account, type Asked, userReader } from "./read-user.ts";

export interface WholesalerOptions extends FrontOptions {
  preset: string;
  /** `login`, `id`, `zone`, `secret`: whatever the preset's templates name. */
  account: Account;
  places: readonly WholesalePlace[];
  /** The header that tells the exit's address; the preset's by default. */
  exitIpHeader?: string;
  /** Its own answers by class; the preset's by default. */
  errors?: readonly ErrorRow[];
  /** What a target orders by its name; null: it is served. */
  orders?: (host: string) => Refusal | null;
  /** Returns an address of a target's name. */
  resolve?: (name: string) => Promise<string>;
  now?: () => number;
}
/** A request as the wholesaler understood it. */
export interface SeenRequest {
  user: string;
  asked: Asked;
  /** As the target was named: `host:port`. */
  target: string;
  exit: string | null;
}
export interface Wholesaler {
  port: number;
  /** The last requests with a good login, at most 20,000. */
  seen: readonly SeenRequest[];
  /** Every request is answered so from now on; null: served again. */
  fail(what: ErrorClass | null): void;
  /** Every session gets a new exit. */
  loseSessions(): void;
  /** Bytes on the sockets of its clients (above TLS), both those that are open and those that were. */
  bytes(): { received: number; sent: number };
  /** Cuts all connections; `listen` starts it again at the same port. */
  stop(): Promise<void>;
  listen(): Promise<void>;
}

const MOST_SEEN = 20_000;

/** Starts one. @throws Error if the preset is unknown or the port is taken */
export async function startWholesaler(options: WholesalerOptions): Promise<Wholesaler> {
  const desk = new PresetDesk(options);
  const front = new Front(desk, options);
  await front.listen();
  return {
    port: front.port,
    seen: desk.seen,
    fail: (what) => desk.fail(what),
    loseSessions: () => desk.exits.forget(),
    bytes: () => front.bytes(),
    stop: () => front.stop(),
    listen: () => front.listen(),
  };
}

/** Decides about requests: login, order by the target's name, place, session, exit. */
class PresetDesk implements Desk {
  readonly exits = new Exits();
  readonly seen: SeenRequest[] = [];
  #options: WholesalerOptions;
  #preset: NonNullable<ReturnType<typeof presetOf>>;
  #read: ReturnType<typeof userReader>;
  #exitIpHeader: string | null;
  #failing: ErrorClass | null = null;

  constructor(options: WholesalerOptions) {
    const preset = presetOf(options.preset);
    if (preset === null) throw new Error(`no preset ${options.preset}`);
    this.#options = options;
    this.#preset = preset;
    this.#read = userReader(preset, options.account);
    this.#exitIpHeader = options.exitIpHeader ?? preset.exitIpHeader;
  }

  fail(what: ErrorClass | null): void {
    this.#failing = what;
  }

  /** SOCKS5 has no other words for what concerns the account. */
  admits({ user, password }: Login): boolean {
    const known = this.#read(user, password) !== null;
    return known && (this.#failing === null || this.#refusal(this.#failing).socks !== "auth");
  }

  async serve({ user, password }: Login, host: string, port: number): Promise<Served> {
    const asked = this.#read(user, password);
    if (asked === null) return { refusal: this.#refusal("auth") };
    if (this.#failing !== null) return { refusal: this.#refusal(this.#failing) };
    const places = placesFor(asked, this.#options.places, this.#preset.map);
    const exit = this.exits.choose(asked, places, (this.#options.now ?? Date.now)());
    this.#note({ user, asked, target: `${host}:${port}`, exit });
    const ordered = (this.#options.orders ?? ((name) => orderedBy(name, this.#errors)))(host);
    if (ordered !== null) return { refusal: ordered };
    if (exit === null) return { refusal: this.#refusal("noExit") };
    const opened = await dialFrom(exit, { host, port }, this.#options.resolve);
    if (opened === null) return { refusal: this.#refusal("target") };
    return { opened, headers: this.#exitIpHeader === null ? {} : { [this.#exitIpHeader]: exit } };
  }

  #refusal(what: ErrorClass): Refusal {
    return refusalOf(what, this.#errors);
  }

  get #errors(): readonly ErrorRow[] {
    return this.#options.errors ?? this.#preset.errors;
  }

  #note(request: SeenRequest): void {
    this.seen.push(request);
    if (this.seen.length > MOST_SEEN) this.seen.shift();
  }
}
