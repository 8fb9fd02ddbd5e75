import { useForm } from "@mantine/form";
import type { CdkeyKind } from "@turnpike/rules/cdkey.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { unallottedBytes } from "../sub-account/allotment.ts";
import { toFieldError } from "@turnpike/ui/field-error.ts";
import { type Cdkey } from "./cdkey-file.ts";
import {
  amountBounds,
  type Bounds,
  countBounds,
  isInsufficient,
  validateQuantity,
  planOf,
} from "./make-plan.ts";

const AMOUNT_AT_FIRST = { ip: 100, traffic: 10 } as const;

/** The form, its plan, and the steps after it: confirming, making, showing the keys. */
export function useMake() {
  const member = useCall("member", {});
  const info = useCall("trafficInfo", {});
  const form = useMakeForm();
  const [asking, setAsking] = useState(false);
  const [created, setCreated] = useState<Cdkey[] | null>(null);
  const make = useCommand("cdkeyMake", { handles: toFieldError(form) });
  const plan = planOf(form.values, {
    ip: member.data?.ipBalance,
    traffic: info.data && unallottedBytes(info.data),
  });
  const confirm = () => {
    if (!plan) return;
    const { kind, amount, count } = plan;
    void make
      .send({ kind, amount, count }, ({ items }) => {
        setCreated(items);
        form.setFieldValue("count", 1);
      })
      .then(() => setAsking(false));
  };
  return {
    form,
    plan,
    chooseKind: (kind: CdkeyKind) => {
      form.setValues({ kind, amount: AMOUNT_AT_FIRST[kind] });
      form.clearErrors();
    },
    submit: form.onSubmit(() => {
      if (!isInsufficient(plan)) setAsking(true);
    }),
    asking,
    cancel: () => setAsking(false),
    confirm,
    busy: make.busy,
    created: created,
    close: () => setCreated(null),
  };
}

function useMakeForm() {
  const { t } = useTranslation("cdkey");
  const validate = (typed: number | string, bounds: Bounds) => {
    const error = validateQuantity(typed, bounds);
    if (error === null) return null;
    if (error === "missing") return t("make.enterQuantity");
    return t("make.range", { min: formatNumber(bounds.min), max: formatNumber(bounds.max) });
  };
  return useForm({
    initialValues: {
      kind: "ip" as CdkeyKind,
      amount: AMOUNT_AT_FIRST.ip as number | string,
      count: 1 as number | string,
    },
    validate: {
      amount: (value, { kind }) => validate(value, amountBounds(kind)),
      count: (value) => validate(value, countBounds),
    },
    validateInputOnBlur: ["amount", "count"],
  });
}
