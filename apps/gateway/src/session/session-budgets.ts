/** The budget that a session's bytes are charged to: its holder's or its target's. */
import type { Gateway } from "./gateway.ts";
import type { ByteBudget } from "../meter/leased-budget.ts";
import type { Connection } from "../authorise/connections.ts";

/** The budget that a connection is currently charged to. */
export function budgetOf({ budgets }: Gateway, { grant, targetBudget }: Connection): ByteBudget {
  return budgets.of(grant, targetBudget);
}

/**
 * Charges a connection to the budget of its target's host from now on, if its sub-account has one
 * (spec/traffic-plan#budgets-per-target).
 */
export function chargeTarget(gateway: Gateway, connection: Connection, host: string): void {
  const target = gateway.ownerLimits.targetBudgetOf(connection.grant.holderId, host);
  if (target === null) return;
  budgetOf(gateway, connection).users -= 1;
  connection.targetBudget = target;
  budgetOf(gateway, connection).users += 1;
}

/** The budget of one target of a UDP association, which uses it until it ends. */
export function budgetForTarget(
  gateway: Gateway,
  connection: Connection,
  host: string,
): ByteBudget {
  const target = gateway.ownerLimits.targetBudgetOf(connection.grant.holderId, host);
  if (target === null) return budgetOf(gateway, connection);
  connection.targetBudgets ??= new Map();
  let budget = connection.targetBudgets.get(target);
  if (budget === undefined) {
    budget = gateway.budgets.of(connection.grant, target);
    budget.users += 1;
    connection.targetBudgets.set(target, budget);
  }
  return budget;
}

/** Call when a connection has ended: it no longer uses any budget. */
export function releaseBudgets(gateway: Gateway, connection: Connection): void {
  budgetOf(gateway, connection).users -= 1;
  if (connection.targetBudgets === null) return;
  for (const budget of connection.targetBudgets.values()) budget.users -= 1;
}
