/**
 * Where a client came in: the gateway's own port, a static exit's door, or a listening port of its
 * own, which its fact says what it is for (an unlimited plan, an opened IP, the traffic plan's
 * whitelisted addresses).
 */
export type ListenerRef =
  | { kind: "plan" }
  | { kind: "static"; exitId: string }
  | { kind: "port"; portId: string };

export const mainListener: ListenerRef = { kind: "plan" };
