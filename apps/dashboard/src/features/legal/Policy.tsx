import { Legal } from "./Legal.tsx";

/** What is stored about a customer, and for how long. */
export function Policy() {
  return <Legal page="policy" />;
}
