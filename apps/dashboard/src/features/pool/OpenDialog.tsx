import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { BuyDialog } from "../order/BuyDialog.tsx";
import { PurchaseDialog } from "../purchase/PurchaseDialog.tsx";
import type { OpenTarget } from "./open-plan.ts";
import { OpenForm } from "./OpenForm.tsx";
import { OpenResult } from "./OpenResult.tsx";
import type { IpAuth } from "./pool-ip.ts";

/** The purchase's initial number of IPs (`features/order/plan.ts`). */
const USUAL_PURCHASE = 100;

/** Opens exits for some hours: choose, open, use. */
export function OpenDialog(props: {
  auth: IpAuth;
  /** Null if the dialog is closed. */
  wanted: OpenTarget | null;
  /** `toList`: the user wants to see the open IPs. */
  onClose: (toList: boolean) => void;
}) {
  const { t } = useTranslation(["pool", "buy", "static-take", "ui"]);
  const { auth } = props;
  const [short, setShort] = useState<number | null>(null);
  return (
    <>
      <PurchaseDialog
        call="ipOpen"
        subject={props.wanted}
        title={() => t(`open.title.${auth}`)}
        lost={({ ids, num = 0 }) => {
          const count = ids?.length ?? num;
          return t("open.lost", { count, number: formatNumber(count) });
        }}
        form={(target, purchase) => (
          <OpenForm
            auth={auth}
            target={target}
            purchase={purchase}
            onBuy={(missing) => {
              setShort(missing);
              purchase.onChange();
            }}
          />
        )}
        done={({ items }) => (
          <OpenResult auth={auth} rows={items} onList={() => props.onClose(true)} />
        )}
        // Escape closes only the topmost dialog.
        locked={short !== null}
        onClose={() => props.onClose(false)}
      />
      <BuyDialog
        opened={short !== null}
        // The purchase's default covers fewer.
        start={{ kind: "ip", quantity: short && short > USUAL_PURCHASE ? short : undefined }}
        onClose={() => setShort(null)}
      />
    </>
  );
}
