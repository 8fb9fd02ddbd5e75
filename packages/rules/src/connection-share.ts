/** Limits each account's share of a gateway's connections (spec/limits#connection-shares). */

/** A gateway's occupancy when one more connection asks to be admitted. */
export interface GatewayOccupancy {
  /** Maximum number of connections that the gateway admits at once. */
  most: number;
  /** Admitted connections, including those kept open between two requests. */
  held: number;
  /** Those kept open between two requests. */
  idle: number;
  /** Counts of the account that asks for the connection. */
  account: { held: number; idle: number };
  /** The share of `most` that an account may hold; 1 means no limit. */
  share: number;
}

/**
 * `ends` says which idle connection is closed for the new one: one of its own account, or one of
 * the account that keeps the most of them.
 */
export type OccupancyVerdict =
  | { fits: true; ends: "none" | "own" | "any" }
  | { fits: false; full: "account" | "gateway"; most: number };

/**
 * Returns how many connections an account may hold: its share, but no more than are still free. So
 * four accounts with a share of a quarter do not fill the gateway: each holds a fifth, and a fifth
 * stays free. A share above a half is still reached by a single account.
 */
export function accountConnectionLimit({
  most,
  held,
  share,
}: Omit<GatewayOccupancy, "idle" | "account">): number {
  if (share >= 1) return most;
  const perFree = Math.max(1, share / (1 - share));
  return Math.max(1, Math.floor(Math.min(most * share, perFree * (most - held))));
}

/** Decides whether one more connection of the account is admitted. */
export function judgeOccupancy(occupancy: GatewayOccupancy): OccupancyVerdict {
  const { account, held, idle } = occupancy;
  const most = accountConnectionLimit(occupancy);
  if (account.held >= most) {
    if (account.idle > 0) return { fits: true, ends: "own" };
    if (held < occupancy.most) return { fits: false, full: "account", most };
  }
  if (held < occupancy.most) return { fits: true, ends: "none" };
  if (idle > 0) return { fits: true, ends: account.idle > 0 ? "own" : "any" };
  return { fits: false, full: "gateway", most: occupancy.most };
}
