/** How many of a gateway's connections one account may hold (spec/limits#connection-shares). */

/** What is known of a gateway's room when one more connection is to be admitted. */
export interface RoomFacts {
  /** Connections that the gateway admits at a time. */
  most: number;
  /** Admitted ones, those included that are kept open between two requests. */
  held: number;
  /** Kept open between two requests. */
  idle: number;
  /** Of the account that asks. */
  account: { held: number; idle: number };
  /** The share of `most` that an account may hold; 1 for no limit. */
  share: number;
}

/**
 * `ends` says which connection between two requests is closed for the newcomer: one of its own
 * account, or one of the account that keeps most of them.
 */
export type RoomVerdict =
  | { fits: true; ends: "none" | "own" | "any" }
  | { fits: false; full: "account" | "gateway"; most: number };

/**
 * An account may hold its share, and no more than is still free: so four accounts of a quarter each
 * do not fill the gateway, they hold a fifth each and leave a fifth. A share above a half is reached
 * as well, by an account that is alone.
 */
export function accountMost({ most, held, share }: Omit<RoomFacts, "idle" | "account">): number {
  if (share >= 1) return most;
  const perFree = Math.max(1, share / (1 - share));
  return Math.max(1, Math.floor(Math.min(most * share, perFree * (most - held))));
}

/** Whether one more connection of the account is admitted. */
export function judgeRoom(room: RoomFacts): RoomVerdict {
  const { account, held, idle } = room;
  const most = accountMost(room);
  if (account.held >= most) {
    if (account.idle > 0) return { fits: true, ends: "own" };
    if (held < room.most) return { fits: false, full: "account", most };
  }
  if (held < room.most) return { fits: true, ends: "none" };
  if (idle > 0) return { fits: true, ends: account.idle > 0 ? "own" : "any" };
  return { fits: false, full: "gateway", most: room.most };
}
