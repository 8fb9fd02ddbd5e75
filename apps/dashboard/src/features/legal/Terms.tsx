import { Legal } from "./Legal.tsx";

/** What one agrees to when registering. */
export function Terms() {
  return <Legal page="terms" />;
}
