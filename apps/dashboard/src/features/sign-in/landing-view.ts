/** What /index/loading shows, and what its handlers need to continue. */
import type { CallRefused } from "../../lib/call.ts";

/** A way to continue after a failure: a path of the dashboard, or a retry. */
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

/** The page as its handlers use it. */
export interface Page {
  show: (view: View) => void;
  go: (path: string) => void;
}
