/**
 * Signals of abuse in what accounts did (spec/operator#signals). They say what was seen; whether it is
 * abuse is for people to judge, and nothing acts on them.
 */

/** Ports of mail servers, and of what is logged into from afar. */
export const mailPorts = [25, 465, 587, 2525];
export const loginPorts = [21, 22, 23, 139, 445, 1433, 3306, 3389, 5432, 5900, 6379];

/** From so many on, within the time that was looked at. */
export const signalLimits = {
  mailTries: 20,
  targets: 3_000,
  loginHosts: 30,
  unreachableTargets: 500,
  /** Short connections with little data to one target, through so many exits. */
  sprays: 500,
  sprayExits: 30,
};
/** A log-in over TLS moves some 7 kB; a page moves more. */
export const sprayBytes = 12_000;
export const sprayMs = 15_000;
/** Fewer of them to a target in an hour do not count. */
export const spraysOfHour = 5;
/**
 * What is remembered of an hour, to tell whether another hour's are the same: never fewer than the
 * limit, so that who reaches it is known exactly. Beyond that, counts are the least that it can be.
 */
export const hashesKept = {
  targets: signalLimits.targets,
  loginHosts: 300,
  unreachableTargets: 1_000,
  exits: 200,
};
/** How far back it may be looked, and is by default, beside the running hour. */
export const signalHours = { default: 6, most: 72 };
/** Charge-backs count for so long. */
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

/** What one sub-account, static IP or port did in the time that was looked at. */
export interface Activity {
  accountId: string;
  holderId: string;
  product: string;
  connections: number;
  /** Tries of mail ports, refused ones too. */
  mailTries: number;
  /** Targets (host:port) that it connected to, and those at ports of log-ins. */
  targets: number;
  loginHosts: number;
  /** Those that did not answer. */
  unreachableTargets: number;
}
/** Short connections with little data of one of them to one target, `host:port`. */
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
  /** Null where it is about the account. */
  holderId: string | null;
  product: string;
  /** How many, and from how many on it is a signal. */
  count: number;
  limit: number;
  /** The target, of spraying; how many exits it came from; cents of charge-backs. */
  host?: string;
  exits?: number;
  cents?: number;
}

/** What of it is a signal, the farthest above its limit first. */
export function signalsOf(seen: {
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
  const signals = seen.activities.flatMap(({ accountId, holderId, product, ...activity }) =>
    counted.flatMap(([signal, of]): Signal[] => {
      const [count, limit] = [activity[of], signalLimits[of]];
      return count < limit ? [] : [{ signal, accountId, holderId, product, count, limit }];
    }),
  );
  for (const { connections: count, ...spray } of seen.sprays) {
    if (count < signalLimits.sprays || spray.exits < signalLimits.sprayExits) continue;
    signals.push({ signal: "passwordSpraying", ...spray, count, limit: signalLimits.sprays });
  }
  for (const { accountId, disputes: count, cents } of seen.chargeBacks) {
    if (count === 0) continue;
    const about = { accountId, holderId: null, product: "" };
    signals.push({ signal: "chargeBacks", ...about, count, limit: 1, cents });
  }
  return signals.sort((a, b) => b.count / b.limit - a.count / a.limit);
}
