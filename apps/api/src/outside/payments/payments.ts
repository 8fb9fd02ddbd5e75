/** What we need from whoever takes money for us. What they tell goes to `payment/settle.ts`. */
import type { Environment } from "@turnpike/contract/environment.ts";
import { sandbox } from "./sandbox.ts";

export interface PaymentProvider {
  /** Stands with each payment: only this provider's events may touch it. */
  name: string;
  /** The page where a person pays; known without asking anybody. */
  payUrl(paymentId: string): string;
}

/** Who takes money here; null where nobody is set up. The sandbox refuses production. */
export function paymentProvider(env: Environment): PaymentProvider | null {
  return env.lab ? sandbox(env) : null;
}
