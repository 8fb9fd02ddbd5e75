/**
 * The exit of an unlimited plan's port: it changes with each rotation turn and stays the same
 * within a turn, even if other exits are added or removed.
 */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { UnlimitedPortFact } from "@turnpike/contract/port-facts.ts";
import type { Refused } from "@turnpike/rules/admission.ts";
import { hashText } from "@turnpike/rules/exit-ring.ts";
import { exitOfTurn, turnAt } from "@turnpike/rules/rotation.ts";
import { isInRegion } from "@turnpike/rules/unlimited-region.ts";
import type { Snapshot } from "../link/snapshot.ts";

const portSeed = 7;

/** The exit that a port uses, and the turn for which it was chosen. */
interface PinnedExit {
  turn: number;
  exitId: string;
  /** The exit of the previous turn; null if unknown. */
  before: string | null;
}

export interface RotationsOptions {
  snapshot: Snapshot;
  /** The product's clock, milliseconds since 1970. */
  now: () => number;
}

export class Rotations {
  #options: RotationsOptions;
  /** By port. Entries of deleted ports are removed at the next change of ports. */
  #pins = new Map<string, PinnedExit>();
  #portsAt = -1;
  /** Exits by region and country, ordered by id. */
  #lists = new Map<string, ExitFact[]>();
  #listsAt = -1;

  constructor(options: RotationsOptions) {
    this.#options = options;
  }

  /** Picks the exit for a port's next connection, skipping exits in `dead`. */
  pick(portId: string, dead: ReadonlySet<string>): ExitFact | Refused {
    const { snapshot, now } = this.#options;
    const port = snapshot.unlimitedPort(portId);
    if (port === null) return portDeleted;
    this.#forget();
    const turn = turnAt(port.rotation, now());
    const last = this.#pins.get(portId);
    const pinned = last?.turn === turn ? last.exitId : null;
    if (pinned !== null && !dead.has(pinned)) {
      const exit = snapshot.unlimitedExits().get(pinned);
      if (exit && matchesPort(exit, port)) return exit;
    }
    const before = last?.turn === turn ? last.before : last?.turn === turn - 1 ? last.exitId : null;
    return this.#choose(port, { turn, pinned, before, dead });
  }

  #choose(
    port: UnlimitedPortFact,
    {
      turn,
      pinned,
      before,
      dead,
    }: Pick<PinnedExit, "turn" | "before"> & {
      pinned: string | null;
      dead: ReadonlySet<string>;
    },
  ): ExitFact | Refused {
    const exits = this.#exitsFor(port);
    const place = exitOfTurn(hashText(port.id, portSeed), turn, exits.length) ?? 0;
    const inOrder = [...exits.slice(place), ...exits.slice(0, place)];
    const alive = inOrder.filter(({ id }) => !dead.has(id));
    const exit = alive.find(({ id }) => id !== before) ?? alive[0];
    // If all failed recently, one is tried anyway: the pinned one may work again.
    if (exit === undefined) {
      return inOrder.find(({ id }) => id === pinned) ?? inOrder[0] ?? noExitFor(port);
    }
    this.#pins.set(port.id, { turn, exitId: exit.id, before });
    return exit;
  }

  #exitsFor({ region, country }: UnlimitedPortFact): ExitFact[] {
    const { snapshot } = this.#options;
    if (this.#listsAt !== snapshot.unlimitedExitChanges) {
      this.#listsAt = snapshot.unlimitedExitChanges;
      this.#lists.clear();
    }
    const key = `${region} ${country}`;
    let exits = this.#lists.get(key);
    if (exits === undefined) {
      const fitting = [...snapshot.unlimitedExits().values()].filter((exit) =>
        matchesPort(exit, { region, country }),
      );
      exits = fitting.sort((one, other) => (one.id < other.id ? -1 : 1));
      this.#lists.set(key, exits);
    }
    return exits;
  }

  #forget(): void {
    const { snapshot } = this.#options;
    if (this.#portsAt === snapshot.portChanges) return;
    this.#portsAt = snapshot.portChanges;
    for (const id of this.#pins.keys()) if (!snapshot.unlimitedPort(id)) this.#pins.delete(id);
  }
}

/** Whether a port may use the exit: it is in the port's country, if set, and its plan's region. */
function matchesPort(
  exit: ExitFact,
  { region, country }: Pick<UnlimitedPortFact, "region" | "country">,
): boolean {
  return (country === null || exit.country === country) && isInRegion(exit.country, region);
}

const portDeleted: Refused = { reason: "noExit", detail: "the port was deleted" };

function noExitFor({ region, country }: UnlimitedPortFact): Refused {
  const where = country === null ? region : `${country} (${region})`;
  return { reason: "noExit", detail: `no exit of unlimited plans is in ${where} now` };
}
