import type { Product } from "@turnpike/contract/order.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { IconShoppingCart } from "@turnpike/ui/icons.ts";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { type Purchase, PurchaseDialog } from "../purchase/PurchaseDialog.tsx";
import { useWithCoupons } from "../purchase/use-with-coupons.ts";
import { PurchaseResult } from "./PurchaseResult.tsx";

/** What an order is chosen from: the plans on sale, of which there is one at least, and coupons. */
export interface OrderChoice extends Omit<ReturnType<typeof useWithCoupons>, "reading"> {
  plans: readonly [Product, ...Product[]];
  purchase: Purchase<"placeOrder">;
}
interface Sale {
  /** Of the products on sale, those that are bought here. */
  plansOf: (products: readonly Product[]) => Product[];
  /** Said while none of them is on sale. */
  none: string;
  form: (choice: OrderChoice) => ReactNode;
}

/** The dialog of an order of products by their SKU. The screen must load the `buy` translations. */
export function OrderDialog(
  props: Sale & {
    opened: boolean;
    title: string;
    /** Above the form, also while it loads. */
    head?: (busy: boolean) => ReactNode;
    onClose: () => void;
  },
) {
  const { t } = useTranslation("parts");
  return (
    <PurchaseDialog
      call="placeOrder"
      subject={props.opened || null}
      title={() => props.title}
      lost={() => t("unknownOutcome.ordered")}
      form={(_opened, purchase) => (
        <>
          {props.head?.(purchase.busy)}
          <OnSale {...props} purchase={purchase} />
        </>
      )}
      done={({ order }, { close }) => (
        <PurchaseResult order={order} name={order.name} onClose={close} />
      )}
      paid={({ order }, { notes, close }) =>
        order && <PurchaseResult order={order} name={order.name} notes={notes} onClose={close} />
      }
      onClose={props.onClose}
    />
  );
}

function OnSale(props: Sale & { purchase: Purchase<"placeOrder"> }) {
  const list = useCall("priceList", {}, { staleMs: 60_000 });
  const { reading, ...coupons } = useWithCoupons(list);
  return (
    <Loaded of={reading} lines={7}>
      {({ products }) => {
        const [first, ...more] = props.plansOf(products);
        if (!first) return <EmptyState icon={<IconShoppingCart size={22} />} title={props.none} />;
        return props.form({ plans: [first, ...more], ...coupons, purchase: props.purchase });
      }}
    </Loaded>
  );
}
