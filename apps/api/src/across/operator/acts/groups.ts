/** Acts on price groups (spec/money#prices-for-some). */
import { insertGroup, MAX_GROUPS, priceGroups } from "../../../commerce/product/store/groups.ts";
import { groupOfAccount, setAccountGroup } from "../../../identity/account/store/price-group.ts";
import { ActRefused, FieldRefused } from "../../../platform/act-refused.ts";
import { type ListedGroup, listGroups } from "../read/groups.ts";
import { accountOf, refuseClosed } from "./account-of.ts";
import { defineAct } from "./act.ts";

const refuse = (field: string, fault: string) => new FieldRefused({ column: null, field, fault });

export const addGroup = defineAct<{ name: string }, ListedGroup>({
  action: "group.add",
  run: async (services, tx, { name: typed }, actor) => {
    const name = typed.trim();
    if (!/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}$/.test(name) || name.toLowerCase() === "none")
      throw refuse("name", "has 1 to 40 letters, digits, spaces or . _ -, and is not none");
    if ((await priceGroups(tx)).length >= MAX_GROUPS)
      throw new ActRefused(`there are ${MAX_GROUPS} groups, the most there can be`);
    const createdAt = new Date(services.world.now());
    if (!(await insertGroup(tx, { name, createdAt, createdBy: actor.name })))
      throw refuse("name", "another group has it");
    const [result] = await listGroups(tx, { now: services.world.now(), name });
    if (!result) throw new Error(`the group ${name} is gone`);
    return { result, subject: name, after: { name } };
  },
});

/** Puts a customer into a group, or into none (null); it counts from his next order on. */
export const setCustomerGroup = defineAct<
  { account: string; group: string | null },
  { id: string; group: string | null }
>({
  action: "account.group",
  run: async (_services, tx, { account, group }) => {
    const { id } = await accountOf({ db: tx }, account);
    await refuseClosed(tx, id);
    if (group !== null && (await priceGroups(tx, group)).length === 0)
      throw new ActRefused(`group: no group is named ${group}`, { reason: "notFound" });
    const before = await setAccountGroup(tx, { accountId: id, group });
    const result = { id, group: await groupOfAccount(tx, id) };
    return { result, subject: id, accountId: id, before: { group: before }, after: { group } };
  },
});
