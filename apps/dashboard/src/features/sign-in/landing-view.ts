/** What /index/loading shows, and what its verbs need to lead on. */
import type { CallRefused } from "../../lib/call.ts";

/** A way on from a failure: to an address of ours, or by doing something again. */
export interface NextLink {
  words: string;
  to?: string;
  run?: () => void;
}
export interface Failure {
  title: string;
  text: string;
  links: NextLink[];
}
export type View =
  | { is: "signingIn" | "linking" }
  | {
      is: "code";
      send: (mfaCode: string) => Promise<CallRefused | undefined>;
      back: () => void;
    }
  | ({ is: "failed" } & Failure);

/** The page as its verbs see it. */
export interface Page {
  show: (view: View) => void;
  go: (path: string) => void;
}
