/** What gateways found of opened IPs' and whitelisted ports (`gate_port`: gateway, open, trouble). */
import type { PortState } from "@turnpike/contract/gateway-states.ts";
import { transaction } from "../../platform/db/database.ts";
import { soundGateway, soundPorts } from "./port-report.ts";
import type { Services } from "../../platform/services.ts";
import { isUseless, lockFound, setFound } from "./store/states.ts";
import { gatePortKinds } from "./store/leased-ports.ts";
import { endOrRenumber } from "./renumber.ts";

/**
 * Takes what a gateway found, of one port the last it says; what did not change is not written
 * again. What is said of unknown ports, or of a number that the port does not have any more, falls
 * out. A port that never was open and whose number is taken gets another at once; one whose number
 * was asked for ends.
 */
export async function notePorts(
  services: Services,
  { gateway, ports }: { gateway: string; ports: PortState[] },
): Promise<void> {
  const given = soundPorts(ports, gatePortKinds);
  if (typeof gateway !== "string" || given.length === 0) return;
  await transaction(services.db, async (tx) => {
    const known = await lockFound(tx, given);
    const now = new Date(services.world.now());
    await setFound(tx, { gateway: soundGateway(gateway), found: known, now });
    const useless = known.filter(isUseless);
    for (const { kind, id, port, trouble } of useless)
      services.log.warn({ kind, id, port, trouble }, "a customer's port could not be opened");
    await endOrRenumber(services, tx, useless);
  });
}
