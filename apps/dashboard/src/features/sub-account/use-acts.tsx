import type { SubAccount } from "@turnpike/contract/sub-account.ts";
import { openDialog } from "@turnpike/ui/act/act.ts";
import { Affected } from "@turnpike/ui/act/Affected.tsx";
import { gbText } from "@turnpike/ui/Bytes.tsx";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import { useTranslation } from "react-i18next";
import { openAct } from "../../ui/act/open-act.ts";
import { useCredentialField } from "../credentials/credential-fields.tsx";

const EditForm = lazyComponent(async () => (await import("./EditForm.tsx")).EditForm);

/** What is done to sub-accounts in a dialog of its own. */
export function useActs({ onDeleted, onBuy }: { onDeleted: () => void; onBuy: () => void }) {
  const { t } = useTranslation(["traffic-use", "parts"]);
  const credential = useCredentialField();
  return {
    /** Changes the allotment, limits, remark and state. */
    edit: (row: SubAccount) =>
      openDialog({
        title: t("edit.title", { account: row.account }),
        body: (close) => {
          const buy = () => {
            close();
            onBuy();
          };
          return <EditForm row={row} onClose={close} onBuy={buy} />;
        },
      }),
    /** Explains the main sub-account before making one (spec/traffic-plan#main-sub-account). */
    makeMain: ({ id, account }: SubAccount) =>
      openAct({
        call: "upSubUserLevel",
        input: { id },
        title: t("main.title", { account }),
        text: t("main.explain"),
        submit: t("main.submit"),
        done: () => t("main.done", { account }),
      }),
    setPassword: ({ id, account }: SubAccount) =>
      openAct({
        call: "upSubUserPasswd",
        input: (values) => ({ id, password: String(values["password"]) }),
        fields: [credential("password", t("password.new"))],
        title: t("password.title", { account }),
        text: t("password.help"),
        submit: t("password.submit"),
        done: () => t("password.done", { account }),
      }),
    /** Warns that the names can never be used again (spec/traffic-plan#sub-accounts). */
    remove: (rows: readonly SubAccount[]) => {
      // The main account's remaining traffic was never allotted, so it does not return.
      const returning = rows.reduce((sum, row) => sum + (row.main ? 0 : row.availableBytes), 0);
      openAct({
        call: "delSubUser",
        input: { ids: rows.map(({ id }) => id) },
        danger: true,
        title: t("delete.title", { count: rows.length }),
        text: (
          <Affected
            names={rows.map(({ account }) => account)}
            more={(count) => t("delete.more", { count })}
          >
            {t("delete.forever")}{" "}
            {returning > 0 && t("delete.returns", { amount: gbText(returning) })}{" "}
            {rows.some((row) => row.main) && t("delete.wasMain")}
          </Affected>
        ),
        submit: t("delete.submit", { count: rows.length }),
        done: ({ deleted }) => t("delete.done", { count: deleted }),
        onDone: onDeleted,
      });
    },
  };
}
