/** What a session's bytes are taken from: the budget of its holder, or that of its target. */
import type { Gateway } from "../gateway.ts";
import type { ByteBudget } from "../meter/leased-budget.ts";
import type { Connection } from "./connections.ts";

/** The budget of a connection as it is charged now. */
export function budgetOf({ budgets }: Gateway, { grant, targetBudget }: Connection): ByteBudget {
  return budgets.of(grant, targetBudget);
}

/**
 * From now on a connection is charged to the budget of its target's host, where its sub-account has one
 * (spec/traffic-plan#budgets-per-target).
 */
export function chargeTarget(gateway: Gateway, connection: Connection, host: string): void {
  const target = gateway.ownerLimits.budgetOf(connection.grant.holderId, host);
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
  const target = gateway.ownerLimits.budgetOf(connection.grant.holderId, host);
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

/** The connection has ended: it uses none any more. */
export function leaveBudgets(gateway: Gateway, connection: Connection): void {
  budgetOf(gateway, connection).users -= 1;
  if (connection.targetBudgets === null) return;
  for (const budget of connection.targetBudgets.values()) budget.users -= 1;
}
