import type { SubAccount } from "@turnpike/contract/sub-account.ts";
import { IconKey, IconPencil, IconPlugConnected, IconStar, IconTrash } from "@turnpike/ui/icons.ts";
import { RowButton, RowMenu } from "@turnpike/ui/list/buttons.tsx";
import { useTranslation } from "react-i18next";
import type { useActs } from "./use-acts.tsx";

/** The actions on a sub-account. */
export function RowActions(props: {
  row: SubAccount;
  acts: ReturnType<typeof useActs>;
  onEndpoints: (account: string) => void;
}) {
  const { t } = useTranslation("traffic-use");
  const { row, acts } = props;
  const { account } = row;
  return (
    <>
      <RowButton
        tip={t("actions.endpoints")}
        icon={IconPlugConnected}
        label={t("actions.endpointsOf", { account })}
        onClick={() => props.onEndpoints(account)}
      />
      <RowMenu
        label={t("actions.more", { account })}
        acts={[
          {
            icon: IconPencil,
            label: t("actions.edit"),
            needs: "proxies",
            run: () => acts.edit(row),
          },
          {
            icon: IconKey,
            label: t("actions.password"),
            needs: "proxies",
            run: () => acts.setPassword(row),
          },
          !row.main && {
            icon: IconStar,
            label: t("actions.makeMain"),
            needs: "proxies",
            run: () => acts.makeMain(row),
          },
          {
            icon: IconTrash,
            label: t("actions.delete"),
            needs: "proxies",
            run: () => acts.remove([row]),
            danger: true,
          },
        ]}
      />
    </>
  );
}
