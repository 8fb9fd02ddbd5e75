/** How gateways found the ports of unlimited plans (`unlimited_port`: gateway, open, trouble). */
import type { PortState } from "@turnpike/contract/gateway-states.ts";
import { transaction } from "../db/database.ts";
import { isUuid } from "../db/uuid.ts";
import type { Services } from "../services.ts";
import { type Found, isUseless, lockFound, setFound } from "./port-states-store.ts";
import { renumber } from "./renumber.ts";

/** Ports of one report, letters of a reason and of a gateway's name. */
const mostPorts = 500;
const mostDetail = 200;
const mostName = 100;
const mostCode = 40;

const isPort = (port: unknown) =>
  Number.isInteger(port) && Number(port) >= 1 && Number(port) <= 65_535;

/** PostgreSQL takes no NUL, and half a letter that a cut left is no text. */
const clean = (text: string, most: number) =>
  text
    .slice(0, most)
    .replace(/[\u0000-\u001f\u007f]/g, " ")
    .toWellFormed();

/** What is said of a port as the table takes it; null where it cannot be. */
function soundState({ portId, port, open, code, detail }: PortState): Found | null {
  if (typeof portId !== "string" || !isUuid(portId) || typeof open !== "boolean") return null;
  if (!isPort(port)) return null;
  const trouble = open || typeof detail !== "string" ? "" : clean(detail, mostDetail);
  const known = open || typeof code !== "string" ? "" : clean(code, mostCode);
  return { id: portId.toLowerCase(), port, open, code: known, trouble };
}

/**
 * Takes what a gateway found, of one port the last it says; what did not change is not written
 * again. What is said of unknown ports, or of a number that the port does not have any more, falls
 * out. A port that never was open and whose number is taken gets another at once: nobody uses it.
 */
export async function notePorts(
  services: Services,
  { gateway, ports }: { gateway: string; ports: PortState[] },
): Promise<void> {
  if (typeof gateway !== "string" || !Array.isArray(ports)) return;
  const objects = ports.slice(0, mostPorts).filter((port) => typeof port === "object" && port);
  const sound = objects.flatMap((port) => soundState(port) ?? []);
  const given = [...new Map(sound.map((port) => [port.id, port])).values()];
  if (given.length === 0) return;
  await transaction(services.db, async (tx) => {
    const known = await lockFound(tx, given);
    const now = new Date(services.world.now());
    await setFound(tx, { gateway: clean(gateway, mostName), found: known, now });
    const useless = known.filter(isUseless);
    for (const { id, port, trouble } of useless)
      services.log.warn({ id, port, trouble }, "a port of an unlimited plan could not be opened");
    await renumber(services, tx, useless);
  });
}
