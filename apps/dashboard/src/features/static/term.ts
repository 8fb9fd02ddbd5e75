/** The differences between the two terms, so that both screens share their components. */
import type { CallName } from "@turnpike/contract/calls.ts";

export type Term = "static" | "short";

/** The equivalent calls of each term. */
export const termCalls = {
  static: {
    index: "staticIndex",
    stock: "staticList",
    take: "staticUse",
    list: "staticUseList",
    update: "staticUpdate",
    del: "staticDel",
    change: "staticChange",
    history: "staticHistory",
  },
  short: {
    index: "shortIndex",
    stock: "shortServers",
    take: "shortExtract",
    list: "shortUsed",
    update: "shortUpdate",
    del: "shortDel",
    change: "shortChange",
    history: "shortHistory",
  },
} as const satisfies Record<Term, Record<string, CallName>>;

export const termDays = { static: [7, 30, 90], short: [1, 3, 7] } as const;
