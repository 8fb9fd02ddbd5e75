/** Where a client came in: the gateway's own port, a static exit's door, an unlimited plan's port. */
export type Entrance =
  | { kind: "plan" }
  | { kind: "static"; exitId: string }
  | { kind: "port"; portId: string };

export const planEntrance: Entrance = { kind: "plan" };
