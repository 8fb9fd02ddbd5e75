/** A machine of the fleet that was taken over: it lies and floods while everything else goes on. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { HostileMachine } from "../../journeys/hostile-machine.ts";
import type { Sub } from "../arena.ts";
import { exactly, type Figure } from "../story.ts";
import type { Stage } from "./stage.ts";

/** An exit of node 1 that no honest traffic uses: whatever the trace says about it is a lie. */
const framedExit = "198.51.100.20";
const name = "evil";

export class Hostile {
  #stage: Stage;
  #machine: HostileMachine;

  private constructor(stage: Stage, machine: HostileMachine) {
    this.#stage = stage;
    this.#machine = machine;
  }

  /** Joins the fleet, and attacks a sub-account and node 1 until it is stopped. */
  static async join(stage: Stage, sub: Sub): Promise<Hostile> {
    const file = path.join(stage.folder, "framed.csv");
    writeFileSync(
      file,
      `ip,kind,country,state,city,isp,asn,product,provenance,node\n${framedExit},local,DE,hesse,frankfurt,examplenet,64500,static,own,node1\n`,
    );
    await stage.operate("exits", "import", file);
    const at = ["--region", "asia", "--host", "evil.example", "--json"];
    const { join } = JSON.parse(await stage.operate("node", "add", name, ...at)) as {
      join: string;
    };
    const shown = await stage.operate("account", "show", sub.customer.email, "--json");
    const { id: accountId } = JSON.parse(shown) as { id: string };
    const machine = await HostileMachine.join(stage.url, name, join);
    machine.attack({ accountId, subAccountId: sub.id, exitIp: framedExit, gateway: "node1-1" });
    return new Hostile(stage, machine);
  }

  stop(): Promise<void> {
    return this.#machine.stop();
  }

  /** How many other machines `doctor` names because the APIs refused what they sent. */
  async honestRefused(): Promise<number> {
    return (await this.#refused()).filter((node) => node !== name).length;
  }

  async #refused(): Promise<string[]> {
    const { checks } = JSON.parse(await this.#stage.operate("doctor", "--json")) as {
      checks: { name: string }[];
    };
    return checks.flatMap((check) => /^node (\S+) refused$/.exec(check.name)?.[1] ?? []);
  }

  /** What became of its lies. */
  async figures(): Promise<Figure[]> {
    const told = Object.values(this.#machine.outcomes).reduce(
      (all, { answered, refused }) => all + answered + refused,
      0,
    );
    const at = ["--at", new Date().toISOString(), "--window", "300", "--json"];
    const traced = JSON.parse(await this.#stage.operate("trace", "--exit", framedExit, ...at)) as {
      connections: { certainty: string }[];
    };
    const named = await this.#refused();
    const sure = traced.connections.filter(({ certainty }) => certainty === "surely").length;
    return [
      exactly("fleet", `${told} lies and floods of a machine: surely in the trace`, {
        value: sure,
        bar: 0,
        unit: "",
      }),
      exactly("fleet", "machines that doctor names as refused", {
        value: named.join(", "),
        bar: name,
        unit: "",
      }),
    ];
  }
}
