/**
 * Signals of possible abuse by accounts (spec/operator#signals). They report what was observed;
 * people judge whether it is abuse, and nothing acts on them automatically.
 */

/** Ports of mail servers, and of services that are logged into remotely. */
export const mailPorts = [25, 465, 587, 2525];
export const loginPorts = [21, 22, 23, 139, 445, 1433, 3306, 3389, 5432, 5900, 6379];

/** Minimum counts, within the inspected time, that raise a signal. */
export const signalLimits = {
  mailTries: 20,
  targets: 3_000,
  loginHosts: 30,
  unreachableTargets: 500,
  /** Short connections with little data to one target, and the number of exits they used. */
  sprays: 500,
  sprayExits: 30,
};
/** A login over TLS transfers about 7 kB; a page transfers more. */
export const maxSprayBytes = 12_000;
export const maxSprayMs = 15_000;
/** Fewer short connections than this to one target in an hour are not counted. */
export const minSpraysPerHour = 5;
/**
 * How many hashes are kept per hour, to tell whether another hour's are the same: at least the
 * limit, so that reaching it is detected exactly. Above that, counts are lower bounds.
 */
export const maxStoredHashes = {
  targets: signalLimits.targets,
  loginHosts: 300,
  unreachableTargets: 1_000,
  exits: 200,
};
/** Hours to look back besides the current one: the default and the maximum. */
export const signalHours = { default: 6, most: 72 };
/** How long charge-backs are counted. */
export const chargeBackMs = 90 * 86_400_000;

export const signalNames = [
  "mailPorts",
  "manyTargets",
  "loginPorts",
  "unreachableTargets",
  "passwordSpraying",
  "chargeBacks",
] as const;
export type SignalName = (typeof signalNames)[number];

/** Activity of one sub-account, static IP or port within the inspected time. */
export interface Activity {
  accountId: string;
  holderId: string;
  product: string;
  connections: number;
  /** Attempts to reach mail ports, including refused ones. */
  mailTries: number;
  /** Distinct targets (host:port) it connected to, and those at login ports. */
  targets: number;
  loginHosts: number;
  /** Targets that did not respond. */
  unreachableTargets: number;
}
/** Short connections with little data from one holder to one target, `host:port`. */
export interface Spray {
  accountId: string;
  holderId: string;
  product: string;
  host: string;
  connections: number;
  exits: number;
}
export interface ChargeBacks {
  accountId: string;
  disputes: number;
  cents: number;
}

export interface Signal {
  signal: SignalName;
  accountId: string;
  /** Null if the signal is about the account as a whole. */
  holderId: string | null;
  product: string;
  /** The observed count, and the limit from which on it is a signal. */
  count: number;
  limit: number;
  /** For spraying: the target and the number of exits. For charge-backs: the amount in cents. */
  host?: string;
  exits?: number;
  cents?: number;
}

/** Returns the signals, the one farthest above its limit first. */
export function signalsOf(observed: {
  activities: Activity[];
  sprays: Spray[];
  chargeBacks: ChargeBacks[];
}): Signal[] {
  const counted: [SignalName, "mailTries" | "targets" | "loginHosts" | "unreachableTargets"][] = [
    ["mailPorts", "mailTries"],
    ["manyTargets", "targets"],
    ["loginPorts", "loginHosts"],
    ["unreachableTargets", "unreachableTargets"],
  ];
  const signals = observed.activities.flatMap(({ accountId, holderId, product, ...activity }) =>
    counted.flatMap(([signal, of]): Signal[] => {
      const [count, limit] = [activity[of], signalLimits[of]];
      return count < limit ? [] : [{ signal, accountId, holderId, product, count, limit }];
    }),
  );
  for (const { connections: count, ...spray } of observed.sprays) {
    if (count < signalLimits.sprays || spray.exits < signalLimits.sprayExits) continue;
    signals.push({ signal: "passwordSpraying", ...spray, count, limit: signalLimits.sprays });
  }
  for (const { accountId, disputes: count, cents } of observed.chargeBacks) {
    if (count === 0) continue;
    const about = { accountId, holderId: null, product: "" };
    signals.push({ signal: "chargeBacks", ...about, count, limit: 1, cents });
  }
  return signals.sort((a, b) => b.count / b.limit - a.count / a.limit);
}
