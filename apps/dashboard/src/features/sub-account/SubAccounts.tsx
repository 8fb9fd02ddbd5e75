import { List } from "@turnpike/ui/list/List.tsx";
import { PROXY_ROWS } from "@turnpike/ui/table-url.ts";
import { useList } from "../../ui/list/use-list.ts";
import { Button, Stack } from "@mantine/core";
import type { SubAccount } from "@turnpike/contract/sub-account.ts";
import { IconPlus, IconUsers } from "@turnpike/ui/icons.ts";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import { Dialog } from "@turnpike/ui/Dialog.tsx";
import { BatchActions } from "./BatchActions.tsx";
import { RowActions } from "./RowActions.tsx";
import { useActs } from "./use-acts.tsx";
import { AccountCard, useColumns } from "./sub-account-columns.tsx";

const CreateForm = lazyComponent(async () => (await import("./CreateForm.tsx")).CreateForm);

const REFRESH_MS = 5000;

interface SubAccountsProps {
  creating: boolean;
  onCreating: (creating: boolean) => void;
  onEndpoints: (account: string) => void;
  onBuy: () => void;
  onExplain: () => void;
}

/** The sub-accounts and their actions (spec/traffic-plan#sub-accounts). */
export function SubAccounts(props: SubAccountsProps) {
  const { t } = useTranslation("traffic-use");
  const list = useAccounts();
  const { selected } = list;
  const acts = useActs({ onDeleted: selected.clear, onBuy: props.onBuy });
  const create = () => props.onCreating(true);
  return (
    <>
      <List<SubAccount>
        list={list}
        title={t("accounts.title")}
        description={t("accounts.description")}
        head={<Create onClick={create} />}
        label={t("accounts.list")}
        columns={useColumns()}
        rowName={(row) => row.account}
        card={AccountCard}
        actions={(row) => <RowActions row={row} acts={acts} onEndpoints={props.onEndpoints} />}
        batch={{
          label: (count) => t("batch.selected", { count }),
          buttons: <BatchActions selected={selected} onDelete={() => acts.remove(selected.rows)} />,
          onDelete: acts.remove,
          selectFirst: t("batch.selectRow"),
        }}
        empty={{
          icon: <IconUsers size={22} />,
          title: t("accounts.none"),
          text: t("accounts.noneHelp"),
          action: (
            <Stack gap="xs" align="center">
              <Button data-needs="proxies" onClick={create}>
                {t("accounts.create")}
              </Button>
              <Button variant="subtle" size="sm" onClick={props.onExplain}>
                {t("foreign.coming")}
              </Button>
            </Stack>
          ),
          found: { title: t("accounts.noneFound") },
        }}
      />
      {props.creating && list.data && (
        <Dialog title={t("create.title")} onClose={() => props.onCreating(false)}>
          <Suspense fallback={null}>
            <CreateForm
              first={list.first}
              onClose={() => props.onCreating(false)}
              onEndpoints={props.onEndpoints}
              onBuy={props.onBuy}
            />
          </Suspense>
        </Dialog>
      )}
    </>
  );
}

function Create({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation("traffic-use");
  return (
    <Button
      data-needs="proxies"
      variant="light"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={onClick}
    >
      {t("accounts.create")}
    </Button>
  );
}

/** The page of sub-accounts selected by the URL; `sorts` as in the contract's `subUserSorts`. */
function useAccounts() {
  const { t } = useTranslation("traffic-use");
  return useList("subUsers", {
    pageSize: PROXY_ROWS,
    everyMs: REFRESH_MS,
    views: "sub-accounts",
    fixed: { mainFirst: true },
    sorts: ["account", "usedBytes", "createdAt"],
    filters: [
      { name: "q", field: "search", as: "search", label: t("accounts.search") },
      {
        name: "status",
        as: "select",
        label: t("accounts.status"),
        any: t("accounts.anyStatus"),
        options: (["enabled", "disabled"] as const).map((value) => ({
          value,
          label: t(`accounts.${value}`),
        })),
      },
    ],
  });
}
