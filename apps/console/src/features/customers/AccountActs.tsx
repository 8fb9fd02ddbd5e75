import { ActionIcon, Button, Group, Menu, Text } from "@mantine/core";
import { assetUnit, grantableAssets } from "@turnpike/rules/assets.ts";
import { IconDots } from "@turnpike/ui/icons.ts";
import { useCanCall } from "../../lib/me.ts";
import { useT } from "../../lib/words.ts";
import type { Act, Field } from "../../parts/act/act.ts";
import { ActButton, ActItem } from "../../parts/act/acts.tsx";
import { couponAct } from "../shop/coupon-act.ts";
import { assetName } from "../../parts/assets.ts";
import type { CustomerAnswer } from "./Customer.tsx";

const GIGABYTE = 1_000_000_000;

const grantFields = (pools: CustomerAnswer["trafficPools"]): Field[] => [
  {
    name: "asset",
    kind: "select",
    initial: "wallet",
    options: [...grantableAssets, ...pools.map(({ asset }) => asset)].map((value) => {
      return { value, label: assetName(value, pools) };
    }),
  },
  {
    name: "cents",
    words: "amount",
    kind: "money",
    scale: 100,
    when: ({ asset }) => asset === "wallet",
  },
  { name: "gigabytes", kind: "integer", when: ({ asset = "" }) => assetUnit(asset) === "bytes" },
  { name: "pieces", kind: "integer", when: ({ asset = "" }) => assetUnit(asset) === "pieces" },
];

function grantAct(customer: CustomerAnswer, name: string): Act<"customerGrant"> {
  return {
    call: "customerGrant",
    name,
    fixed: { account: customer.accountId },
    fields: grantFields(customer.trafficPools),
    toInput: ({ asset, cents, gigabytes, pieces: count, reason }) => ({
      asset,
      amount: cents ?? (gigabytes === undefined ? count : Number(gigabytes) * GIGABYTE),
      reason,
    }),
  };
}

/** Creates a one-time link to the customer's dashboard. */
function viewAct(account: string, name: string): Act<"customerView"> {
  return {
    call: "customerView",
    name,
    fixed: { account },
    result: ({ url }) => <ViewLink url={url} />,
    isShownOnce: true,
  };
}

/** Puts the customer into a group with prices of its own, or out of it. */
const groupAct = (customer: CustomerAnswer, name: string): Act<"customerGroup"> => ({
  call: "customerGroup",
  name,
  fixed: { account: customer.accountId },
  fields: [
    {
      name: "group",
      kind: "text",
      optional: true,
      maxLength: 40,
      initial: customer.group ?? "",
    },
  ],
});

function ViewLink({ url }: { url: string }) {
  const t = useT();
  return (
    <>
      <Text>{t("view.help")}</Text>
      <Button component="a" href={url} target="_blank" rel="noopener noreferrer">
        {t("view.open")}
      </Button>
    </>
  );
}

/** The actions on a customer that the role permits. */
export function AccountActs({ customer }: { customer: CustomerAnswer }) {
  const { accountId: account, status } = customer;
  const name = customer.email ?? account;
  if (status === "closed") return null;
  const fixed = { account };
  return (
    <Group gap="xs">
      <ActButton act={viewAct(account, name)} />
      <ActButton act={grantAct(customer, name)} />
      <ActButton act={couponAct(customer.email ?? account)} />
      <ActButton act={groupAct(customer, name)} />
      {customer.disabledAt ? (
        <ActButton act={{ call: "customerEnable", name, fixed }} />
      ) : (
        <ActButton
          act={{ call: "customerDisable", name, fixed, danger: true, confirmText: name }}
        />
      )}
      <More customer={customer} name={name} />
    </Group>
  );
}

function More({ customer, name }: { customer: CustomerAnswer; name: string }) {
  const t = useT();
  const canCall = useCanCall();
  const fixed = { account: customer.accountId };
  if (!canCall("customerEndSessions")) return null;
  return (
    <Menu shadow="md" position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label={t("actsOf", { name })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ActItem act={{ call: "customerEndSessions", name, fixed }} />
        {!customer.emailVerified && <ActItem act={{ call: "customerVerifyEmail", name, fixed }} />}
        {customer.mfaBound && (
          <ActItem
            act={{ call: "customerUnbindMfa", name, fixed, danger: true, confirmText: name }}
          />
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
