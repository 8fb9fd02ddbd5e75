/** An upstream as its operator describes it in a file; a preset fills what the file leaves out. */
import type { ErrorRow } from "./errors.ts";
import type { Preset } from "./presets.ts";
import type { PlaceName } from "./template.ts";

export const upstreamKinds = ["http", "https", "socks5"] as const;
export type UpstreamKind = (typeof upstreamKinds)[number];

export interface SessionOffer {
  /** The longest session; null: as long as the customer asks for. */
  maxMinutes: number | null;
  /** `alnum8` or `digits(first,last)`: the form of session ids where the template names none. */
  format: string;
  /** Whether a request without a session id gets a fresh exit without one. */
  perConnection: boolean;
}

/** Who we are at the upstream; which of them it has differs. */
export interface UpstreamLogin {
  login?: string | undefined;
  id?: string | undefined;
  zone?: string | undefined;
}

/** The file as it may be written: what is absent comes from the preset or the defaults. */
export interface UpstreamFile {
  name: string;
  preset?: string | undefined;
  how?: UpstreamKind | undefined;
  hosts?: string[] | undefined;
  login?: UpstreamLogin | undefined;
  secret?: string | undefined;
  secretFile?: string | undefined;
  user?: string[] | undefined;
  password?: string | undefined;
  places?: PlaceName[] | undefined;
  countries?: string[] | undefined;
  session?: { [K in keyof SessionOffer]?: SessionOffer[K] | undefined } | null | undefined;
  map?: Preset["map"] | undefined;
  errors?: ErrorRow[] | undefined;
  exitIpHeader?: string | null | undefined;
  dns?: "remote" | "local" | undefined;
  ca?: string | undefined;
  connectMs?: number | undefined;
  maxConnections?: number | null | undefined;
  dayBytes?: number | null | undefined;
  monthBytes?: number | null | undefined;
  priority?: number | undefined;
  weight?: number | undefined;
  perGbMicros?: number | undefined;
  gbBytes?: number | undefined;
  products?: string[] | undefined;
  allowRetryElsewhere?: boolean | undefined;
  provenance: string;
}

/** An upstream with everything filled in. */
export interface Upstream {
  name: string;
  preset: string | null;
  how: UpstreamKind;
  hosts: string[];
  login: UpstreamLogin;
  /** One of them is set if a template names `secret`. */
  secret: string | null;
  secretFile: string | null;
  user: string[];
  password: string;
  places: PlaceName[];
  /** Null: all. */
  countries: string[] | null;
  /** Null: this upstream has no sessions. */
  session: SessionOffer | null;
  map: NonNullable<Preset["map"]>;
  errors: readonly ErrorRow[];
  exitIpHeader: string | null;
  dns: "remote" | "local";
  ca: string | null;
  connectMs: number;
  maxConnections: number | null;
  dayBytes: number | null;
  monthBytes: number | null;
  priority: number;
  weight: number;
  perGbMicros: number;
  gbBytes: number;
  products: string[];
  allowRetryElsewhere: boolean;
  provenance: string;
}

const sessionDefaults: SessionOffer = { maxMinutes: null, format: "alnum8", perConnection: true };

/** Fills a file in. What neither the file nor the preset says is empty, and refused by `judge`. */
export function filledIn(file: UpstreamFile, preset: Preset | null): Upstream {
  const session = file.session === undefined ? preset?.session : file.session;
  return {
    name: file.name,
    preset: file.preset ?? null,
    ...wayOf(file, preset),
    login: file.login ?? {},
    secret: file.secret ?? null,
    secretFile: file.secretFile ?? null,
    countries: file.countries ?? null,
    session: session ? { ...sessionDefaults, ...preset?.session, ...defined(session) } : null,
    connectMs: file.connectMs ?? 20_000,
    maxConnections: file.maxConnections ?? null,
    dayBytes: file.dayBytes ?? null,
    monthBytes: file.monthBytes ?? null,
    priority: file.priority ?? 1,
    weight: file.weight ?? 100,
    perGbMicros: file.perGbMicros ?? 0,
    gbBytes: file.gbBytes ?? 1_000_000_000,
    products: file.products ?? ["traffic"],
    allowRetryElsewhere: file.allowRetryElsewhere ?? false,
    provenance: file.provenance,
  };
}

/** How the upstream is reached and asked: what presets know. */
function wayOf(file: UpstreamFile, preset: Preset | null) {
  return {
    how: file.how ?? preset?.how ?? "http",
    hosts: file.hosts ?? preset?.hosts ?? [],
    user: file.user ?? preset?.user ?? [],
    password: file.password ?? preset?.password ?? "{secret}",
    places: file.places ?? preset?.places ?? [],
    map: { ...preset?.map, ...file.map },
    // The operator's own rows are asked first.
    errors: [...(file.errors ?? []), ...(preset?.errors ?? [])],
    exitIpHeader:
      (file.exitIpHeader === undefined ? preset?.exitIpHeader : file.exitIpHeader) ?? null,
    dns: file.dns ?? "remote",
    ca: file.ca ?? null,
  } as const;
}

const defined = (session: NonNullable<UpstreamFile["session"]>): Partial<SessionOffer> =>
  Object.fromEntries(Object.entries(session).filter(([, value]) => value !== undefined));
