/** The customer's webhooks and what was sent to them. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Handlers } from "../http/handler.ts";
import type { Services } from "../services.ts";

const unwritten = async (): Promise<never> => {
  throw new Refusal("notReady");
};
export function webhookCalls(
  _services: Services,
): Pick<
  Handlers,
  | "webhooks"
  | "webhookAdd"
  | "webhookUp"
  | "webhookDel"
  | "webhookSecret"
  | "webhookTest"
  | "webhookDeliveries"
  | "webhookReplay"
> {
  return {
    webhooks: unwritten,
    webhookAdd: unwritten,
    webhookUp: unwritten,
    webhookDel: unwritten,
    webhookSecret: unwritten,
    webhookTest: unwritten,
    webhookDeliveries: unwritten,
    webhookReplay: unwritten,
  };
}
