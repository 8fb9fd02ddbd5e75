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
  /** Attempts that a list of refused targets stopped. */
  policyTries: 100,
  /** Networks of clients (/24 or /64) that used one of them within one hour. */
  clientNetworks: 20,
};
/** The same for what an account does with money; the time is `accountSignalMs`. */
export const accountSignalLimits = {
  chargeBacks: 1,
  /** Accounts that signed up from one network and had a trial. */
  trialFarming: 3,
  /** Cards that paid small sums. */
  cardTesting: 4,
  /** Other accounts that redeemed CDKeys of one. */
  voucherResale: 20,
} as const;
export type AccountSignalName = keyof typeof accountSignalLimits;
/** How far back each of them looks, whatever hours are asked for. */
export const accountSignalMs: Record<AccountSignalName, number> = {
  chargeBacks: 90 * 86_400_000,
  trialFarming: 30 * 86_400_000,
  cardTesting: 86_400_000,
  voucherResale: 30 * 86_400_000,
};
/** A payment of at most this much is a small one, in cents. */
export const smallPaymentCents = 2_000;
/** Other accounts that a signal names, at most. */
export const mostOthers = 20;
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

export const signalNames = [
  "mailPorts",
  "manyTargets",
  "loginPorts",
  "unreachableTargets",
  "passwordSpraying",
  "refusedTargets",
  "accountSharing",
  "chargeBacks",
  "trialFarming",
  "cardTesting",
  "voucherResale",
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
  /** Attempts that a list of refused targets stopped; they reached nothing. */
  policyTries: number;
  /** Networks of its clients in the hour that had most. */
  clientNetworks: number;
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
/** What was seen of an account as a whole, within the time of its signal. */
export interface AccountSight {
  signal: AccountSignalName;
  accountId: string;
  count: number;
  /** The sum of what was counted. */
  cents?: number;
  /** Other accounts that it is about. */
  others?: string[];
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
  /** For spraying: the target and the number of exits. For money: the amount in cents. */
  host?: string;
  exits?: number;
  cents?: number;
  others?: string[];
}

/** Returns the signals, the one farthest above its limit first. */
export function signalsOf(observed: {
  activities: Activity[];
  sprays: Spray[];
  accounts: AccountSight[];
}): Signal[] {
  const counted: [SignalName, keyof typeof signalLimits & keyof Activity][] = [
    ["mailPorts", "mailTries"],
    ["manyTargets", "targets"],
    ["loginPorts", "loginHosts"],
    ["unreachableTargets", "unreachableTargets"],
    ["refusedTargets", "policyTries"],
    ["accountSharing", "clientNetworks"],
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
  for (const sight of observed.accounts) {
    const limit = accountSignalLimits[sight.signal];
    if (sight.count < limit) continue;
    signals.push({ ...sight, holderId: null, product: "", limit });
  }
  return signals.sort((a, b) => b.count / b.limit - a.count / a.limit);
}
