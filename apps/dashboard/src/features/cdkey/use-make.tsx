import { Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { CdkeyKind } from "@turnpike/rules/cdkey.ts";
import { useTranslation } from "react-i18next";
import { openAct } from "../../ui/act/open-act.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { unallottedBytes } from "../sub-account/allotment.ts";
import { CreatedKeys } from "./CreatedKeys.tsx";
import {
  amountBounds,
  type Bounds,
  countBounds,
  isInsufficient,
  validateQuantity,
  planOf,
} from "./make-plan.ts";

import { MakeSummary } from "./MakeSummary.tsx";

const AMOUNT_AT_FIRST = { ip: 100, traffic: 10 } as const;

/** The form and its plan; it asks before keys are made, and shows them. */
export function useMake() {
  const { t } = useTranslation("cdkey");
  const member = useCall("member", {});
  const info = useCall("trafficInfo", {});
  const form = useMakeForm();
  const plan = planOf(form.values, {
    ip: member.data?.ipBalance,
    traffic: info.data && unallottedBytes(info.data),
  });
  const ask = () => {
    if (!plan || isInsufficient(plan)) return;
    const { kind, amount, count } = plan;
    openAct({
      call: "cdkeyMake",
      input: { kind, amount, count },
      size: "lg",
      title: t("make.confirm", { count }),
      text: (
        <Stack gap="md">
          <MakeSummary kind={kind} plan={plan} each />
          <span>{t("make.forever")}</span>
        </Stack>
      ),
      submit: t("make.submit", { count }),
      onDone: () => form.setFieldValue("count", 1),
      result: ({ items }, close) => <CreatedKeys keys={items} onClose={close} />,
      resultTitle: t("made.title", { count }),
      ownButtons: true,
    });
  };
  return {
    form,
    plan,
    chooseKind: (kind: CdkeyKind) => {
      form.setValues({ kind, amount: AMOUNT_AT_FIRST[kind] });
      form.clearErrors();
    },
    submit: form.onSubmit(ask),
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
