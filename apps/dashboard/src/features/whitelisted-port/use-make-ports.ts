import { useForm } from "@mantine/form";
import { mostWhitePorts, whiteMinutes } from "@turnpike/rules/pool.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../lib/format.ts";
import { useCommand } from "../../lib/queries.ts";
import { besideField } from "../../ui/form.ts";
import { changedPlace, type Place } from "../place/place.ts";
import { firstValues, makeQuestion, minutesFit, numFits } from "./make-form.ts";
import type { WhitePort } from "./whitelisted-port.ts";

/** The form that makes ports, and those that it made last. */
export function useMakePorts() {
  const { t } = useTranslation("white-port");
  const [made, setMade] = useState<WhitePort[] | null>(null);
  const form = useForm({
    initialValues: firstValues,
    validate: {
      num: (typed) => (numFits(typed) ? null : t("make.badNum", { most: mostWhitePorts })),
      minutes: (typed) =>
        minutesFit(typed) ? null : t("make.badMinutes", { most: formatNumber(whiteMinutes.most) }),
    },
  });
  const command = useCommand("whitePortAdd", {
    invalidates: ["whitePorts"],
    handles: besideField(form),
  });
  const send = form.onSubmit((values) =>
    command.mutate(makeQuestion(values), { onSuccess: ({ items }) => setMade(items) }),
  );
  // What was said of the fields goes with their values.
  const choose = (by: Partial<Place>) => form.setValues(changedPlace(form.values, by));
  return { form, send, choose, busy: command.isPending, made, close: () => setMade(null) };
}
