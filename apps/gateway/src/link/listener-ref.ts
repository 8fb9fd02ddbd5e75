/**
 * The listener that a client connected to: the gateway's own port, a static exit's listener, or a
 * customer's port. The port's resource tells its kind (unlimited plan, opened IP, or whitelisted
 * port of the traffic plan).
 */
export type ListenerRef =
  | { kind: "plan" }
  | { kind: "static"; exitId: string }
  | { kind: "port"; portId: string };

export const mainListener: ListenerRef = { kind: "plan" };
